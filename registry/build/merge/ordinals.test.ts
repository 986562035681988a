import { expect, test } from 'vitest'
import { gone, mergedColumn, ordinalsOf, stretchesIn } from './ordinals.ts'

const make = (length: number) => new Uint32Array(length)

test('stretches are as long as can be, from the first provider to the last', () => {
  const last = Uint32Array.of(10, 20, 30, 40, 50)
  // 20 is changed, 25 and 60 are new, 40 is gone.
  const ordinals = ordinalsOf(last, Uint32Array.of(20, 25, 40, 60), Uint32Array.of(20, 25, 60))
  expect([...stretchesIn(ordinals.stretches)]).toEqual([
    { isKept: true, from: 0, to: 1 },
    { isKept: false, from: 0, to: 2 },
    { isKept: true, from: 2, to: 3 },
    { isKept: true, from: 4, to: 5 },
    { isKept: false, from: 2, to: 3 },
  ])
  expect(ordinals.count).toBe(6)
  expect(ordinals.ofKept).toEqual(Uint32Array.of(0, gone, 3, gone, 4))
  expect(ordinals.ofSame).toEqual(Uint32Array.of(0, 1, 3, gone, 4))
  expect(ordinals.ofChanged).toEqual(Uint32Array.of(1, 2, 5))
})

test('stretches of nobody are none', () => {
  const nobody = new Uint32Array(0)
  const { stretches, count } = ordinalsOf(nobody, nobody, nobody)
  expect([...stretchesIn(stretches)]).toEqual([])
  expect(count).toBe(0)
})

test('where every second provider has changed, a column has all of them in their order', () => {
  const last = Uint32Array.from({ length: 300_000 }, (_, index) => 2 * index)
  const changed = last.filter((_, index) => index % 2 === 1)
  const ordinals = ordinalsOf(last, changed, changed)
  expect(ordinals.stretches.length).toBe(3 * last.length)
  expect(mergedColumn(ordinals, make, last, changed)).toEqual(last)
})
