/**
 * Collecting memory when a version is let go of. V8 does not count memory that threads share as its own, so that nothing would have it
 * look whether half a gigabyte of columns can go, least of all in a thread that has nothing to do.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Collects all that can go in this thread, once what runs now has ended: 50 to 100 ms of a process that serves, for each version. */
export function collectSoon(): void {
  setImmediate(() => collector()())
}

let collect: (() => void) | undefined

/**
 * V8 hands its collector out to contexts that are made while it is told to. That holds for all threads, so that nobody takes it back: another one may
 * be about to make its context. Where V8 hands out none, memory is collected when V8 thinks that it is time.
 */
function collector(): () => void {
  if (collect !== undefined) return collect
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('globalThis.gc')
  if (typeof found !== 'function') return () => {}
  collect = () => void found()
  return collect
}
