/**
 * The thread that writes one export: it searches over the process's memory and files, so that it needs little of its
 * own and no search waits for it. It waits for the store of files, whose pace is its own.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { ExportFormat } from '#contract/bulk-endpoints'
import type { AlignedParts } from '#registry/search/overlay'
import type { Filters } from '#registry/search/query'
import type { SharedFiles } from '#registry/search/snapshot'
import type { FilesChoice } from '../../platform/files/files.ts'
import type { ExportRun } from '../export-files.ts'

export interface WriterOrder {
  shared: SharedFiles
  overlay: AlignedParts
  store: FilesChoice
  run: ExportRun
  filters: Filters
  format: ExportFormat
  fields: string[] | null
}

export type WriterNews = { kind: 'progress' | 'done'; rows: number; bytes: number; parts: number }

/** Rows written between two reports. */
const rowsPerReport = 2_000

// Before the first import that may fail, so that errors name source lines.
process.setSourceMapsEnabled(true)
const { giveBack } = await import('#registry/search/answer-bytes')
const { hasOrganizationIds, SnapshotSearcher } = await import('#registry/search/searcher')
const { filesOf } = await import('#registry/search/snapshot')
const { openFiles } = await import('../../platform/files/files.ts')
const { PartWriter } = await import('../export-files.ts')
const { rowFormat } = await import('../row-formats.ts')

/** Records are read once each. */
const cacheBytesMax = 1024 * 1024

if (parentPort !== null) await write(workerData, (news) => parentPort?.postMessage(news))

async function write(order: WriterOrder, report: (news: WriterNews) => void): Promise<void> {
  const { filters, run } = order
  const searcher = await SnapshotSearcher.open(filesOf(order.shared), cacheBytesMax)
  searcher.records.isReadInOrder = true
  searcher.listed.use(order.overlay, searcher.providers.count)
  const ordinals = searcher.matching(filters)
  const store = openFiles(order.store)
  const out = new PartWriter(store, run)
  const format = rowFormat(order.format, filters.resource, order.fields, out)
  const hasIds = hasOrganizationIds(filters.resource)
  await format.begin()
  for (let row = 0; row < ordinals.length; row++) {
    const json = searcher.records.full(ordinals[row], hasIds)
    const writing = format.write(json)
    if (writing !== undefined) await writing
    giveBack(json)
    if ((row + 1) % rowsPerReport === 0) report({ kind: 'progress', rows: row + 1, bytes: out.bytes, parts: out.parts })
  }
  await format.end()
  await out.end()
  store.close()
  report({ kind: 'done', rows: ordinals.length, bytes: out.bytes, parts: out.parts })
}
