/** Numbers for texts, given as they come and sorted at the end; and lists inverted. */
import type { Lists } from '#registry/search/posting-lists'
import { bytesOf } from '../memory/bytes.ts'
import { ByteTable } from '../memory/tables.ts'

export class Vocabulary {
  private readonly numbers = new ByteTable()
  private readonly byWorker = new Map<number, number[]>()

  /** By the worker's own numbers. `fresh` are its new texts, end to end in UTF-8; `ends` where each ends. */
  numbersOf(workerId: number, fresh: Uint8Array, ends: Uint32Array): readonly number[] {
    const numbers = this.byWorker.get(workerId) ?? []
    this.byWorker.set(workerId, numbers)
    let start = 0
    for (const end of ends) {
      numbers.push(this.numbers.findOrAdd(fresh, start, end))
      start = end
    }
    return numbers
  }

  numberOf(text: string): number {
    const bytes = bytesOf(text)
    return this.numbers.findOrAdd(bytes, 0, bytes.length)
  }

  /** The texts in the order of their UTF-8 bytes, and for each number the text's place in that order. */
  inOrder(): { texts: string[]; placeOf: Uint32Array } {
    const given = Array.from({ length: this.numbers.size }, (_, number) => this.numbers.text(number))
    const numbers = Array.from(given.keys())
    // JavaScript sorts by UTF-16 units, which is another order once there are surrogates.
    const isByUnits = !given.some((text) => /[\ud800-\udfff]/.test(text))
    if (isByUnits) numbers.sort((a, b) => (given[a] < given[b] ? -1 : 1))
    else numbers.sort((a, b) => Buffer.compare(Buffer.from(given[a]), Buffer.from(given[b])))
    const placeOf = new Uint32Array(given.length)
    for (const [place, number] of numbers.entries()) placeOf[number] = place
    return { texts: numbers.map((number) => given[number]), placeOf }
  }
}

/** As `inverted`, where row r has the keys of set `setOf[r]`, without a call for each of a hundred million keys. */
export function invertedSets(setOf: Uint32Array, sets: Lists, keyCount: number): Lists {
  const rowsOfSet = new Uint32Array(sets.starts.length - 1)
  for (let row = 0; row < setOf.length; row++) rowsOfSet[setOf[row]]++
  const starts = new Uint32Array(keyCount + 1)
  for (let set = 0; set < rowsOfSet.length; set++) {
    if (rowsOfSet[set] === 0) continue
    for (let at = sets.starts[set]; at < sets.starts[set + 1]; at++) starts[sets.members[at] + 1] += rowsOfSet[set]
  }
  for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key]

  const next = starts.slice()
  const members = new Uint32Array(starts[keyCount])
  for (let row = 0; row < setOf.length; row++) {
    const set = setOf[row]
    for (let at = sets.starts[set]; at < sets.starts[set + 1]; at++) members[next[sets.members[at]]++] = row
  }
  return { starts, members }
}
