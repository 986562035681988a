/** A search thread: opens versions over the process's memory and files, and answers the questions in its ring. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { AlignedParts } from '../overlay.ts'
import type { Frame, SearchQuery } from '../query.ts'
import type { SnapshotSearcher as Searcher } from '../searcher.ts'
import type { SharedFiles, SnapshotFiles } from '../snapshot.ts'
import type { SharedRing } from './ring.ts'

/** A version has a number, by which questions name it. */
export type ThreadOrder =
  | { kind: 'wake' }
  | { kind: 'open'; version: number; files: SharedFiles; cacheBytesMax: number }
  | { kind: 'overlay'; version: number; parts: AlignedParts }
  | { kind: 'close'; version: number }

export type ThreadNews =
  | { kind: 'wake' }
  | { kind: 'opened' | 'closed'; version: number }
  | { kind: 'failed'; version: number; message: string }

export interface ThreadQuestion {
  query: SearchQuery
  frame: Frame
}

/** Answers after which the process is woken, unless the questions end earlier … */
const answersPerWake = 8
/** … or the first answer has waited this long. */
const waitMsMax = 1

/** Then the thread reads its messages: it may have to open a version. */
const answersPerTurn = 32

// Before the first import that may fail, so that errors name source lines.
process.setSourceMapsEnabled(true)
const { giveBack } = await import('../answer-bytes.ts')
const { messageOf } = await import('../errors.ts')
const { SnapshotSearcher } = await import('../searcher.ts')
const { collectSoon, filesOf } = await import('../snapshot.ts')
const { AnsweringEnd } = await import('./ring.ts')
if (parentPort !== null) serve(parentPort, workerData)

function serve(port: MessagePort, ring: SharedRing): void {
  const end = new AnsweringEnd(ring)
  const versions = new Map<number, { searcher: Searcher; files: SnapshotFiles }>()
  const send = (news: ThreadNews) => port.postMessage(news)
  let unreported = 0
  let unreportedSinceMs = 0
  let isResumeScheduled = false

  function reportAnswers(): void {
    unreported = 0
    if (end.mustWake()) send({ kind: 'wake' })
  }

  function answerAll(): void {
    isResumeScheduled = false
    for (let count = 1; count <= answersPerTurn; count++) {
      const next = end.next()
      if (next === undefined) {
        reportAnswers()
        if (end.sleep()) return
        continue
      }
      const json = search(next.question, versions.get(next.version)?.searcher)
      end.answer(json)
      if (json !== undefined) giveBack(json)
      if (++unreported === 1) unreportedSinceMs = performance.now()
      if (unreported === answersPerWake || performance.now() - unreportedSinceMs > waitMsMax) reportAnswers()
    }
    isResumeScheduled = true
    setImmediate(answerAll)
  }

  async function open({ version, files: shared, cacheBytesMax }: ThreadOrder & { kind: 'open' }): Promise<void> {
    try {
      const files = filesOf(shared)
      versions.set(version, { searcher: await SnapshotSearcher.open(files, cacheBytesMax), files })
      send({ kind: 'opened', version })
    } catch (error) {
      send({ kind: 'failed', version, message: messageOf(error) })
      collectSoon()
    }
  }

  port.on('message', (order: ThreadOrder) => {
    switch (order.kind) {
      case 'wake':
        if (!isResumeScheduled) answerAll()
        return
      case 'open':
        void open(order)
        return
      case 'overlay': {
        const searcher = versions.get(order.version)?.searcher
        searcher?.listed.use(order.parts, searcher.providers.count)
        return
      }
      case 'close':
        versions.get(order.version)?.files.close()
        versions.delete(order.version)
        send({ kind: 'closed', version: order.version })
        collectSoon()
    }
  })
}

function search(question: string, searcher: Searcher | undefined): Buffer | undefined {
  try {
    const { query, frame }: ThreadQuestion = JSON.parse(question)
    return searcher?.search(query, frame).json
  } catch {
    return undefined
  }
}
