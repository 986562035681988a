import { fieldBytesMax } from '../limits.ts'

const quote = 0x22

/**
 * One row of a CSV file, as positions in the bytes it was read from. The reader fills the same object again for every row,
 * so it holds only until the handler that got it returns. Of CMS's 330 columns some 45 have content, so the others cost
 * nothing here: they are never written down, and whoever goes through a row goes through its filled fields.
 */
export class CsvRow {
  bytes: Buffer = Buffer.alloc(0)
  /** The same bytes, to be looked at four at a time. */
  view: DataView = new DataView(new ArrayBuffer(0))
  /** Line of the file on which the row begins, from 1. */
  line = 0
  fieldCount = 0
  /** How many fields have content, and which ones, in their order. */
  filledCount = 0
  readonly filled: Int16Array
  readonly #starts: Int32Array
  readonly #ends: Int32Array
  readonly #escaped: Uint8Array

  constructor(fieldsMax: number) {
    this.filled = new Int16Array(fieldsMax)
    this.#starts = new Int32Array(fieldsMax)
    this.#ends = new Int32Array(fieldsMax)
    this.#escaped = new Uint8Array(fieldsMax)
  }

  /** Where the content of a field begins and ends in `bytes`, without its quotes. */
  start(index: number): number {
    return this.#starts[index] ?? 0
  }

  end(index: number): number {
    return this.#ends[index] ?? 0
  }

  isEmpty(index: number): boolean {
    return this.start(index) === this.end(index)
  }

  text(index: number): string {
    const raw = this.bytes.toString('utf8', this.start(index), this.end(index))
    return this.#escaped[index] === 1 ? raw.replaceAll('""', '"') : raw
  }

  texts(): string[] {
    return Array.from({ length: this.fieldCount }, (_, index) => this.text(index))
  }

  /** The index of the first field longer than the limit, or -1. */
  indexOfLongField(): number {
    for (let place = 0; place < this.filledCount; place++) {
      const index = this.filled[place] ?? 0
      if (this.end(index) - this.start(index) > fieldBytesMax) return index
    }
    return -1
  }

  /** Copies the content of a field into `target`, doubled quotes undone, and returns the position after it. */
  copyField(index: number, target: Uint8Array, at: number): number {
    const { bytes } = this
    const end = this.end(index)
    let position = at
    if (this.#escaped[index] === 0) {
      for (let from = this.start(index); from < end; from++) target[position++] = bytes[from]
      return position
    }
    for (let from = this.start(index); from < end; from++) {
      target[position++] = bytes[from]
      if (bytes[from] === quote) from++
    }
    return position
  }

  /** Begins a row in these bytes: all fields are empty until they are added. */
  begin(bytes: Buffer): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    for (let place = 0; place < this.filledCount; place++) {
      const index = this.filled[place] ?? 0
      this.#starts[index] = 0
      this.#ends[index] = 0
    }
    this.filledCount = 0
    this.fieldCount = 0
  }

  /** Notes a field with content; those beyond the size of the row are passed over. */
  add(index: number, start: number, end: number, isEscaped: boolean): void {
    if (index >= this.#starts.length) return
    this.filled[this.filledCount++] = index
    this.#starts[index] = start
    this.#ends[index] = end
    this.#escaped[index] = isEscaped ? 1 : 0
  }
}
