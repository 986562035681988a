/**
 * What a build leaves beside the snapshot, so that later files can be merged onto it instead of building from all: the rows it
 * read of files of NPIs, and what providers are compared by. It is no part of the snapshot: nothing that serves reads it, and a
 * snapshot without it serves as well.
 *
 * Rows are never written twice: a merged version has those of the version before by a second name for the same file, and its
 * own in one more. They are not flushed to the disk, which would take as long as a small build; what a power failure takes, the
 * checksums tell. Writing fails as that of a snapshot does (registry/build/snapshot/snapshot-folder.ts), reading with
 * CannotMergeError, and then a build from all files is needed.
 */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type FileSummary, isVersion, readFileSummary, versionsFolder } from '#registry/format'
import { isWhole, parseJson, readerOf } from '#registry/read/json-reader'
import type { SnapshotFiles } from '#registry/read/snapshot-files'
import { hasErrorCode, messageOf } from '#registry/read/thrown'
import { versionDir } from '../announce.ts'
import type { Matching } from '../facilities/matching.ts'
import type { Batch } from '../render/batch.ts'
import { columnOfU32 } from '../snapshot/column.ts'
import type { Compared } from '../snapshot/neighbour-links.ts'
import { SnapshotFolder } from '../snapshot/snapshot-folder.ts'
import type { RowsSummary } from '../staging/rows-file.ts'
import { CannotMergeError } from './cannot-merge.ts'
import { programHash } from './program.ts'

/** The folder of the state, in that of the version. */
export const stateFolder = 'build-state'

const stateFile = 'state.json'

/** Organizations with a Medicare certification number, ascending, and the number of each; one with several stands there once for each. */
export interface Numbered {
  ordinals: Uint32Array
  numbers: readonly string[]
}

/** One file of rows, with the files they came from. */
export interface KeptRows extends RowsSummary {
  name: string
  /** By the number that its rows have for a file: the place of that file among those sources of the version that are of NPIs; -1 when it is none. */
  sources: readonly number[]
}

export interface State {
  /** Oldest first. */
  rows: readonly KeptRows[]
  /** The operator's taxonomy labels, by code. */
  labels: ReadonlyMap<string, string>
  /** Refused rows of these files, by the sentence that says why. */
  refusedRows: ReadonlyMap<string, number>
  /** The columns beside it. */
  files: Readonly<Record<string, FileSummary>>
}

/** Writes the state of the version whose snapshot is in a folder. */
export class StateWriter {
  readonly #dir: string
  readonly #folder: SnapshotFolder

  constructor(snapshotFolder: string) {
    this.#dir = join(snapshotFolder, stateFolder)
    mkdirSync(this.#dir)
    this.#folder = new SnapshotFolder(this.#dir)
  }

  /** Hands the batches on and notes what of them the snapshot will not tell: the numbers that Medicare certifies organizations by. */
  async *seeing(batches: AsyncIterable<Batch>): AsyncGenerator<Batch> {
    const numbered = columnOfU32()
    const numbers = this.#folder.stream('medicare-numbers.utf8')
    let firstOrdinal = 0
    for await (const batch of batches) {
      for (const index of batch.numberedProviders) numbered.push(firstOrdinal + index)
      numbers.write(Buffer.from(batch.medicareNumbers))
      firstOrdinal += batch.npis.length
      yield batch
    }
    numbers.finish()
    this.#folder.array('numbered-providers', numbered.whole())
  }

  /** Writes at once what `seeing` notes. */
  numbered({ ordinals, numbers }: Numbered): void {
    this.#folder.lines('medicare-numbers', numbers)
    this.#folder.array('numbered-providers', ordinals)
  }

  /** Writes what providers are compared by, and hands it on: whoever makes links of it may take it away. */
  compared(compared: Compared): Compared {
    this.#folder.array('address-hashes', compared.addresses)
    this.#folder.array('phone-hashes', compared.phones)
    return compared
  }

  /** Writes what was read of the organizations that may be facilities, so that a merge does not look for it among the records. */
  candidates(matching: Matching | undefined): void {
    const compared = [...(matching?.compared ?? [])]
    this.#folder.array(
      'facility-candidates',
      Uint32Array.from(compared, ([ordinal]) => ordinal),
    )
    this.#folder.lines(
      'facility-candidates',
      compared.map(([, line]) => line),
    )
  }

  /** Takes a file of rows over from where it was written. */
  moveRows(path: string, name: string): void {
    renameSync(path, join(this.#dir, name))
  }

  /** Takes a file of rows of another state, which keeps it. */
  shareRows(path: string, name: string): void {
    try {
      linkSync(path, join(this.#dir, name))
    } catch (error) {
      // Not every file system has second names for a file, nor any number of them.
      if (!hasErrorCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK')) throw error
      copyFileSync(path, join(this.#dir, name))
    }
  }

  /** Comes last: without it there is no state. */
  async finish({ rows, labels, refusedRows }: Omit<State, 'files'>): Promise<void> {
    await this.#folder.settle()
    const content = JSON.stringify({
      program: programHash(),
      rows: rows.map(({ sources, ...file }) => ({ ...file, sources: sources.join(' ') })),
      labels: Object.fromEntries(labels),
      refusedRows: Object.fromEntries(refusedRows),
      files: this.#folder.summaries,
    })
    this.#folder.bytes(stateFile, Buffer.from(`${checksumOf(content)}\n${content}\n`))
    await this.#folder.settle()
  }

  /** Lets go of what is not finished. */
  abandon(): void {
    this.#folder.abandon()
  }
}

/** Works with the state of the version whose snapshot is in a folder; what the work does not finish is let go. */
export async function writingState<T>(snapshotFolder: string, work: (state: StateWriter) => Promise<T>): Promise<T> {
  const state = new StateWriter(snapshotFolder)
  try {
    return await work(state)
  } finally {
    state.abandon()
  }
}

/** Reads the state of the version in a folder, but for its rows and columns. Throws CannotMergeError. */
export function readState(dir: string): State {
  try {
    const [checksum, content = ''] = readFileSync(join(dir, stateFolder, stateFile), 'utf8').split('\n')
    if (checksum !== checksumOf(content)) throw new Error(`${stateFile} was damaged`)
    const root = readerOf(parseJson(content, stateFile), stateFile)
    if (root.text('program') !== programHash()) throw new Error('it was written by another version of this program')
    return {
      rows: root.list('rows').map((file) => ({
        name: file.text('name'),
        pieces: file.list('pieces').map((piece) => ({ bytes: piece.whole('bytes'), crc32: piece.text('crc32') })),
        sources: (file.text('sources').match(/-?\d+/g) ?? []).map(Number),
      })),
      labels: new Map(Object.entries(root.object('labels').mapValues(isText, 'a text'))),
      refusedRows: new Map(Object.entries(root.object('refusedRows').mapValues(isWhole, 'a whole number from 0'))),
      files: root.object('files').mapObjects(readFileSummary),
    }
  } catch (error) {
    throw new CannotMergeError(`one whose build state cannot be used: ${messageOf(error)}`)
  }
}

/** By ordinal, of the columns beside a version: the organizations that were compared with facilities, each as a line. */
export function candidatesIn(beside: SnapshotFiles): Map<number, string> {
  const lines = beside.lines('facility-candidates')
  return new Map(Array.from(beside.u32('facility-candidates'), (ordinal, at) => [ordinal, lines[at] ?? '']))
}

/** The name of the n-th file of rows. */
export function rowsName(n: number): string {
  return `rows-${n}`
}

/**
 * Gives a version, whose folder was there before, the state from the folder of a snapshot of the same content: its own may be of another
 * program, or damaged where only a merge reads it.
 */
export function keepState(snapshotFolder: string, registryDir: string, version: string): void {
  const from = join(snapshotFolder, stateFolder)
  if (!existsSync(from)) return
  const to = join(versionDir(registryDir, version), stateFolder)
  rmSync(to, { recursive: true, force: true })
  renameSync(from, to)
}

/** Removes the states of all other versions: rows of several full files would take several times the room. */
export function removeOtherStates(registryDir: string, version: string): void {
  for (const name of readdirSync(join(registryDir, versionsFolder))) {
    if (!isVersion(name) || name === version) continue
    rmSync(join(versionDir(registryDir, name), stateFolder), { recursive: true, force: true })
  }
}

function checksumOf(content: string): string {
  return createHash('sha256').update(content).digest('hex')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
