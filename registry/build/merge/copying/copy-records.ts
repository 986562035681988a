/**
 * Writes the records and details of a merged version: those of the last one as they stand, in stretches of providers that follow each
 * other, and between them those of the changed providers.
 */
import type { FileSummary } from '#registry/format'
import { detailsPerBlock, recordAlignment } from '#registry/read/records'
import { columnOfF64, columnOfU32 } from '../../snapshot/column.ts'
import type { SnapshotFolder } from '../../snapshot/snapshot-folder.ts'
import type { ChangedFiles } from '../changed-providers.ts'
import { stretchesIn } from '../ordinals.ts'
import { CopiedFile } from './copied-file.ts'
import { TemporaryFile } from './temporary-file.ts'
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
export async function copyRecords(folder: SnapshotFolder, copy: RecordCopy): Promise<void> {
  const last = new CopiedFile(copy.lastDir, 'records.bin', copy.summaries.records)
  await withFiles(last, copy.changed.recordsPath, (files) => writeRecords(folder, copy, files))
}

/** Likewise the details. */
export async function copyDetails(folder: SnapshotFolder, copy: RecordCopy): Promise<void> {
  const last = new CopiedFile(copy.lastDir, 'details.bin', copy.summaries.details)
  await withFiles(last, copy.changed.detailsPath, (files) => writeDetails(folder, copy, files))
}

/** Where bytes are copied from. */
interface Windows {
  last: Window
  changed: Window
}

/** Works with both files, and compares that of the last version with its checksum. */
async function withFiles(
  last: CopiedFile,
  changedPath: string,
  work: (files: Windows) => Promise<void>,
): Promise<void> {
  try {
    const changed = new TemporaryFile(changedPath, 'r')
    try {
      await work({ last: new Window(last, last.bytes), changed: new Window(changed, changed.bytes) })
      last.finish()
    } finally {
      changed.close()
    }
  } finally {
    last.close()
  }
}

async function writeRecords(folder: SnapshotFolder, copy: RecordCopy, files: Windows): Promise<void> {
  const stream = folder.stream('records.bin')
  const starts = columnOfU32()
  for (const { isKept, from, to } of stretchesIn(copy.stretches)) {
    const window = isKept ? files.last : files.changed
    const source = isKept ? copy.recordStarts : copy.changed.recordStarts
    const first = stream.position / recordAlignment
    starts.append(source.subarray(from, to).map((start) => first + start - source[from]))
    const end = source[to] * recordAlignment
    for (let at = source[from] * recordAlignment; at < end; at += recordBytesAtOnce) {
      stream.write(window.bytes(at, Math.min(end, at + recordBytesAtOnce)))
    }
  }
  starts.push(stream.position / recordAlignment)
  stream.finish()
  folder.array('record-starts', starts.whole())
}

async function writeDetails(folder: SnapshotFolder, copy: RecordCopy, files: Windows): Promise<void> {
  const stream = folder.stream('details.bin')
  const starts = columnOfF64()
  let ordinal = 0
  for (const { isKept, from, to } of stretchesIn(copy.stretches)) {
    for (let at = from; at < to; at += detailsAtOnce) {
      const end = Math.min(to, at + detailsAtOnce)
      const lines = isKept ? lastLines(copy, files.last, at, end) : changedLines(copy, files.changed, at, end)
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
function lastLines({ detailStarts }: RecordCopy, window: Window, from: number, to: number): Lines {
  const blockStart = (provider: number) => detailStarts[Math.floor(provider / detailsPerBlock)]
  const first = blockStart(from)
  const bytes = window.bytes(first, detailStarts[Math.ceil(to / detailsPerBlock)])
  const startOf = (provider: number) => {
    let at = blockStart(provider) - first
    for (let skip = provider % detailsPerBlock; skip > 0; skip--) at = bytes.indexOf(newline, at) + 1
    return at
  }
  return { bytes, start: startOf(from), startOf }
}

function changedLines({ changed: { detailStarts } }: RecordCopy, window: Window, from: number, to: number): Lines {
  const bytes = window.bytes(detailStarts[from], detailStarts[to])
  return { bytes, start: 0, startOf: (provider) => detailStarts[provider] - detailStarts[from] }
}
