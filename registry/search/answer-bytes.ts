/**
 * Writes answers one after the other into chunks that several of them share: memory of its own for each would cost more
 * than writing it. An answer therefore keeps its chunk in memory; copy what is kept for long.
 */
import { idLength, writeId } from './provider-id.ts'

const chunkBytes = 96 * 1024

/** Fewer bytes than these are copied sooner one by one. */
const bulkBytesMin = 48

const point = 0x2e
const zero = 0x30

export class AnswerBytes {
  private bytes = Buffer.allocUnsafeSlow(chunkBytes)
  /** Where the answer that is being written begins in the chunk, and how far it is written. */
  private start = 0
  private end = 0

  /** Bytes of the answer so far. */
  get length(): number {
    return this.end - this.start
  }

  /** Begins an answer; what was written and not taken is forgotten. */
  begin(): void {
    if (this.bytes.length > chunkBytes) this.startChunk(chunkBytes)
    this.end = this.start
  }

  /** What was written since `begin`. */
  take(): Buffer {
    const answer = this.bytes.subarray(this.start, this.end)
    this.start = this.end
    return answer
  }

  /** Forgets what was written beyond the first `length` bytes. */
  cutTo(length: number): void {
    this.end = this.start + length
  }

  /** The bytes written from `from` on, valid until the next are written. */
  since(from: number): Uint8Array {
    return this.bytes.subarray(this.start + from, this.end)
  }

  copy(source: Uint8Array, from = 0, to = source.length): void {
    const length = to - from
    this.reserve(length)
    const { bytes, end } = this
    if (length >= bulkBytesMin) bytes.set(source.subarray(from, to), end)
    else for (let at = 0; at < length; at++) bytes[end + at] = source[from + at]
    this.end = end + length
  }

  /** Copies from memory that threads share. */
  copyShared(source: Buffer, from: number, to: number): void {
    this.reserve(to - from)
    this.end += copyShared(source, from, to, this.bytes, this.end)
  }

  byte(byte: number): void {
    this.reserve(1)
    this.bytes[this.end++] = byte
  }

  text(text: string): void {
    // No unit of a string takes more than three bytes.
    this.reserve(3 * text.length)
    this.end += this.bytes.write(text, this.end)
  }

  /** The letters and digits of a provider's id, without its prefix. */
  id(npi: number): void {
    this.reserve(idLength)
    writeId(this.bytes, this.end, npi)
    this.end += idLength
  }

  /** A number of hundredths as JSON writes it: 1250 as 12.5. */
  hundredths(hundredths: number): void {
    const whole = Math.floor(hundredths / 100)
    const rest = hundredths - 100 * whole
    this.whole(whole)
    if (rest === 0) return
    const tens = Math.floor(rest / 10)
    this.byte(point)
    this.byte(zero + tens)
    if (rest !== 10 * tens) this.byte(zero + rest - 10 * tens)
  }

  /** A whole number in digits. */
  whole(value: number): void {
    let unit = 1
    while (unit * 10 <= value) unit *= 10
    for (let left = value; unit >= 1; unit /= 10) {
      const digit = Math.floor(left / unit)
      this.byte(zero + digit)
      left -= digit * unit
    }
  }

  private reserve(bytes: number): void {
    if (this.end + bytes <= this.bytes.length) return
    const before = this.bytes.subarray(this.start, this.end)
    this.startChunk(Math.max(chunkBytes, 2 * (before.length + bytes)))
    this.bytes.set(before)
    this.end = before.length
  }

  private startChunk(bytes: number): void {
    this.bytes = Buffer.allocUnsafeSlow(bytes)
    this.start = 0
    this.end = 0
  }
}

/** Copies bytes from or to memory that threads share, and returns how many: `fill` does it in one go, `set` word by word. */
export function copyShared(source: Uint8Array, from: number, to: number, target: Buffer, at: number): number {
  const length = to - from
  // There is nothing to fill anything with in no bytes, which `fill` would refuse.
  if (length > 0) target.fill(source.subarray(from, to), at, at + length)
  return length
}
