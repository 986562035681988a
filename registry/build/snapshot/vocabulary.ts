/** Numbers for texts and for sets, given as they come and put into a lasting order at the end. */
import type { Lists } from '#registry/read/lists'
import { columnOfU32 } from './column.ts'

/** Gives each distinct text a number. */
export class Vocabulary {
  private readonly numbers = new Map<string, number>()
  private readonly byMaker = new Map<number, number[]>()

  /** The numbers of all texts of one maker of batches, by the maker's own numbers; `fresh` are those it had not yet. */
  numbersOf(maker: number, fresh: readonly string[]): readonly number[] {
    const numbers = this.byMaker.get(maker) ?? []
    this.byMaker.set(maker, numbers)
    for (const text of fresh) numbers.push(this.numberOf(text))
    return numbers
  }

  numberOf(text: string): number {
    const known = this.numbers.get(text)
    if (known !== undefined) return known
    const number = this.numbers.size
    this.numbers.set(text, number)
    return number
  }

  /** The texts in the order of their UTF-8 bytes, and for each number given the text's place in that order. */
  inOrder(): { texts: string[]; placeOf: Uint32Array } {
    const texts = [...this.numbers.keys()].sort()
    // JavaScript sorts by UTF-16 units, which is another order as soon as there are characters of two units.
    if (texts.some((text) => /[\ud800-\udfff]/.test(text))) {
      texts.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    }
    const placeOf = new Uint32Array(texts.length)
    for (const [place, text] of texts.entries()) placeOf[this.numberOf(text)] = place
    return { texts, placeOf }
  }
}

/** Gives each distinct sequence of numbers a number: providers with the same one share it. */
export class SetTable {
  private readonly numbers = new Map<string, number>()
  private readonly starts = columnOfU32()
  private readonly members = columnOfU32()

  constructor() {
    this.starts.push(0)
  }

  numberOf(members: readonly number[]): number {
    const key = members.join(' ')
    const known = this.numbers.get(key)
    if (known !== undefined) return known
    const number = this.numbers.size
    this.numbers.set(key, number)
    for (const member of members) this.members.push(member)
    this.starts.push(this.members.length)
    return number
  }

  lists(): Lists {
    return { starts: this.starts.whole(), members: this.members.whole() }
  }
}

/**
 * Lists turned round: for every key the rows that have it, ascending. `eachKey` calls `visit` with each key of a row, and
 * must do the same both times it is asked.
 */
export function bearers(
  rowCount: number,
  keyCount: number,
  eachKey: (row: number, visit: (key: number) => void) => void,
): Lists {
  const starts = new Uint32Array(keyCount + 1)
  const count = (key: number) => {
    starts[key + 1]++
  }
  for (let row = 0; row < rowCount; row++) eachKey(row, count)
  for (let key = 0; key < keyCount; key++) starts[key + 1] += starts[key]

  const next = starts.slice()
  const members = new Uint32Array(starts[keyCount])
  let current = 0
  const put = (key: number) => {
    members[next[key]++] = current
  }
  for (; current < rowCount; current++) eachKey(current, put)
  return { starts, members }
}
