/** Writes the reports of reliability when a run of Vitest ends: one for each id that the names of its tests cite, or that they report. */
import { relative } from 'node:path'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { ofEveryChange } from './plan.ts'
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
    const seconds = modules.map(workerSeconds).filter((one) => one > 0)
    const sum = seconds.reduce((sum, one) => sum + one, 0).toFixed(0)
    if (seconds.length > 0)
      process.stdout.write(`\nTests of faults had the workers for ${sum} s, in ${seconds.length} files.\n`)
  }

  private reportOf(module: TestModule, id: string, tests: readonly TestCase[]): FileReport {
    const count = (state: string) => tests.filter((test) => test.result().state === state).length
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
      seconds: secondsOf(tests),
      runs: tests.flatMap((test) =>
        (test.meta().reported ?? []).filter((run) => run.id === id).map((run) => ({ ...run, test: test.fullName })),
      ),
    }
  }
}

/** Seconds in which at least one of the tests ran, for some run beside each other. */
function secondsOf(tests: readonly TestCase[]): number {
  const spans = tests.flatMap((test) => {
    const { startTime, duration } = test.diagnostic() ?? {}
    return startTime === undefined || duration === undefined ? [] : [{ from: startTime, until: startTime + duration }]
  })
  let [ms, until] = [0, Number.NEGATIVE_INFINITY]
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    ms += Math.max(0, span.until - Math.max(span.from, until))
    until = Math.max(until, span.until)
  }
  return Math.round(ms) / 1000
}

/** Seconds for which tests of the faults of every change had a worker; what a file prepares counts where it has no others. */
function workerSeconds(module: TestModule): number {
  const tests = [...module.children.allTests()].filter((test) => test.result().state !== 'skipped')
  const ofFaults = tests.filter((test) => citedIds(test.fullName).some((id) => ofEveryChange.includes(id)))
  const isAll = ofFaults.length > 0 && ofFaults.length === tests.length
  return isAll ? module.diagnostic().duration / 1000 : secondsOf(ofFaults)
}

function testsById(module: TestModule): Map<string, TestCase[]> {
  const byId = new Map<string, TestCase[]>()
  for (const test of module.children.allTests()) {
    const reported = (test.meta().reported ?? []).map(({ id }) => id)
    for (const id of new Set([...citedIds(test.fullName), ...reported])) byId.set(id, [...(byId.get(id) ?? []), test])
  }
  return byId
}
