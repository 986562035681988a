/** Bytes that grow at the end, and texts as JSON strings hold them. */
import { copyShared } from '#registry/search/answer-bytes'
import { sharedBytesIn } from './shared-bytes.ts'

/** Short runs are copied in a loop, which is faster than a call. */
export class Bytes {
  buffer: Uint8Array<ArrayBuffer>
  length = 0

  constructor(room = 64 * 1024) {
    this.buffer = new Uint8Array(room)
  }

  /** Makes room for more bytes, which may then be written into `buffer`. */
  reserve(bytes: number): void {
    if (this.length + bytes > this.buffer.length) this.#grow(bytes)
  }

  byte(value: number): void {
    if (this.length === this.buffer.length) this.#grow(1)
    this.buffer[this.length++] = value
  }

  put(bytes: Uint8Array): void {
    this.copy(bytes, 0, bytes.length)
  }

  copy(source: Uint8Array, start: number, end: number): void {
    this.reserve(end - start)
    const { buffer } = this
    let at = this.length
    if (end - start > loopMax) {
      buffer.set(source.subarray(start, end), at)
      this.length = at + end - start
      return
    }
    for (let from = start; from < end; from++) buffer[at++] = source[from]
    this.length = at
  }

  number(value: number, base: number, digits: number): void {
    this.reserve(digits)
    let rest = value
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const next = Math.floor(rest / base)
      this.buffer[at] = digitCodes[rest - next * base]
      rest = next
    }
    this.length += digits
  }

  begin(member: Uint8Array): number {
    this.put(member)
    return this.length
  }

  /** Ends the value from `start`, with a quote by default; takes back an empty one. Returns whether it is there. */
  end(start: number, member: Uint8Array, ending?: Uint8Array): boolean {
    const isThere = this.length > start
    if (!isThere) this.length = start - member.length
    else if (ending === undefined) this.byte(quote)
    else this.put(ending)
    return isThere
  }

  /** All bytes, in a copy; these are empty then. */
  take(): Uint8Array<ArrayBuffer> {
    const all = this.buffer.slice(0, this.length)
    this.length = 0
    return all
  }

  /** The same in memory that threads share, in `spare` where that has room. */
  takeShared(spare: SharedArrayBuffer | undefined): Uint8Array<SharedArrayBuffer> {
    const all = sharedBytesIn(spare, this.length)
    copyShared(this.buffer, 0, this.length, all, 0)
    this.length = 0
    return all
  }

  #grow(bytes: number): void {
    const longer = new Uint8Array(Math.max(this.length + bytes, this.buffer.length * 2))
    longer.set(this.buffer.subarray(0, this.length))
    this.buffer = longer
  }
}

const loopMax = 96

const digitCodes = Buffer.from('0123456789abcdefghijklmnopqrstuvwxyz')

export function bytesOf(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'utf8'))
}

/** What is between the quotes of a JSON string. */
export function jsonTextOf(text: string): Uint8Array {
  return bytesOf(JSON.stringify(text).slice(1, -1))
}

export interface TextSpan {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

const blank = 0x20
const lessThan = 0x3c
const quote = 0x22
const backslash = 0x5c

/** Printable ASCII that JSON takes as it is, with single blanks, and not CMS's mark of a withheld value. */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  let before = blank
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === blank ? before === blank : isTakenAsItIs[byte] === 0) return false
    before = byte
  }
  return start === end || (before !== blank && bytes[start] !== lessThan)
}

const isTakenAsItIs = Uint8Array.from({ length: 256 }, (_, byte) => {
  return byte > blank && byte <= 0x7e && byte !== quote && byte !== backslash ? 1 : 0
})

export function textOf({ bytes, start, end }: TextSpan): string {
  return String(JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString('utf8')}"`))
}
