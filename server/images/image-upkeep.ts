/** Keeps images up: what is due is destroyed, whether or not the process slept when it fell due. */
import { reasonOf } from '../parts/error-code.ts'
import type { Images } from './images.ts'

/** Milliseconds between two looks. What is due is due by the day. */
const intervalMs = 60_000

export interface Upkeep {
  /** Waits for the look under way. */
  close(): Promise<void>
}

/** Looks now and then every minute; a look that fails is told of and made again. */
export function keepUp(images: Pick<Images, 'upkeep'>, onTrouble: (sentence: string) => void): Upkeep {
  const look = () => images.upkeep().catch((error) => onTrouble(`The images: ${reasonOf(error)}.`))
  let running: Promise<unknown> = look()
  const timer = setInterval(() => {
    running = running.then(look)
  }, intervalMs)
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}
