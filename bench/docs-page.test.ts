import { expect, test } from 'vitest'
import { withResult } from './docs-page.ts'
import type { Result } from './result.ts'

function result(providers: number, rate: number): Result {
  const figures = { rate, slowestMs: 1, longestMs: 2 }
  return {
    providers,
    date: '2026-11-20',
    machine: 'a machine',
    peers: [
      { name: 'Praxidex, with records', description: 'the product', bytes: 1e6 },
      { name: 'Praxidex', description: 'the product', bytes: 1e6 },
      { name: 'PostGIS', description: 'a peer', bytes: 2e6, loadSeconds: 3 },
    ],
    missing: ['Redis is not installed, and only root may install it.'],
    classes: [
      {
        name: 'near a provider, 10 mi, one specialty',
        figures: { 'Praxidex, with records': figures, Praxidex: figures, PostGIS: { ...figures, rate: 2 } },
      },
    ],
    build: {
      seconds: 2,
      inputBytes: 4e8,
      mainFileBytes: 3e8,
      copyBytesPerSecond: 1e8,
      snapshotBytes: 1e8,
      openSeconds: 0.1,
    },
    http: { loader: 'wrk', hello: 100, lookUp: 80, fixed: 90, search: 45, searchBytes: 9000, startSeconds: 1 },
  }
}

test('a page holds one section for each size, the smallest first, whatever order they ran in', () => {
  const page = withResult(withResult(undefined, result(9_000_000, 70_000)), result(500_000, 80_000))
  expect(page.match(/^## .*/gm)).toEqual(['## How cost grows', '## 500,000 providers', '## 9,000,000 providers'])
  expect(page).toContain('|  | 500,000 providers | 9,000,000 providers |')
  expect(page).toContain('| near a provider, 10 mi, one specialty, queries/s with records | 80,000 | 70,000 |')
})

test('a run at a size replaces the earlier one of that size and keeps the others', () => {
  const both = withResult(withResult(undefined, result(500_000, 5_100)), result(9_000_000, 8_300))
  const page = withResult(both, result(500_000, 7_100))
  expect(page).not.toContain('5,100')
  expect(page).toContain('7,100')
  expect(page).toContain('8,300')
})

test('writing the same result again changes nothing', () => {
  const page = withResult(undefined, result(500_000, 1))
  expect(withResult(page, result(500_000, 1))).toBe(page)
})

test('a bar that is met holds, one that is not is missed, and one without a figure is not measured', () => {
  const page = withResult(undefined, result(500_000, 70_000))
  expect(page).toMatch(/HTTP look-up.*\| ≥ 65 % \| 80 % .*\| holds \|/)
  expect(page).toMatch(/HTTP search of 20.*\| ≥ 60 % \| 50 % .*\| \*\*missed\*\* \|/)
  expect(page).toMatch(/memory of the build.*\| – \| not measured \|/)
  expect(page).toMatch(/rate on one core \| ≥ 60,000\/s \| 70,000\/s.*\| holds \|/)
  expect(page).toMatch(/COPY of the main file.*\| ≥ 1.5 times \| 2 times .*\| holds \|/)
})

test('the ratio to a peer is the rate of the product divided by its rate', () => {
  expect(withResult(undefined, result(500_000, 70_000))).toContain('| near a provider, 10 mi, one specialty | 35,000 |')
})

test('who was left out is named with the reason', () => {
  expect(withResult(undefined, result(500_000, 1))).toContain('- Left out: Redis is not installed')
})

test('making the sample is told beside what the disk takes, of runs that measured it', () => {
  const sample = { seconds: 20, settledSeconds: 24, plainSeconds: 18 }
  const page = withResult(undefined, { ...result(500_000, 1), sample })
  expect(page).toContain(
    '| making them until the disk has them, and as many bytes that were there already | 24 s, 18 s: 75 % of the speed of the disk |',
  )
  expect(withResult(undefined, result(500_000, 1))).not.toContain('speed of the disk')
})
