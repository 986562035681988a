import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownFiles, testFiles } from './nightly-files.ts'
import { withReports } from './page.ts'
import { ofEveryChange, plan } from './plan.ts'
import type { FileReport, Report } from './report.ts'
import { root } from './report-folder.ts'

const idOf = (number: number) => `T${String(number).padStart(2, '0')}`

test('the plan has every id, once and in order', () => {
  expect(plan.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, n) => idOf(n + 1)))
})

test('each of these faults is cited by a test that every change runs', () => {
  const cited = new Set(testFiles().flatMap(({ cites }) => cites))
  expect(ofEveryChange.filter((id) => !cited.has(id))).toEqual([])
})

test('what no test cites says why not', () => {
  const cited = new Set([...testFiles(), ...ownFiles()].flatMap(({ cites }) => cites))
  expect(plan.filter(({ id, leftOut }) => !cited.has(id) && leftOut === undefined)).toEqual([])
})

const page = () => readFileSync(join(root, 'docs/reliability.md'), 'utf8')

test('docs/reliability.md is what the plan and the reports in it make', () => {
  expect(withReports(page(), [])).toBe(page())
})

const file = (name: string, changes: Partial<FileReport> = {}): FileReport => ({
  file: name,
  tier: 'commit',
  date: '2026-11-20',
  passed: 1,
  skipped: 0,
  failures: [],
  seconds: 1,
  runs: [],
  ...changes,
})
const report = (id: string, ...files: FileReport[]): Report => ({ id, versions: {}, files })
const rowOf = (text: string, id: string) => text.split('\n').find((line) => line.startsWith(`| ${id} |`)) ?? ''

test('a page tells of what was never run, failed, or was run with few trials', () => {
  const run = {
    id: 'T02',
    test: 'it',
    seed: null,
    trials: 7,
    figures: { what: 'kills', lostMax: 0, of: 1234.5, all: [1] },
  }
  const made = withReports('', [
    report('T01', file('a.test.ts', { failures: [{ test: 'it', reason: 'because\nof this' }] })),
    report('T02', file('b.test.ts', { tier: 'nightly', runs: [run] })),
  ])
  expect(rowOf(made, 'T01')).toMatch(/○ 1 .*\*\*failed\*\*: it: because<br>1 test passed/)
  expect(rowOf(made, 'T02')).toMatch(/\| 7 \|.*\| 1 test passed<br>kills, lost max 0, of 1,230 \| 2026-11-20 \|$/)
  expect(rowOf(made, 'T03')).toContain('| not run |')
})

test('what was run later takes the place of what was run before, but few trials not that of many', () => {
  const night = withReports('', [report('T01', file('a.test.ts', { tier: 'nightly', passed: 3 }), file('b.test.ts'))])
  expect(rowOf(night, 'T01')).toContain('4 tests passed')
  const later = withReports(night, [report('T01', file('a.test.ts', { date: '2026-11-21' }))])
  expect(rowOf(later, 'T01')).toContain('4 tests passed')
  const nextNight = withReports(later, [report('T01', file('a.test.ts', { tier: 'nightly', passed: 9 }))])
  expect(rowOf(nextNight, 'T01')).toContain('10 tests passed')
})
