import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bits } from './bits.ts'
import {
  DiskBits,
  DiskLists,
  intersect,
  intersection,
  lowerBound,
  lowerBoundOfSmall,
  sortedUnique,
} from './posting-lists.ts'

const count = 5000
const ordinals = fc.array(fc.integer({ min: 0, max: count - 1 }), { maxLength: 400 })
const ascending = ordinals.map((values) => Uint32Array.from(new Set(values)).sort())

test('the lower bound is the first place that holds the value or more, wherever the search begins', () => {
  fc.assert(
    fc.property(ascending, fc.integer({ min: 0, max: count }), fc.nat(), fc.nat(), (values, value, a, b) => {
      const [from = 0, to = 0] = [a % (values.length + 1), b % (values.length + 1)].sort((one, other) => one - other)
      const expected = values.findIndex((one, place) => place >= from && place < to && one >= value)
      expect(lowerBound(values, value, from, to)).toBe(expected === -1 ? to : expected)
      expect(lowerBoundOfSmall(values, value, from, to)).toBe(expected === -1 ? to : expected)
    }),
    { numRuns: 2000 },
  )
})

test('an intersection holds what both lists hold, ascending', () => {
  fc.assert(
    fc.property(ascending, ascending, (a, b) => {
      expect([...intersection(a, b)]).toEqual([...a].filter((one) => b.includes(one)))
    }),
  )
})

test('members of many lists come ascending and each once, be they few or many', () => {
  fc.assert(
    fc.property(ordinals, (values) => {
      const expected = [...new Set(values)].sort((a, b) => a - b)
      for (const size of [count, 1_000_000]) expect([...sortedUnique(Uint32Array.from(values), size)]).toEqual(expected)
    }),
  )
})

test('sets of bits on disk are read whole, and kept in another piece by piece', () => {
  const wordsOf = (bits: Bits) => [...bits.bytes()]
  const bitsWith = (values: Uint32Array) => {
    const bits = new Bits(count)
    bits.add(values)
    return bits
  }
  fc.assert(
    fc.property(ascending, ascending, ascending, fc.integer({ min: 1, max: 200 }), (a, b, c, pieceLength) => {
      const stored = Uint8Array.from([a, b].flatMap((values) => wordsOf(bitsWith(values))))
      const file = {
        readInto: (target: Uint8Array, position: number, length: number) =>
          target.set(stored.subarray(position, position + length)),
      }
      const sets = new DiskBits(file, count, pieceLength)
      expect([...sets.at(1).list()]).toEqual([...b])
      const kept = bitsWith(c)
      sets.andInto(kept, 1)
      expect([...kept.list()]).toEqual([...c].filter((one) => b.includes(one)))
    }),
  )
})

test('what two have in common does not depend on which of them are bits', () => {
  fc.assert(
    fc.property(ascending, ascending, (a, b) => {
      const expected = [...a].filter((one) => b.includes(one))
      const without = [...a].filter((one) => !b.includes(one))
      const combinations = [
        intersect(a.slice(), b.slice()),
        intersect(bitsWith(a), b.slice()),
        intersect(a.slice(), bitsWith(b)),
        intersect(bitsWith(a), bitsWith(b)),
      ]
      for (const both of combinations) expect([...(both instanceof Bits ? both.list() : both)]).toEqual(expected)
      const rest = bitsWith(a)
      rest.andNot(bitsWith(b))
      expect([...rest.list()]).toEqual(without)
    }),
  )
})

test('lists on disk are read alone, in a run and together', () => {
  const stored = new Uint8Array(Uint32Array.of(7, 9, 1, 2, 3).buffer)
  const lists = new DiskLists(Uint32Array.of(0, 2, 2, 5), {
    readInto: (target, position, length) => target.set(stored.subarray(position, position + length)),
  })
  expect([...lists.at(0)]).toEqual([7, 9])
  expect([...lists.at(1)]).toEqual([])
  expect([...lists.run(0, 3)]).toEqual([7, 9, 1, 2, 3])
  const runs = lists.runs([
    [2, 3],
    [0, 1],
  ])
  expect([...runs]).toEqual([1, 2, 3, 7, 9])
  const bits = new Bits(10)
  lists.addTo(bits, 1, 3)
  expect([...bits.list()]).toEqual([1, 2, 3])
})

function bitsWith(members: Uint32Array): Bits {
  const bits = new Bits(count)
  bits.add(members)
  return bits
}
