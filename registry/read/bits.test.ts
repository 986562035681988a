import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Bits } from './bits.ts'

const count = 5000
const ordinals = fc.array(fc.integer({ min: 0, max: count - 1 }), { maxLength: 400 })
const ascending = ordinals.map((values) => Uint32Array.from(new Set(values)).sort())

test('bits know their members', () => {
  fc.assert(
    fc.property(ordinals, (values) => {
      const bits = new Bits(count)
      bits.add(Uint32Array.from(values))
      expect([...bits.list()]).toEqual([...new Set(values)].sort((a, b) => a - b))
      expect([0, 31, 32, count - 1, ...values].every((one) => bits.has(one) === values.includes(one))).toBe(true)
    }),
  )
})

test('bits are counted, paged and listed in part', () => {
  fc.assert(
    fc.property(
      ascending,
      fc.nat({ max: 410 }),
      fc.nat({ max: 50 }),
      fc.nat(),
      fc.nat(),
      (values, offset, limit, a, b) => {
        const bits = bitsWith(values)
        expect(bits.count()).toBe(values.length)
        expect(bits.page(offset, limit)).toEqual([...values.slice(offset, offset + limit)])
        const [from = 0, to = 0] = [a % (count + 1), b % (count + 1)].sort((one, other) => one - other)
        const target = new Uint32Array(count)
        const length = bits.listBetween(from, to, target)
        expect(bits.countBetween(from, to)).toBe(length)
        expect(bits.countAmong(Uint32Array.from([...values, ...values, 0, count - 1]), 1, 2 * values.length + 1)).toBe(
          Math.max(0, 2 * values.length - 1) + (values.includes(0) ? 1 : 0),
        )
        expect([...target.subarray(0, length)]).toEqual([...values].filter((one) => one >= from && one < to))
        const numbers = Uint32Array.from({ length: count }, (_, place) => (place * 7 + 1) % count)
        const places = bits.placesAmong(numbers, from, to, target.fill(0))
        expect([...target.subarray(0, places)]).toEqual(
          [...numbers.keys()].filter((place) => place >= from && place < to && values.includes(numbers[place] ?? -1)),
        )
        expect(bits.isEmpty()).toBe(values.length === 0)
      },
    ),
  )
})

test('the set of all numbers below a bound has each of them and no more', () => {
  for (const size of [0, 1, 31, 32, 33, 64, 1000]) {
    expect([...Bits.all(size).list()]).toEqual(Array.from({ length: size }, (_, number) => number))
  }
})

test('cleared bits are gone, and those more than a word away stay', () => {
  fc.assert(
    fc.property(ascending, fc.nat({ max: count }), fc.nat({ max: count }), (values, a, b) => {
      const [from = 0, to = 0] = [a, b].sort((one, other) => one - other)
      const bits = bitsWith(values)
      bits.clear(from, to)
      const left = [...bits.list()]
      expect(left.filter((one) => one >= from && one < to)).toEqual([])
      const isFar = (one: number) => one < from - 31 || one > to + 31
      expect(left.filter(isFar)).toEqual([...values].filter(isFar))
    }),
  )
})

function bitsWith(members: Uint32Array): Bits {
  const bits = new Bits(count)
  bits.add(members)
  return bits
}
