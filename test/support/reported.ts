/** Figures of a test, which its JSON report (reports/tests.json, reports/nightly.json) has as `meta.reported`. */
import { TestRunner } from 'vitest'

/** By name; times end in Ms or seconds. */
type Figures = Record<string, unknown>

declare module 'vitest' {
  interface TaskMeta {
    reported?: (Planned & { figures: Figures })[]
  }
}

/** What a test is run with. */
interface Planned {
  /** The fault's id in docs/security.md, T15. */
  id: string
  /** What chance began with; null where nothing was left to chance. */
  seed: number | null
  trials: number
}

/**
 * Notes figures with the test that is running; where several run at a time, with the one that is given. Throws
 * outside of a test.
 */
export function note(planned: Planned, figures: Figures, test = TestRunner.getCurrentTest()): void {
  const meta = test?.meta
  if (meta === undefined) throw new Error('expected a test that is running; got none')
  meta.reported = [...(meta.reported ?? []), { ...planned, figures }]
}

/** Does the work and notes the figures it answers; what it fails by is noted by the test. */
export async function reported<F extends Figures>(planned: Planned, work: () => Promise<F>): Promise<F> {
  const figures = await work()
  note(planned, figures)
  return figures
}
