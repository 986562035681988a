/** Figures of a test, for the reports of reliability: what was run, how often, and what came of it. */
import { TestRunner } from 'vitest'
import type { Figures, Run } from '../reliability/report.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the test has reported; test/reliability/reporter.ts writes it down. */
    reported?: Run[]
  }
}

/** What a test is run with. */
interface Planned {
  /** As the fault plan has it, T15; the name of the report. */
  id: string
  /** What chance began with; null where nothing was left to chance. */
  seed: number | null
  trials: number
}

/**
 * Notes figures with the test that is running; where several run at a time, with the one that is given. Throws outside of a test.
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
