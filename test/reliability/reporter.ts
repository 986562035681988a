/** Writes the reports of reliability when a run of Vitest ends: one for each id that the names of its tests cite, or that they report. */
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { citedIds, type FileReport, type Tier } from './report.ts'
import { root, writeReport } from './report-folder.ts'

export class ReliabilityReporter implements Reporter {
  private readonly tier: Tier

  constructor(tier: Tier) {
    this.tier = tier
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const found = new Map<string, FileReport[]>()
    for (const module of modules) {
      for (const [id, tests] of testsById(module)) {
        // Where none was chosen there is nothing new to tell.
        if (tests.every((test) => test.result().state === 'skipped')) continue
        found.set(id, [...(found.get(id) ?? []), this.reportOf(module, id, tests)])
      }
    }
    for (const [id, files] of found) writeReport(this.tier, id, files)
  }

  private reportOf(module: TestModule, id: string, tests: readonly TestCase[]): FileReport {
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
    const ms = tests.reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
    return {
      file: relative(root, module.moduleId),
      tier: this.tier,
      date: new Date().toISOString().slice(0, 10),
      passed: count('passed'),
      skipped: count('skipped'),
      failures: tests.flatMap((test) => {
        const { state, errors } = test.result()
        return state === 'failed' ? [{ test: test.fullName, reason: errors[0]?.message ?? 'unknown' }] : []
      }),
      seconds: Math.round(ms) / 1000,
      runs: tests.flatMap((test) =>
        (test.meta().reported ?? []).filter((run) => run.id === id).map((run) => ({ ...run, test: test.fullName })),
      ),
    }
  }
}

function testsById(module: TestModule): Map<string, TestCase[]> {
  const byId = new Map<string, TestCase[]>()
  for (const test of module.children.allTests()) {
    const reported = (test.meta().reported ?? []).map(({ id }) => id)
    for (const id of new Set([...citedIds(test.fullName), ...reported])) byId.set(id, [...(byId.get(id) ?? []), test])
  }
  return byId
}
