/**
 * Writes the records and details of a merged version: those of the last one as they stand, in stretches of providers that follow each
 * other, and between them those of the changed providers.
 */
import type { FileSummary } from '#registry/format'
import { detailsPerBlock, recordAlignment } from '#registry/read/records'
import { fileChunks } from '../../direct-reading.ts'
import { columnOfF64, columnOfU32 } from '../../snapshot/column.ts'
import type { SnapshotFolder } from '../../snapshot/snapshot-folder.ts'
import type { ChangedFiles } from '../changed-providers.ts'
import { stretchesIn } from '../ordinals.ts'
import { comparedChunks } from './compared-chunks.ts'
import { Window } from './window.ts'

export interface RecordCopy {
  /** The last version, what its manifest says of the two files, and where records and blocks of details begin in them. */
  lastDir: string
  summaries: { records: FileSummary; details: FileSummary }
  recordStarts: Uint32Array
  detailStarts: Float64Array
  changed: ChangedFiles
  /** As `Ordinals` has them. */
  stretches: Uint32Array
  /** The folder of the merged snapshot. */
  dir: string
}

/** So many bytes of records, and details of so many providers, are copied at a time: small beside what is read at a time. */
const recordBytesAtOnce = 64 * 1024
const detailsAtOnce = 512

const newline = 0x0a

/** Writes the records into a folder. Fails with CannotMergeError when those of the last version were damaged. */
export function copyRecords(folder: SnapshotFolder, copy: RecordCopy): Promise<void> {
  const last = comparedChunks(copy.lastDir, 'records.bin', copy.summaries.records)
  return withWindows(last, fileChunks(copy.changed.recordsPath), (windows) => writeRecords(folder, copy, windows))
}

/** Likewise the details. */
export function copyDetails(folder: SnapshotFolder, copy: RecordCopy): Promise<void> {
  const last = comparedChunks(copy.lastDir, 'details.bin', copy.summaries.details)
  return withWindows(last, fileChunks(copy.changed.detailsPath), (windows) => writeDetails(folder, copy, windows))
}

/** Where bytes are copied from. */
interface Windows {
  last: Window
  changed: Window
}

/** Works with both files, and reads that of the last version to its end, by which it is compared as a whole. */
async function withWindows(
  lastChunks: AsyncGenerator<Buffer>,
  changedChunks: AsyncGenerator<Buffer>,
  work: (windows: Windows) => Promise<void>,
): Promise<void> {
  const [last, changed] = [new Window(lastChunks), new Window(changedChunks)]
  try {
    await work({ last, changed })
    await last.finish()
  } finally {
    await Promise.all([last.close(), changed.close()])
  }
}

async function writeRecords(folder: SnapshotFolder, copy: RecordCopy, windows: Windows): Promise<void> {
  const stream = folder.stream('records.bin')
  const starts = columnOfU32()
  for (const { isKept, from, to } of stretchesIn(copy.stretches)) {
    const window = isKept ? windows.last : windows.changed
    const source = isKept ? copy.recordStarts : copy.changed.recordStarts
    const first = stream.position / recordAlignment
    starts.append(source.subarray(from, to).map((start) => first + start - source[from]))
    const end = source[to] * recordAlignment
    for (let at = source[from] * recordAlignment; at < end; at += recordBytesAtOnce) {
      stream.write(await window.bytes(at, Math.min(end, at + recordBytesAtOnce)))
    }
  }
  starts.push(stream.position / recordAlignment)
  stream.finish()
  folder.array('record-starts', starts.whole())
}

async function writeDetails(folder: SnapshotFolder, copy: RecordCopy, windows: Windows): Promise<void> {
  const stream = folder.stream('details.bin')
  const starts = columnOfF64()
  let ordinal = 0
  for (const { isKept, from, to } of stretchesIn(copy.stretches)) {
    for (let at = from; at < to; at += detailsAtOnce) {
      const end = Math.min(to, at + detailsAtOnce)
      const lines = await (isKept
        ? lastLines(copy, windows.last, at, end)
        : changedLines(copy, windows.changed, at, end))
      const toBlock = (detailsPerBlock - (ordinal % detailsPerBlock)) % detailsPerBlock
      for (let line = at + toBlock; line < end; line += detailsPerBlock) {
        starts.push(stream.position + lines.startOf(line) - lines.start)
      }
      stream.write(lines.bytes.subarray(lines.start, lines.startOf(end)))
      ordinal += end - at
    }
  }
  starts.push(stream.position)
  stream.finish()
  folder.array('detail-starts', starts.whole())
}

/** Details of providers that follow each other, a line for each. */
interface Lines {
  bytes: Buffer
  /** Where the first one begins. */
  start: number
  /** Where that of a provider begins, or the one before it ends. */
  startOf(provider: number): number
}

/** Only where every block of the last version begins is known, so the lines in it are looked for. */
async function lastLines({ detailStarts }: RecordCopy, window: Window, from: number, to: number): Promise<Lines> {
  const blockStart = (provider: number) => detailStarts[Math.floor(provider / detailsPerBlock)]
  const first = blockStart(from)
  const bytes = await window.bytes(first, detailStarts[Math.ceil(to / detailsPerBlock)])
  const startOf = (provider: number) => {
    let at = blockStart(provider) - first
    for (let skip = provider % detailsPerBlock; skip > 0; skip--) at = bytes.indexOf(newline, at) + 1
    return at
  }
  return { bytes, start: startOf(from), startOf }
}

async function changedLines(
  { changed: { detailStarts } }: RecordCopy,
  window: Window,
  from: number,
  to: number,
): Promise<Lines> {
  const bytes = await window.bytes(detailStarts[from], detailStarts[to])
  return { bytes, start: 0, startOf: (provider) => detailStarts[provider] - detailStarts[from] }
}
