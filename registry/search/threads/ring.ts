/**
 * Memory that two threads share: one end asks, the other answers, in the order of the questions. A message between
 * threads costs each end several microseconds (postMessage alone halves the searches a second), so messages only wake
 * an end that sleeps; an end that is awake looks here. Every count has one writer, and a question or answer is written
 * before its count.
 */
import { AnswerBytes, copyShared } from '../answer-bytes.ts'

/** Questions in flight: a power of two, so that slots go on in order when the counts overflow. */
const slotCount = 64

/** Bytes of a question and of an answer; most questions have 200, most pages 15,000. */
const questionBytesMax = 16 * 1024
const answerBytesMax = 64 * 1024
const slotBytes = questionBytesMax + answerBytesMax

/** The counts, and which end sleeps. */
const [askedAt, answeredAt, answererSleepsAt, askerSleepsAt] = [0, 1, 2, 3]
/** Behind them, per slot: the version that is asked, the bytes of the question and those of the answer. */
const slotsFrom = 4
const slotSize = 3
const [versionAt, questionAt, answerAt] = [0, 1, 2]

/** Instead of an answer's bytes: there is no answer. */
const unanswered = -1

/** What both ends hold. */
export interface SharedRing {
  slots: SharedArrayBuffer
  texts: SharedArrayBuffer
}

/** An empty ring whose answering end sleeps. Its counts, of 32 bits, begin at `from`. */
export function newRing(from = 0): SharedRing {
  const shared = new SharedArrayBuffer((slotsFrom + slotCount * slotSize) * Int32Array.BYTES_PER_ELEMENT)
  const slots = new Int32Array(shared)
  slots[askedAt] = from
  slots[answeredAt] = from
  slots[answererSleepsAt] = 1
  return { slots: shared, texts: new SharedArrayBuffer(slotCount * slotBytes) }
}

/** Counts go on from the highest number of 32 bits to the lowest. */
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

  /** False, and nothing is asked, when the question is too long or the ring is full. */
  ask(version: number, question: string): boolean {
    // No unit of a string takes more than three bytes.
    if (this.inFlight === slotCount || 3 * question.length > questionBytesMax) return false
    const slot = slotOf(this.asked)
    const at = slotsFrom + slot * slotSize
    this.slots[at + versionAt] = version
    this.slots[at + questionAt] = this.texts.write(question, slot * slotBytes)
    this.asked = next(this.asked)
    Atomics.store(this.slots, askedAt, this.asked)
    return true
  }

  /** Whether the answering end sleeps and the caller has to wake it. */
  mustWake(): boolean {
    return Atomics.exchange(this.slots, answererSleepsAt, 0) === 1
  }

  /** Whether the oldest question is answered. */
  hasAnswer(): boolean {
    return this.taken !== Atomics.load(this.slots, answeredAt)
  }

  /** A copy of its answer; undefined when there is none. */
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

  /** Asks to be woken by the next answer; false when there is one already, and then it is not woken. */
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

  /** The oldest question without an answer, or undefined when there is none now. */
  next(): { version: number; question: string } | undefined {
    if (this.answered === Atomics.load(this.slots, askedAt)) return undefined
    const slot = slotOf(this.answered)
    const at = slotsFrom + slot * slotSize
    const start = slot * slotBytes
    const question = this.texts.toString('utf8', start, start + this.slots[at + questionAt])
    return { version: this.slots[at + versionAt], question }
  }

  /** Answers it. Without an answer, or with one that is too long, the asking end gets none. */
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

  /** Whether the asking end sleeps and the caller has to wake it. */
  mustWake(): boolean {
    return Atomics.exchange(this.slots, askerSleepsAt, 0) === 1
  }

  /** Asks to be woken by the next question; false when there is one already, and then it is not woken. */
  sleep(): boolean {
    Atomics.store(this.slots, answererSleepsAt, 1)
    if (this.answered === Atomics.load(this.slots, askedAt)) return true
    Atomics.store(this.slots, answererSleepsAt, 0)
    return false
  }
}
