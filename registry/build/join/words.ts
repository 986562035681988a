/** Numbers for the words of names and for sets of codes, in the order in which they first come. */
import {
  eachJoined,
  fieldKey,
  fieldKeyMax,
  fieldMarks,
  indexTerms,
  joinedMark,
  joinedWholeMark,
  type NameField,
  particles,
  repeatedMark,
  type WordRow,
} from '#registry/search/words'
import { Bytes, bytesOf, type TextSpan, textOf } from '../memory/bytes.ts'
import { U32Column } from '../memory/column.ts'
import { ByteTable } from '../memory/tables.ts'

/** What a byte is in a word. One that is not plain takes the functions for strings. */
const noWord = 0
const apostrophe = 1
const notPlain = 2
const inWord = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toLowerCase()
  if (byte > 0x7e || character === '\\') return notPlain
  if (/[a-z0-9]/.test(character)) return character.charCodeAt(0)
  return /['`]/.test(character) ? apostrophe : noWord
})

const joinedByte = joinedMark.charCodeAt(0)
const joinedWholeByte = joinedWholeMark.charCodeAt(0)
const repeatedByte = repeatedMark.charCodeAt(0)

const particleTable = tableOf(particles)

function tableOf(words: Iterable<string>): ByteTable {
  const table = new ByteTable()
  for (const word of words) table.findOrAdd(bytesOf(word), 0, word.length)
  return table
}

/** Words as registry/search/words.ts makes them of names; those of plain ASCII are found here. */
export class WordTable implements WordRow {
  /** How many words the present part of a name has, those with an apostrophe whole; for `eachJoined`. */
  count = 0
  readonly #fresh = new Bytes()
  readonly #freshEnds = new U32Column()
  readonly #table = new ByteTable()
  /** Of the present part, and where each word begins; the last start ends the last word. */
  readonly #folded = new Bytes()
  readonly #starts: number[] = []
  readonly #had: number[] = []
  readonly #marked = new Bytes(1024)
  #visit: (word: number) => void = () => {}

  eachWord(parts: readonly TextSpan[], visit: (word: number) => void): void {
    this.#had.length = 0
    this.#visit = visit
    if (parts.some(isLongWay)) {
      for (const word of indexTerms(parts.map(textOf))) visit(this.#numberOfText(word))
      return
    }
    for (const part of parts) this.#eachPlainWord(part)
  }

  /** The word of a whole field; none where it has no letter and no digit. */
  fieldWord(field: NameField, span: TextSpan, visit: (word: number) => void): void {
    const { bytes, start, end } = span
    const marked = this.#marked
    marked.length = 0
    marked.byte(fieldMarks[field].charCodeAt(0))
    const { buffer } = marked
    let length = 1
    for (let at = start; at < end; at++) {
      const code = inWord[bytes[at]]
      if (code === notPlain) {
        marked.put(bytesOf([...fieldKey(textOf(span))].slice(0, fieldKeyMax).join('')))
        length = marked.length
        break
      }
      if (code > notPlain && length <= fieldKeyMax) buffer[length++] = code
    }
    if (length > 1) visit(this.#numberOf(marked.buffer, 0, length))
  }

  lengthOf(place: number): number {
    return this.#starts[place + 1] - this.#starts[place]
  }

  isParticle(place: number): boolean {
    return particleTable.find(this.#folded.buffer, this.#starts[place], this.#starts[place + 1]) !== -1
  }

  /** The words numbered since the last call, end to end, and where each ends. */
  takeFresh(): { words: Uint8Array; ends: Uint32Array } {
    return { words: this.#fresh.take(), ends: this.#freshEnds.take() }
  }

  /** An apostrophe ends a word too, but what is around it also counts whole. */
  #eachPlainWord({ bytes, start, end }: TextSpan): void {
    const folded = this.#folded
    const starts = this.#starts
    folded.length = 0
    folded.reserve(end - start)
    const { buffer } = folded
    starts.length = 0
    let length = 0
    let wholeStart = 0
    let wordStart = 0
    let words = 0
    for (let at = start; at <= end; at++) {
      const code = at === end ? noWord : inWord[bytes[at]]
      if (code > notPlain) {
        buffer[length++] = code
        continue
      }
      if (length > wordStart) {
        this.#visitWord(buffer, wordStart, length)
        wordStart = length
        words++
      }
      if (code === apostrophe || length === wholeStart) continue
      starts.push(wholeStart)
      if (words > 1) this.#visitMarked(joinedByte, buffer, wholeStart, length)
      wholeStart = length
      words = 0
    }
    this.count = starts.length
    starts.push(length)
    if (this.count > 1) eachJoined(this, this.#visitJoined)
  }

  #visitWord(buffer: Uint8Array, start: number, end: number): void {
    const number = this.#numberOf(buffer, start, end)
    const had = this.#had
    let times = 0
    for (let index = 0; index < had.length; index++) if (had[index] === number) times++
    had.push(number)
    if (times === 0) {
      this.#visit(number)
      return
    }
    const marked = this.#marked
    marked.length = 0
    marked.copy(buffer, start, end)
    for (; times > 0; times--) marked.byte(repeatedByte)
    this.#visit(this.#numberOf(marked.buffer, 0, marked.length))
  }

  readonly #visitJoined = (from: number, to: number) => {
    const mark = this.isParticle(from) ? joinedByte : joinedWholeByte
    this.#visitMarked(mark, this.#folded.buffer, this.#starts[from], this.#starts[to])
  }

  #visitMarked(mark: number, buffer: Uint8Array, start: number, end: number): void {
    const marked = this.#marked
    marked.length = 0
    marked.byte(mark)
    marked.copy(buffer, start, end)
    this.#visit(this.#numberOf(marked.buffer, 0, marked.length))
  }

  #numberOfText(word: string): number {
    const bytes = bytesOf(word)
    return this.#numberOf(bytes, 0, bytes.length)
  }

  #numberOf(bytes: Uint8Array, start: number, end: number): number {
    const known = this.#table.find(bytes, start, end)
    if (known !== -1) return known
    this.#fresh.copy(bytes, start, end)
    this.#freshEnds.push(this.#fresh.length)
    return this.#table.add(bytes, start, end)
  }
}

function isLongWay({ bytes, start, end }: TextSpan): boolean {
  for (let at = start; at < end; at++) if (inWord[bytes[at]] === notPlain) return true
  return false
}

const newline = 0x0a

/** Numbers for lines: members in order with blanks between them. */
export class LineTable {
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

  takeFresh(): string {
    return Buffer.from(this.#fresh.take()).toString('utf8')
  }
}
