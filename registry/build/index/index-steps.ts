import { setImmediate } from 'node:timers/promises'
import type { SnapshotFolder } from './snapshot-folder.ts'

/** Called with each index when it is written: how large it is, and how long that took. */
export type OnIndex = (name: string, bytes: number, ms: number) => void

/** Writes one index after the other, and tells of each. */
export function indexSteps(folder: SnapshotFolder, onIndex: OnIndex = () => {}) {
  return async <T>(name: string, write: () => T | Promise<T>): Promise<T> => {
    const [bytes, startedMs] = [folder.bytesFinished, performance.now()]
    const written = await write()
    onIndex(name, folder.bytesFinished - bytes, performance.now() - startedMs)
    // Each takes seconds for a whole country, and nothing else would let a signal in.
    await setImmediate()
    return written
  }
}
