/** Numbers for the words of names and for sets of codes, in the order they first come. */
import { wordsOnFile } from '#registry/read/words'
import { ByteTable } from './byte-table.ts'
import { Bytes, bytesOf } from './bytes.ts'
import { growingU32 } from './growing.ts'
import type { TextSpan } from './json-text.ts'

/** Words as registry/read/words.ts makes them of names; those of plain ASCII without apostrophe are found right here. */
export class WordTable {
  readonly #fresh = new Bytes()
  readonly #freshEnds = growingU32()
  readonly #table = new ByteTable()
  readonly #folded = new Bytes()

  /** Calls `visit` with the number of each word of a name, given as the text of a JSON string. */
  eachWord(name: TextSpan, visit: (word: number) => void): void {
    const { bytes, start, end } = name
    if (!isPlain(bytes, start, end)) {
      const text: unknown = JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString('utf8')}"`)
      for (const word of wordsOnFile(String(text))) visit(this.#numberOfText(word))
      return
    }
    const folded = this.#folded
    folded.length = 0
    for (let at = start; at <= end; at++) {
      const byte = at === end ? 0 : bytes[at]
      if (byte >= 0x41 && byte <= 0x5a) folded.byte(byte + 0x20)
      else if ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39)) folded.byte(byte)
      else if (folded.length > 0) {
        visit(this.#numberOf(folded.buffer, folded.length))
        folded.length = 0
      }
    }
  }

  /** The words that got a number since this was last asked, end to end, and where each ends. */
  takeFresh(): { words: Uint8Array; ends: Uint32Array } {
    return { words: this.#fresh.take(), ends: this.#freshEnds.take() }
  }

  #numberOfText(word: string): number {
    const bytes = bytesOf(word)
    return this.#numberOf(bytes, bytes.length)
  }

  #numberOf(bytes: Uint8Array, length: number): number {
    const known = this.#table.find(bytes, 0, length)
    if (known !== -1) return known
    this.#fresh.copy(bytes, 0, length)
    this.#freshEnds.push(this.#fresh.length)
    return this.#table.add(bytes, 0, length)
  }
}

/** ASCII without apostrophes, and without the backslash by which JSON writes what is not. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte > 0x7e || byte === 0x27 || byte === 0x60 || byte === 0x5c) return false
  }
  return true
}

/** Numbers for sets, which are written as a line: their members, in order, with blanks between them. */
export class SetTable {
  readonly #numbers = new Map<string, number>()
  #fresh = ''

  numberOf(members: readonly string[]): number {
    const line = members.join(' ')
    const known = this.#numbers.get(line)
    if (known !== undefined) return known
    const number = this.#numbers.size
    this.#numbers.set(line, number)
    this.#fresh += `${line}\n`
    return number
  }

  /** The sets that got a number since this was last asked, each as a line. */
  takeFresh(): string {
    const fresh = this.#fresh
    this.#fresh = ''
    return fresh
  }
}
