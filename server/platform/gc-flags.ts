/** V8's garbage collection flags for processes that serve; docs/decisions/0034-threads-search.md has the reasons. */
import { setFlagsFromString } from 'node:v8'

const flags = ['--no-parallel-scavenge', '--no-allocation-site-pretenuring']

/** Must run before anything else. */
export function setGcFlags(): void {
  for (const flag of flags) setFlagsFromString(flag)
}
