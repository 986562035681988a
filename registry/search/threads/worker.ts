/**
 * What a thread does that searches: it opens versions over the memory and the files of the process that has them open, and answers
 * what it is asked of them, one question after the other. What it cannot answer, for whatever reason, it leaves to whoever asked.
 */
import type { MessagePort } from 'node:worker_threads'
import { giveBack } from '../answer-bytes.ts'
import { messageOf } from '../errors.ts'
import type { SearchQuery } from '../query.ts'
import { Searching } from '../searcher.ts'
import { collectSoon, filesOf, type SharedFiles } from '../snapshot.ts'
import { AnsweringEnd, type FoundAnswer, type SharedRing } from './question-ring.ts'

/** What a thread is told. A version has a number, by which questions name it. */
export type Order =
  | { kind: 'wake' }
  | { kind: 'open'; version: number; files: SharedFiles; keptBytesMax: number }
  | { kind: 'close'; version: number }

/** What a thread tells. */
export type News =
  | { kind: 'wake' }
  | { kind: 'opened' | 'closed'; version: number }
  | { kind: 'failed'; version: number; message: string }

/** Whoever sleeps is woken for so many answers, to wake takes as long as to answer; or for fewer, where there are no more questions … */
const answersPerWake = 8
/** … or the first of them has waited so long. */
const waitMsMax = 1

/** After so many answers it hears what else it is told: a version may have to be opened in stretches meanwhile. */
const answersPerTurn = 32

/** Serves the other end of `ring`, and what comes through `port`. */
export function answerQuestions(port: MessagePort, ring: SharedRing): void {
  const end = new AnsweringEnd(ring)
  const versions = new Map<number, { searching: Searching; close(): void }>()
  const tell = (news: News) => port.postMessage(news)
  let untold = 0
  let untoldSinceMs = 0
  const tellAnswers = () => {
    untold = 0
    if (end.mustWake()) tell({ kind: 'wake' })
  }
  let isToGoOn = false

  /** Answers until there is nothing left, and sleeps then, or until something else has its turn. */
  function answerAll(): void {
    isToGoOn = false
    for (let count = 1; count <= answersPerTurn; count++) {
      const asked = end.next()
      if (asked === undefined) {
        tellAnswers()
        if (end.sleep()) return
        continue
      }
      const answer = answerTo(asked.question, versions.get(asked.who)?.searching)
      end.answer(answer)
      if (answer !== undefined) giveBack(answer.json)
      if (++untold === 1) untoldSinceMs = performance.now()
      if (untold === answersPerWake || performance.now() - untoldSinceMs > waitMsMax) tellAnswers()
    }
    isToGoOn = true
    setImmediate(answerAll)
  }

  async function open({ version, files: shared, keptBytesMax }: Order & { kind: 'open' }): Promise<void> {
    try {
      const files = filesOf(shared)
      versions.set(version, { searching: await Searching.open(files, keptBytesMax), close: files.close })
      tell({ kind: 'opened', version })
    } catch (error) {
      tell({ kind: 'failed', version, message: messageOf(error) })
      collectSoon()
    }
  }

  port.on('message', (order: Order) => {
    switch (order.kind) {
      case 'wake':
        if (!isToGoOn) answerAll()
        return
      case 'open':
        void open(order)
        return
      case 'close':
        versions.get(order.version)?.close()
        versions.delete(order.version)
        tell({ kind: 'closed', version: order.version })
        collectSoon()
    }
  })
}

function answerTo(question: string, searching: Searching | undefined): FoundAnswer | undefined {
  try {
    const query: SearchQuery = JSON.parse(question)
    return searching?.search(query)
  } catch {
    return undefined
  }
}
