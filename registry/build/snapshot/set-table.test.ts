import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { SetTable } from './set-table.ts'

test('each distinct sequence has a number, in the order in which they first came, and is told as it came', () => {
  const rooms = [undefined, { starts: new Uint32Array(1025), members: new Uint32Array(1) }]
  const sequences = fc.array(fc.array(fc.nat(3), { maxLength: 5 }), { maxLength: 3_000, size: 'max' })
  fc.assert(
    fc.property(sequences, fc.constantFrom(...rooms), (all, room) => {
      const table = new SetTable(room)
      const numbers = new Map<string, number>()
      for (const members of all) {
        const number = numbers.get(members.join(' ')) ?? numbers.size
        numbers.set(members.join(' '), number)
        expect(table.numberOf(Uint32Array.from(members))).toBe(number)
        expect(table.numberOfAmong([9, ...members, 9], 1, 1 + members.length)).toBe(number)
      }
      const { starts, members } = table.lists()
      const told = Array.from(starts.subarray(1), (end, set) => members.subarray(starts[set], end).join(' '))
      expect(told).toEqual([...numbers.keys()])
    }),
    { numRuns: 20 },
  )
})
