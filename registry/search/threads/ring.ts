/**
 * Shared memory between two threads: one asks, the other answers, in order. Messages only wake an end that sleeps
 * (postMessage halves the searches a second). Every count has one writer, and a text is written before its count.
 */
import { AnswerBytes, copyShared } from '../answer-bytes.ts'

/** A power of two, so that slots continue when counts overflow. */
const slotCount = 64

/** Most questions have 200 bytes, most pages 15,000. */
const questionBytesMax = 16 * 1024
const answerBytesMax = 64 * 1024
const slotBytes = questionBytesMax + answerBytesMax

const [askedAt, answeredAt, answererSleepsAt, askerSleepsAt] = [0, 1, 2, 3]
/** Per slot: version, bytes of the question, bytes of the answer. */
const slotsFrom = 4
const slotSize = 3
const [versionAt, questionAt, answerAt] = [0, 1, 2]

/** In place of an answer's bytes: no answer. */
const unanswered = -1

export interface SharedRing {
  slots: SharedArrayBuffer
  texts: SharedArrayBuffer
}

/** The answering end sleeps. 32-bit counts begin at `from`. */
export function newRing(from = 0): SharedRing {
  const shared = new SharedArrayBuffer((slotsFrom + slotCount * slotSize) * Int32Array.BYTES_PER_ELEMENT)
  const slots = new Int32Array(shared)
  slots[askedAt] = from
  slots[answeredAt] = from
  slots[answererSleepsAt] = 1
  return { slots: shared, texts: new SharedArrayBuffer(slotCount * slotBytes) }
}

const next = (count: number) => (count + 1) | 0
const slotOf = (count: number) => count & (slotCount - 1)

export class AskingEnd {
  private readonly slots: Int32Array
  private readonly texts: Buffer
  private readonly out = new AnswerBytes()
  private asked: number
  private taken: number

  constructor({ slots, texts }: SharedRing) {
    this.slots = new Int32Array(slots)
    this.texts = Buffer.from(texts)
    this.asked = this.slots[askedAt]
    this.taken = this.asked
  }

  get inFlight(): number {
    return (this.asked - this.taken) | 0
  }

  /** False when the question is too long or the ring is full. */
  ask(version: number, question: string): boolean {
    // At most three bytes for each UTF-16 unit.
    if (this.inFlight === slotCount || 3 * question.length > questionBytesMax) return false
    const slot = slotOf(this.asked)
    const at = slotsFrom + slot * slotSize
    this.slots[at + versionAt] = version
    this.slots[at + questionAt] = this.texts.write(question, slot * slotBytes)
    this.asked = next(this.asked)
    Atomics.store(this.slots, askedAt, this.asked)
    return true
  }

  mustWake(): boolean {
    return Atomics.exchange(this.slots, answererSleepsAt, 0) === 1
  }

  hasAnswer(): boolean {
    return this.taken !== Atomics.load(this.slots, answeredAt)
  }

  /** A copy; undefined when there is none. */
  take(): Buffer | undefined {
    const slot = slotOf(this.taken)
    this.taken = next(this.taken)
    const bytes = this.slots[slotsFrom + slot * slotSize + answerAt]
    if (bytes === unanswered) return undefined
    const from = slot * slotBytes + questionBytesMax
    this.out.begin()
    this.out.copyShared(this.texts, from, from + bytes)
    return this.out.take()
  }

  /** False when there is an answer already. */
  sleep(): boolean {
    Atomics.store(this.slots, askerSleepsAt, 1)
    if (!this.hasAnswer()) return true
    Atomics.store(this.slots, askerSleepsAt, 0)
    return false
  }
}

export class AnsweringEnd {
  private readonly slots: Int32Array
  private readonly texts: Buffer
  private answered: number

  constructor({ slots, texts }: SharedRing) {
    this.slots = new Int32Array(slots)
    this.texts = Buffer.from(texts)
    this.answered = this.slots[answeredAt]
  }

  /** Undefined when there is none. */
  next(): { version: number; question: string } | undefined {
    if (this.answered === Atomics.load(this.slots, askedAt)) return undefined
    const slot = slotOf(this.answered)
    const at = slotsFrom + slot * slotSize
    const start = slot * slotBytes
    const question = this.texts.toString('utf8', start, start + this.slots[at + questionAt])
    return { version: this.slots[at + versionAt], question }
  }

  /** Without an answer, or with one that is too long, the asking end gets none. */
  answer(json: Buffer | undefined): void {
    const slot = slotOf(this.answered)
    const at = slotsFrom + slot * slotSize
    if (json === undefined || json.length > answerBytesMax) {
      this.slots[at + answerAt] = unanswered
    } else {
      copyShared(json, 0, json.length, this.texts, slot * slotBytes + questionBytesMax)
      this.slots[at + answerAt] = json.length
    }
    this.answered = next(this.answered)
    Atomics.store(this.slots, answeredAt, this.answered)
  }

  mustWake(): boolean {
    return Atomics.exchange(this.slots, askerSleepsAt, 0) === 1
  }

  /** False when there is a question already. */
  sleep(): boolean {
    Atomics.store(this.slots, answererSleepsAt, 1)
    if (this.answered === Atomics.load(this.slots, askedAt)) return true
    Atomics.store(this.slots, answererSleepsAt, 0)
    return false
  }
}
