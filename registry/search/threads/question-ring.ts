/**
 * Memory that two threads share, by which one asks and the other answers, in the order of the questions. A message between threads costs
 * each end several microseconds and wakes who sleeps, so that messages are for those who sleep alone; everybody else looks here. Every
 * count has one writer, and what belongs to a question is written before its count.
 */

import { copyShared } from '../answer-bytes.ts'

/** So many questions may be under way: a power of two, so that places go on in order where counts begin anew. */
const placesMax = 2 ** 6

/** Bytes of a question, and of an answer: nearly all questions take 200 bytes, and answers of a page 15,000. */
const questionBytesMax = 16 * 1024
const answerBytesMax = 64 * 1024
const placeBytes = questionBytesMax + answerBytesMax

/** Where the counts stand, and who sleeps. */
const [askedAt, answeredAt, answererSleepsAt, askerSleepsAt] = [0, 1, 2, 3]
/** Behind them what is told of each place: who is asked, the bytes of the question, those of the answer, and its total. */
const toldFrom = 4
const toldPerPlace = 4
const [whoAt, questionAt, answerAt, totalAt] = [0, 1, 2, 3]

/** Instead of an answer's bytes: there is none, and whoever asked has to find out by itself. */
const unanswered = -1

/** What both ends hold. */
export interface SharedRing {
  told: SharedArrayBuffer
  texts: SharedArrayBuffer
}

/** A ring in which nothing is asked, whose answering end sleeps. Its counts, of 32 bits, may begin anywhere; tests bring others than nought. */
export function newRing(from = 0): SharedRing {
  const shared = new SharedArrayBuffer((toldFrom + placesMax * toldPerPlace) * Int32Array.BYTES_PER_ELEMENT)
  const told = new Int32Array(shared)
  told[askedAt] = from
  told[answeredAt] = from
  told[answererSleepsAt] = 1
  return { told: shared, texts: new SharedArrayBuffer(placesMax * placeBytes) }
}

/** Counts go on from the highest number of 32 bits to the lowest. */
const next = (count: number) => (count + 1) | 0
const placeOf = (count: number) => count & (placesMax - 1)

/** An answer in the ring, valid until the next question is asked: ready JSON, from here to there in `texts`. */
export interface RingAnswer {
  total: number
  texts: Buffer
  from: number
  to: number
}

/** An answer on its way into the ring: ready JSON. */
export interface FoundAnswer {
  total: number
  json: Buffer
}

export class AskingEnd {
  private readonly told: Int32Array
  private readonly texts: Buffer
  private asked: number
  private taken: number
  constructor({ told, texts }: SharedRing) {
    this.told = new Int32Array(told)
    this.texts = Buffer.from(texts)
    this.asked = this.told[askedAt]
    this.taken = this.asked
  }

  /** How many questions are under way. */
  get underWay(): number {
    return (this.asked - this.taken) | 0
  }

  /** Asks `who`, a whole number; false, and nothing is asked, where the question is too long or too many are under way. */
  ask(who: number, question: string): boolean {
    // No unit of a string takes more than three bytes.
    if (this.underWay === placesMax || 3 * question.length > questionBytesMax) return false
    const place = placeOf(this.asked)
    const told = toldFrom + place * toldPerPlace
    this.told[told + whoAt] = who
    this.told[told + questionAt] = this.texts.write(question, place * placeBytes)
    this.asked = next(this.asked)
    Atomics.store(this.told, askedAt, this.asked)
    return true
  }

  /** Whether the answering end sleeps, and is to be woken by the caller. */
  mustWake(): boolean {
    return Atomics.exchange(this.told, answererSleepsAt, 0) === 1
  }

  /** Whether the next question in their order has been dealt with. */
  hasAnswer(): boolean {
    return this.taken !== Atomics.load(this.told, answeredAt)
  }

  /** What came of that; undefined where it is to be found out by oneself. */
  take(): RingAnswer | undefined {
    const place = placeOf(this.taken)
    this.taken = next(this.taken)
    const told = toldFrom + place * toldPerPlace
    const bytes = this.told[told + answerAt]
    if (bytes === unanswered) return undefined
    const from = place * placeBytes + questionBytesMax
    return { total: this.told[told + totalAt], texts: this.texts, from, to: from + bytes }
  }

  /** Asks to be woken by the next answer; false where there is one already, and then it is not. */
  sleep(): boolean {
    Atomics.store(this.told, askerSleepsAt, 1)
    if (!this.hasAnswer()) return true
    Atomics.store(this.told, askerSleepsAt, 0)
    return false
  }
}

export class AnsweringEnd {
  private readonly told: Int32Array
  private readonly texts: Buffer
  private answered: number

  constructor({ told, texts }: SharedRing) {
    this.told = new Int32Array(told)
    this.texts = Buffer.from(texts)
    this.answered = this.told[answeredAt]
  }

  /** The next question in their order, or undefined where there is none now. */
  next(): { who: number; question: string } | undefined {
    if (this.answered === Atomics.load(this.told, askedAt)) return undefined
    const place = placeOf(this.answered)
    const told = toldFrom + place * toldPerPlace
    const start = place * placeBytes
    const question = this.texts.toString('utf8', start, start + this.told[told + questionAt])
    return { who: this.told[told + whoAt], question }
  }

  /** Answers it with ready JSON. Without an answer, or with one that is too long, whoever asked has to find out by itself. */
  answer(answer: FoundAnswer | undefined): void {
    const place = placeOf(this.answered)
    const told = toldFrom + place * toldPerPlace
    if (answer === undefined || answer.json.length > answerBytesMax) {
      this.told[told + answerAt] = unanswered
    } else {
      const { json, total } = answer
      copyShared(json, 0, json.length, this.texts, place * placeBytes + questionBytesMax)
      this.told[told + answerAt] = json.length
      this.told[told + totalAt] = total
    }
    this.answered = next(this.answered)
    Atomics.store(this.told, answeredAt, this.answered)
  }

  /** Whether the asking end sleeps, and is to be woken by the caller. */
  mustWake(): boolean {
    return Atomics.exchange(this.told, askerSleepsAt, 0) === 1
  }

  /** Asks to be woken by the next question; false where there is one already, and then it is not. */
  sleep(): boolean {
    Atomics.store(this.told, answererSleepsAt, 1)
    if (this.answered === Atomics.load(this.told, askedAt)) return true
    Atomics.store(this.told, answererSleepsAt, 0)
    return false
  }
}
