/**
 * Writes answers into chunks that several share. Copy what is kept for long, and give back what was sent: a chunk whose
 * answers were all given back is reused (without that, searches through threads fall to half).
 */
import { idLength, writeId } from './provider-id.ts'

const chunkBytes = 96 * 1024

const bulkBytesMin = 48

const point = 0x2e
const zero = 0x30

const freeChunksMax = 64

class Chunk {
  readonly bytes: Buffer
  unreleased = 0
  isRetired = false

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafeSlow(length)
    chunks.set(this.bytes.buffer, this)
  }

  freeIfIdle(): void {
    if (this.unreleased === 0 && this.isRetired && this.bytes.length === chunkBytes && free.length < freeChunksMax)
      free.push(this)
  }
}

const chunks = new WeakMap<ArrayBufferLike, Chunk>()
const free: Chunk[] = []

/** Call once for each answer that is no longer read; other bytes are ignored. */
export function giveBack(answer: Buffer): void {
  const chunk = chunks.get(answer.buffer)
  if (chunk === undefined) return
  chunk.unreleased--
  chunk.freeIfIdle()
}

export class AnswerBytes {
  private chunk = new Chunk(chunkBytes)
  private bytes = this.chunk.bytes
  private start = 0
  private end = 0

  get length(): number {
    return this.end - this.start
  }

  /** What was written and not taken is dropped. */
  begin(): void {
    if (this.bytes.length > chunkBytes) this.startChunk(chunkBytes)
    else if (this.chunk.unreleased === 0) this.start = 0
    this.end = this.start
  }

  take(): Buffer {
    const answer = this.bytes.subarray(this.start, this.end)
    this.start = this.end
    this.chunk.unreleased++
    return answer
  }

  cutTo(length: number): void {
    this.end = this.start + length
  }

  /** Valid until the next write. */
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

  /** Without its prefix. */
  id(npi: number): void {
    this.reserve(idLength)
    writeId(this.bytes, this.end, npi)
    this.end += idLength
  }

  /** Hundredths as JSON: 1250 is 12.5. */
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
    const { chunk } = this
    this.chunk = (bytes === chunkBytes ? free.pop() : undefined) ?? new Chunk(bytes)
    this.chunk.isRetired = false
    this.bytes = this.chunk.bytes
    this.start = 0
    this.end = 0
    chunk.isRetired = true
    chunk.freeIfIdle()
  }
}

/** Copies from or to shared memory; returns how many bytes. */
export function copyShared(source: Uint8Array, from: number, to: number, target: Buffer, at: number): number {
  const length = to - from
  // `fill` refuses an empty range.
  if (length > 0) target.fill(source.subarray(from, to), at, at + length)
  return length
}
