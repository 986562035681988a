/**
 * How V8 collects the memory of a process that serves, and of its threads. Most of what a request leaves is dead at once, which V8's own settings
 * make little of; docs/decisions/0034-threads-search.md has the figures.
 */
import { setFlagsFromString } from 'node:v8'

const flags = [
  // Four more threads share the work of half a millisecond: where every processor has something to do, that only takes longer.
  '--no-parallel-scavenge',
  // V8 takes what several requests at once hold for a moment for what will stay, and puts it where only marking all memory finds it dead.
  '--no-allocation-site-pretenuring',
]

/** To be called before anything else: V8 looks at these whenever it collects, and before it guesses what will stay. */
export function setCollecting(): void {
  for (const flag of flags) setFlagsFromString(flag)
}
