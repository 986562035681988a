import { expect, test } from 'vitest'
import { expectSameTimes } from './same-times.ts'

const timesFrom = (firstMs: number) => Array.from({ length: 1_000 }, (_, index) => firstMs + index / 1_000)

/** Samples that differ by this many milliseconds, one after the other. */
function samplesThatDiffer(...byMs: number[]) {
  let taken = 0
  return {
    taken: () => taken,
    take: async () => [timesFrom(10), timesFrom(10 + (byMs[taken++] ?? expect.unreachable()))] as const,
  }
}

test('times that are the same are found to be so in one sample', async () => {
  const samples = samplesThatDiffer(0)
  expect(await expectSameTimes(samples.take)).toMatchObject({ chance: 1, samples: 1 })
})

test('a sample that differs by chance is taken anew, twice at most', async () => {
  const samples = samplesThatDiffer(3, 0.5, 0)
  expect(await expectSameTimes(samples.take)).toMatchObject({ samples: 3 })
  expect(samples.taken()).toBe(3)
})

test.each([
  ['in their medians', 3],
  ['less than in their medians, but all the same', 0.5],
])('times that differ in every sample %s are told of, with what was measured', async (_, byMs) => {
  const samples = samplesThatDiffer(byMs, byMs, byMs)
  await expect(expectSameTimes(samples.take)).rejects.toThrow(/differ in each of 3 samples: .*"mediansMs":\[10\./)
  expect(samples.taken()).toBe(3)
})
