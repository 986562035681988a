/** Numbers for the words of names and for sets of codes, in the order they first come. */
import { wordsOnFile } from '#registry/read/words'
import { ByteTable } from './byte-table.ts'
import { Bytes, bytesOf } from './bytes.ts'
import { growingU32 } from './growing.ts'
import type { TextSpan } from './json-text.ts'

/** What a byte is in a word: a small letter or a digit, nothing, an apostrophe, or of a name that goes the long way. */
const noWord = 0
const apostrophe = 1
const notPlain = 2
const inWord = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase()
  if (byte > 0x7e || character === '\\') return notPlain
  if (/[a-z0-9]/.test(character)) return character.charCodeAt(0)
  return /['`]/.test(character) ? apostrophe : noWord
})

/** Words as registry/read/words.ts makes them of names; those of plain ASCII are found right here. */
export class WordTable {
  readonly #fresh = new Bytes()
  readonly #freshEnds = growingU32()
  readonly #table = new ByteTable()
  readonly #folded = new Bytes()

  /** Calls `visit` with the number of each word of a name, given as the text of a JSON string; a word may come again. */
  eachWord(name: TextSpan, visit: (word: number) => void): void {
    const { bytes, start, end } = name
    let all = 0
    let hasApostrophe = false
    for (let at = start; at < end; at++) {
      const code = inWord[bytes[at]]
      if (code === notPlain) all = notPlain
      else if (code === apostrophe) hasApostrophe = true
    }
    if (all === notPlain) {
      const text: unknown = JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString('utf8')}"`)
      for (const word of wordsOnFile(String(text))) visit(this.#numberOfText(word))
      return
    }
    this.#eachPlainWord(name, noWord, visit)
    // A word with an apostrophe counts in its parts, and whole.
    if (hasApostrophe) this.#eachPlainWord(name, apostrophe, visit)
  }

  /** The words that got a number since this was last asked, end to end, and where each ends. */
  takeFresh(): { words: Uint8Array; ends: Uint32Array } {
    return { words: this.#fresh.take(), ends: this.#freshEnds.take() }
  }

  /** Words of ASCII; an apostrophe is passed over or ends a word as another sign does. */
  #eachPlainWord({ bytes, start, end }: TextSpan, passedOver: number, visit: (word: number) => void): void {
    const folded = this.#folded
    folded.length = 0
    folded.reserve(end - start)
    const { buffer } = folded
    let length = 0
    for (let at = start; at <= end; at++) {
      const code = at === end ? noWord : inWord[bytes[at]]
      if (code > notPlain) {
        buffer[length++] = code
      } else if (length > 0 && (code === noWord || code !== passedOver)) {
        visit(this.#numberOf(buffer, length))
        length = 0
      }
    }
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

const newline = 0x0a

/** Numbers for sets, which are written as a line: their members, in order, with blanks between them. */
export class SetTable {
  readonly #numbers = new ByteTable()
  readonly #fresh = new Bytes(1024)

  numberOf(members: readonly string[]): number {
    const line = bytesOf(members.join(' '))
    return this.numberOfLine(line, 0, line.length)
  }

  numberOfLine(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#numbers.find(bytes, start, end)
    if (known !== -1) return known
    this.#fresh.copy(bytes, start, end)
    this.#fresh.byte(newline)
    return this.#numbers.add(bytes, start, end)
  }

  /** The sets that got a number since this was last asked, each as a line. */
  takeFresh(): string {
    return Buffer.from(this.#fresh.take()).toString('utf8')
  }
}
