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

test('bits are counted, paged, and found among others', () => {
  fc.assert(
    fc.property(ascending, fc.nat({ max: 410 }), fc.nat({ max: 50 }), (values, offset, limit) => {
      const bits = bitsWith(values)
      expect(bits.count()).toBe(values.length)
      expect([...bits.list()]).toEqual([...values])
      expect(bits.page(offset, limit)).toEqual([...values.slice(offset, offset + limit)])
      expect(bits.countAmong(Uint32Array.from([...values, ...values, 0, count - 1]), 1, 2 * values.length + 1)).toBe(
        Math.max(0, 2 * values.length - 1) + (values.includes(0) ? 1 : 0),
      )
      const numbers = Uint32Array.from({ length: count }, (_, place) => (place * 7 + 1) % count)
      const target = new Uint32Array(count)
      const length = bits.placesAmong(numbers, 3, count - 5, target)
      expect([...target.subarray(0, length)]).toEqual(
        [...numbers.keys()].filter((place) => place >= 3 && place < count - 5 && bits.has(numbers[place] ?? 0)),
      )
      expect(bits.isEmpty()).toBe(values.length === 0)
    }),
  )
})

test('the set of all numbers below a bound has each of them and no more', () => {
  for (const size of [0, 1, 31, 32, 33, 64, 1000]) {
    expect([...Bits.all(size).list()]).toEqual(Array.from({ length: size }, (_, number) => number))
  }
})

test('dense sets of any length are counted', () => {
  const word = fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.integer({ min: 0, max: 2 ** 32 - 1 }))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 70 }), (words) => {
      const members = words.flatMap((one) => [...one.toString(2)].filter((digit) => digit === '1'))
      expect(new Bits(32 * words.length, Uint32Array.from(words)).count()).toBe(members.length)
    }),
  )
})

function bitsWith(members: Uint32Array): Bits {
  const bits = new Bits(count)
  bits.add(members)
  return bits
}
