/** Keeps images up: what is due is destroyed, whether or not the process slept when it fell due. */
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import type { Images } from './images.ts'

/** Milliseconds between two looks. What is due is due by the day. */
const intervalMs = 60_000

/** Looks now and then every minute until it is closed; a look that fails is told of and made again. */
export function keepUp(images: Pick<Images, 'upkeep'>, warn: (sentence: string) => void): Repeating {
  const onAway = (reason: string) => warn(`Images that are due wait: ${reason}.`)
  return keepDoing(async () => (await images.upkeep()) > 0, { everyMs: intervalMs, onAway })
}
