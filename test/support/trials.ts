/**
 * How often tests of faults try: once or a few times for every change, more often by night, with the same code. `npm
 * run test:nightly` says that it is night; whatever else runs a test tries as for a change.
 */
export const isNight = process.env.TRIALS === 'nightly'

/** The count for this run. */
export function trials({ commit, nightly }: { commit: number; nightly: number }): number {
  return isNight ? nightly : commit
}
