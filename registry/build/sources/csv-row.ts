import { fieldBytesMax } from '../limits.ts'

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
  /** By field: where its content begins and ends in `bytes`, and 1 where quotes in it are doubled. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly escaped: Uint8Array

  constructor(fieldsMax: number) {
    this.filled = new Int16Array(fieldsMax)
    this.starts = new Int32Array(fieldsMax)
    this.ends = new Int32Array(fieldsMax)
    this.escaped = new Uint8Array(fieldsMax)
  }

  /** Where the content of a field begins and ends in `bytes`, without its quotes. */
  start(index: number): number {
    return this.starts[index] ?? 0
  }

  end(index: number): number {
    return this.ends[index] ?? 0
  }

  isEmpty(index: number): boolean {
    return this.start(index) === this.end(index)
  }

  text(index: number): string {
    const raw = this.bytes.toString('utf8', this.start(index), this.end(index))
    return this.escaped[index] === 1 ? raw.replaceAll('""', '"') : raw
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

  /** No fewer bytes than all fields have together. */
  get bytesMax(): number {
    if (this.filledCount === 0) return 0
    return this.ends[this.filled[this.filledCount - 1]] - this.starts[this.filled[0]]
  }

  /** Begins a row in these bytes: all fields are empty until they are added. */
  begin(bytes: Buffer): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    }
    for (let place = 0; place < this.filledCount; place++) {
      const index = this.filled[place] ?? 0
      this.starts[index] = 0
      this.ends[index] = 0
    }
    this.filledCount = 0
    this.fieldCount = 0
  }
}
