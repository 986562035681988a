import { expect, test } from 'vitest'
import { KeptOrdinals } from './kept-ordinals.ts'
import { ListWindow } from './last-lists.ts'
import { mergeLists } from './merged-lists.ts'
import { gone } from './ordinals.ts'

/** Longer lists than what is read, or handed on, at a time, and short ones between them. */
const lengths = [3, 400_000, 300_000, 0, 1_200_000, 7, 600_000]

test('lists of millions are the same, merged in pieces, as one by one', () => {
  const kept = lengths.map((length, list) => Uint32Array.from({ length }, (_, at) => 2 * at + (list % 2)))
  const most = 2 * Math.max(...lengths)
  // Every seventh is gone, and whoever follows the thousandth has moved by five.
  const ofKept = Uint32Array.from({ length: most }, (_, at) => (at % 7 === 3 ? gone : at < 1000 ? at : at + 5))
  // Of the merged version; nobody who is kept becomes one of them.
  const taken = new Set(ofKept)
  const fresh = Array.from({ length: most }, (_, at) => at).filter((at) => at % 1001 === 0 && !taken.has(at))
  // The second list of the last version has no key any more, and one key is new.
  const keys = Uint32Array.of(0, gone, 1, 2, 4, 5, 6)
  const addedOf = (key: number) => (key % 2 === 1 ? fresh : key === 6 ? fresh.slice(0, 2) : [])

  const expected = Array.from({ length: 7 }, (_, key) => {
    const list = keys.indexOf(key)
    const members = list === -1 ? [] : Array.from(kept[list] ?? [], (member) => ofKept[member] ?? gone)
    return [...members.filter((member) => member !== gone), ...addedOf(key)].sort((a, b) => a - b)
  })
  const merged: Uint32Array[] = []
  const { members, readFrom } = windowOf(endToEnd(kept))
  const starts = mergeLists(
    { keys, starts: startsOf(kept), members },
    new KeptOrdinals(ofKept),
    {
      starts: startsOf(expected.map((_, key) => addedOf(key))),
      members: endToEnd(expected.map((_, key) => addedOf(key))),
    },
    (members) => void merged.push(members.slice()),
  )
  expect(merged.length).toBeGreaterThan(1)
  expect(readFrom.length).toBeGreaterThan(1)
  expect(readFrom, 'from the first to the last').toEqual([...readFrom].sort((a, b) => a - b))
  expect(Buffer.compare(Buffer.from(starts.buffer), Buffer.from(startsOf(expected).buffer))).toBe(0)
  expect(Buffer.compare(Buffer.from(endToEnd(merged).buffer), Buffer.from(endToEnd(expected).buffer))).toBe(0)
})

function startsOf(lists: readonly ArrayLike<number>[]): Uint32Array<ArrayBuffer> {
  const starts = new Uint32Array(lists.length + 1)
  for (const [list, { length }] of lists.entries()) starts[list + 1] = (starts[list] ?? 0) + length
  return starts
}

function endToEnd(lists: readonly ArrayLike<number>[]): Uint32Array<ArrayBuffer> {
  const starts = startsOf(lists)
  const all = new Uint32Array(starts.at(-1) ?? 0)
  for (const [list, members] of lists.entries()) all.set(members, starts[list])
  return all
}

/** As if they stood on disk, with where they are read from, time after time. */
function windowOf(members: Uint32Array<ArrayBuffer>) {
  const bytes = new Uint8Array(members.buffer)
  const readFrom: number[] = []
  const readInto = (target: Uint8Array, position: number, length: number) => {
    readFrom.push(position)
    target.set(bytes.subarray(position, position + length))
  }
  return { members: new ListWindow({ readInto }, members.length), readFrom }
}
