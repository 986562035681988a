import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { nightlyFiles, nightlyFolders } from './nightly-files.ts'
import { withReports } from './page.ts'
import { plan } from './plan.ts'
import { citedIds, type FileReport, type Report } from './report.ts'
import { root } from './report-folder.ts'

const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
})
const tests = listed
  .toString()
  .split('\n')
  .filter((path) => /\.test\.tsx?$|^test\/nightly\//.test(path) && !path.startsWith('test/reliability/'))
  .filter((path) => existsSync(join(root, path)))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

const isNightly = (path: string) =>
  nightlyFiles.includes(path) || nightlyFolders.some((folder) => path.startsWith(`${folder}/`))

const idOf = (number: number) => `T${String(number).padStart(2, '0')}`

/** Faults that every change is tried with. */
const ofEveryChange = [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 22, 23, 24, 25, 27, 28, 29]

/** The names of the tests and groups in a file, as far as they stand in its text. */
function namesIn(text: string): string {
  return [...text.matchAll(/(['`])((?:(?!\1)[^\\\n]|\\.)*)\1/g)].map(([, , name]) => name).join('\n')
}

test('the plan has every id, once and in order', () => {
  expect(plan.map(({ id }) => id)).toEqual(Array.from({ length: 32 }, (_, n) => idOf(n + 1)))
})

test('each of these faults is cited by a test that every change runs', () => {
  const ofChanges = tests.filter(({ path }) => !path.startsWith('test/nightly/'))
  const cited = new Set(ofChanges.flatMap(({ text }) => citedIds(namesIn(text))))
  expect(ofEveryChange.filter((number) => !cited.has(idOf(number)))).toEqual([])
})

test('what no test cites says why not', () => {
  const cited = new Set(tests.flatMap(({ text }) => citedIds(namesIn(text))))
  expect(plan.filter(({ id, leftOut }) => !cited.has(id) && leftOut === undefined)).toEqual([])
})

test('the nightly run has every test whose name cites a fault, and every test that asks for more trials by night', () => {
  const wanted = tests.filter(({ text }) => text.includes('/trials.ts') || citedIds(namesIn(text)).length > 0)
  expect(wanted.map(({ path }) => path).filter((path) => !isNightly(path))).toEqual([])
  const missing = nightlyFiles.filter((path) => !tests.some((one) => one.path === path))
  expect(missing).toEqual([])
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
    figures: { lostMax: 0, of: 1234.5, all: [1] },
    seconds: 1,
  }
  const made = withReports('', [
    report('T01', file('a.test.ts', { failures: [{ test: 'it', reason: 'because\nof this' }] })),
    report('T02', file('b.test.ts', { tier: 'nightly', runs: [run] })),
  ])
  expect(rowOf(made, 'T01')).toMatch(/○ 1 .*\*\*failed\*\*: it: because<br>1 test passed/)
  expect(rowOf(made, 'T02')).toMatch(/\| 7 \|.*\| 1 test passed<br>lost max 0, of 1,230 \| 2026-11-20 \|$/)
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
