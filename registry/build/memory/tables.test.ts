import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SetTable } from './tables.ts'

test('each distinct sequence has a number, in the order in which they first came, and is told as it came', () => {
  const sequences = fc.array(fc.array(fc.nat(3), { maxLength: 5 }), { maxLength: 300, size: 'max' })
  fc.assert(
    fc.property(sequences, (all) => {
      const table = new SetTable()
      const numbers = new Map<string, number>()
      for (const members of all) {
        const number = numbers.get(members.join(' ')) ?? numbers.size
        numbers.set(members.join(' '), number)
        expect(table.numberOf(Uint32Array.from(members))).toBe(number)
      }
      const { starts, members } = table.lists()
      const told = Array.from(starts.subarray(1), (end, set) => members.subarray(starts[set], end).join(' '))
      expect(told).toEqual([...numbers.keys()])
    }),
    { numRuns: 20 },
  )
})

/** The first room for sets, and for their members. */
const [setsAtFirst, membersAtFirst] = [1024, 4096]

test.each([
  [setsAtFirst - 1, 1],
  [setsAtFirst, 1],
  [setsAtFirst + 1, 1],
  [4 * setsAtFirst, 3],
  [1, membersAtFirst],
  [1, membersAtFirst + 1],
  [5, membersAtFirst],
])('%i sets of %i members are all found again', (count, length) => {
  const table = new SetTable()
  const sets = Array.from({ length: count }, (_, set) => Uint32Array.from({ length }, (_, at) => set + at))
  for (const [set, members] of sets.entries()) expect(table.numberOf(members)).toBe(set)
  for (const [set, members] of sets.entries()) expect(table.numberOf(members)).toBe(set)
  const { starts, members } = table.lists()
  expect(starts).toEqual(Uint32Array.from({ length: count + 1 }, (_, set) => set * length))
  expect(
    Buffer.compare(Buffer.from(members.buffer), Buffer.concat(sets.map(({ buffer }) => Buffer.from(buffer)))),
  ).toBe(0)
})
