/**
 * Writes answers one after the other into chunks that several of them share. An answer keeps its chunk in memory: copy
 * what is kept for long, and give back what was sent. Chunks of which every answer was given back are written again;
 * without that, searches through threads fall to half, since memory beside V8's heap makes it collect again and again.
 */
import { idLength, writeId } from './provider-id.ts'

const chunkBytes = 96 * 1024

/** Fewer bytes than these are copied sooner one by one. */
const bulkBytesMin = 48

const point = 0x2e
const zero = 0x30

/** So many chunks wait at most to be written again. */
const freeChunksMax = 64

/** Memory that answers are cut from. */
class Chunk {
  readonly bytes: Buffer
  /** Answers that were taken and not given back. */
  underWay = 0
  /** Whether no more answers are cut from it. */
  isLeft = false

  constructor(length: number) {
    this.bytes = Buffer.allocUnsafeSlow(length)
    chunks.set(this.bytes.buffer, this)
  }

  /** Has it written again, if nobody has anything of it. */
  freeIfIdle(): void {
    if (this.underWay === 0 && this.isLeft && this.bytes.length === chunkBytes && free.length < freeChunksMax)
      free.push(this)
  }
}

/** By their memory. */
const chunks = new WeakMap<ArrayBufferLike, Chunk>()
const free: Chunk[] = []

/** Says that nobody reads an answer any more, once for each; of other bytes it says nothing. */
export function giveBack(answer: Buffer): void {
  const chunk = chunks.get(answer.buffer)
  if (chunk === undefined) return
  chunk.underWay--
  chunk.freeIfIdle()
}

export class AnswerBytes {
  private chunk = new Chunk(chunkBytes)
  private bytes = this.chunk.bytes
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
    // What was given back is in the processor's caches yet.
    else if (this.chunk.underWay === 0) this.start = 0
    this.end = this.start
  }

  /** What was written since `begin`. */
  take(): Buffer {
    const answer = this.bytes.subarray(this.start, this.end)
    this.start = this.end
    this.chunk.underWay++
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
    const { chunk } = this
    this.chunk = (bytes === chunkBytes ? free.pop() : undefined) ?? new Chunk(bytes)
    this.chunk.isLeft = false
    this.bytes = this.chunk.bytes
    this.start = 0
    this.end = 0
    chunk.isLeft = true
    chunk.freeIfIdle()
  }
}

/**
 * Copies bytes from or to memory that threads share, and returns how many: `fill` does it in one go, `set` word by
 * word.
 */
export function copyShared(source: Uint8Array, from: number, to: number, target: Buffer, at: number): number {
  const length = to - from
  // There is nothing to fill anything with in no bytes, which `fill` would refuse.
  if (length > 0) target.fill(source.subarray(from, to), at, at + length)
  return length
}
