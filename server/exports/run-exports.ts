/**
 * Makes exports, one at a time in a process, each in a thread of its own (writer/main.ts) and of one version of the
 * registry. A run has a lease: when its process dies, another run begins from the start after it, and after three the
 * export has failed. Each run has files of its own, and one that goes on after its lease can neither touch those of the
 * next nor finish the export. Calls are taken when an export is made and never here, so that no run counts twice.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { KeyMode } from '#contract/key-modes'
import type { RegistrySource } from '#registry/search/follow'
import type { Filters, Registry } from '#registry/search/query'
import { startWorker } from '#registry/threads/start-worker'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import type { Files, FilesChoice } from '../platform/files/files.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { giveBackCalls } from '../usage/quota.ts'
import { removeAllParts, removeParts } from './export-files.ts'
import {
  claimExport,
  deleteExport,
  type ExportJob,
  findPast,
  noteDone,
  noteFailed,
  noteProgress,
  noteUndone,
  release,
} from './export-store.ts'
import type { WriterNews, WriterOrder } from './writer/main.ts'

const program = new URL('./writer/main.ts', import.meta.url)

const runsMax = 3
const pauseSeconds = 10
const pastAtOnce = 20

/** How often progress is put on record, which also renews the lease. */
const noteEveryMs = 2_000

/** Parts that a run may write before its progress is on record again; the removal of a broken run goes so far. */
const partsAhead = 256

export interface RunParts {
  database: Database
  files: Files
  /** Where `files` are, for the thread. */
  store: FilesChoice
  /** The registry that answers keys of a mode; undefined while there is none. */
  registryOf(mode: KeyMode): Promise<RegistrySource>
  warn(sentence: string): void
}

export function keepExporting(parts: RunParts, { everyMs = 1_000 } = {}): Repeating {
  const ending = new AbortController()
  const onAway = (reason: string) => parts.warn(`Exports wait: ${reason}.`)
  const work = async () => {
    await removePast(parts)
    return runNext(parts, ending.signal)
  }
  const repeating = keepDoing(work, { name: 'exports', everyMs, onAway })
  return {
    close() {
      ending.abort()
      return repeating.close()
    },
  }
}

async function removePast({ database: { db }, files }: RunParts): Promise<void> {
  for (const { parts, ...last } of await findPast(db, pastAtOnce)) {
    await removeAllParts(files, last, parts)
    await deleteExport(db, last.id)
  }
}

/** Whether there was one. */
async function runNext(parts: RunParts, ending: AbortSignal): Promise<boolean> {
  const { database, files, warn } = parts
  if (ending.aborted) return false
  const job = await claimExport(database.db)
  if (job === undefined) return false
  if (job.attempts > runsMax) {
    await giveUp(parts, job)
    return true
  }
  try {
    // Of the run before, which broke off.
    await removeParts(files, { id: job.id, run: job.run - 1 }, job.parts)
    await run(parts, job, ending)
  } catch (error) {
    warn(`Export ${job.id} could not be written in run ${job.attempts} of ${runsMax}: ${reasonOf(error)}.`)
    if (job.attempts === runsMax) await giveUp(parts, job)
    else await noteUndone(database.db, job, { isCounted: true, pauseSeconds })
  }
  return true
}

async function run(parts: RunParts, job: ExportJob, ending: AbortSignal): Promise<void> {
  const { database, files } = parts
  const { db } = database
  const registry = (await parts.registryOf(job.mode)).current()
  const written = registry === undefined ? 'waiting' : await writeInThread(parts, job, registry, ending)
  if (written === 'waiting') await noteUndone(db, job, { isCounted: false, pauseSeconds, hasBegun: false })
  else if (written === 'ended') await noteUndone(db, job, { isCounted: false, pauseSeconds: 0 })
  else if (written.kind === 'progress' || !(await noteDone(db, job, written))) {
    await removeParts(files, job, written.parts + partsAhead)
    await release(db, job)
  }
}

async function giveUp({ database, files }: RunParts, job: ExportJob): Promise<void> {
  const { account_id: accountId, period_start: periodStart, calls } = job
  const partsWritten = await inTransaction(database, async (trx) => {
    const failed = await noteFailed(trx, job, failedReason)
    if (failed !== undefined && accountId !== null && periodStart !== null) {
      await giveBackCalls(trx, { accountId, startMs: periodStart.getTime(), calls })
    }
    return failed
  })
  if (partsWritten !== undefined) await removeAllParts(files, job, partsWritten)
}

const failedReason = 'We couldn’t write the file, and the export counts as no call. Start it again.'

/** What was written, in part where the export was canceled or another process has it; or that this process ends. */
async function writeInThread(
  { database: { db }, store }: RunParts,
  job: ExportJob,
  registry: Registry,
  ending: AbortSignal,
): Promise<WriterNews | 'ended'> {
  const { id, run, format, fields } = job
  // Written from filters when the export was made, and by nothing else.
  const filters = job.filters as Filters
  const loan = registry.lend()
  const searched = { shared: loan.files, overlay: loan.overlay, filters }
  const order: WriterOrder = { ...searched, store, run: { id, run }, format, fields }
  const worker = startWorker(program, order)
  let news: WriterNews = { kind: 'progress', rows: 0, bytes: 0, parts: 0 }
  worker.on('message', (next: WriterNews) => {
    news = next
  })
  let isOver = false
  const over = new Promise<void>((resolve, reject) => {
    worker.on('error', reject)
    worker.on('exit', () => {
      isOver = true
      resolve()
    })
  })
  // Awaited below, perhaps later than it fails.
  over.catch(() => {})
  try {
    for (;;) {
      const noted = { ...news, parts: news.parts + partsAhead }
      if (!(await noteProgress(db, job, noted, registry.version))) return news
      await Promise.race([over, wait(noteEveryMs, undefined, { signal: ending, ref: false }).catch(() => {})])
      if (news.kind === 'done') return news
      if (ending.aborted) return 'ended'
      if (isOver) throw new Error('its thread ended early')
    }
  } finally {
    await worker.terminate()
    loan.release()
  }
}
