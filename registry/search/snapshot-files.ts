/**
 * Opens the files of a snapshot. What is searched is loaded whole, as typed arrays, and compared with the SHA-256 of the manifest before
 * anything is answered; what is only read in pieces (records, details, posting lists) stays on disk, is read by position, and is compared with
 * a CRC-32 whenever it is read (`block-sums.ts`). Fails with a RegistryError that names the file: missing, of another size, of other content,
 * unreadable.
 */
import { closeSync } from 'node:fs'
import { endianness } from 'node:os'
import type { FileSummary } from '#registry/format'
import { type DiskFile, diskFile, sumBlockBytes, sumsNameOf } from './block-sums.ts'
import { compare, loadChecked, openChecked } from './checked-files.ts'
import { collectSoon } from './collect-memory.ts'
import { RegistryError } from './json-reader.ts'

/** Files with these endings stay on disk. */
const endingsOnDisk = ['.bin', '.list'] as const

/** The files of one snapshot, by name without the ending that says what is in them. */
export interface SnapshotFiles {
  u8(name: string): Uint8Array
  u16(name: string): Uint16Array
  u32(name: string): Uint32Array
  i32(name: string): Int32Array
  f64(name: string): Float64Array
  utf8(name: string): Buffer
  /** One text per line. */
  lines(name: string): string[]
  /** `bin` for bytes, `list` for whole numbers of 32 bits. */
  onDisk(name: string, ending: 'bin' | 'list'): DiskFile
  /** The same files for another thread, which has to let go of them before they are closed. */
  shared(): SharedFiles
  /** Closes every file, which other threads have to have let go of; reading after that fails. */
  close(): void
}

/** How files are opened. */
export interface OpeningOptions {
  /** Whether files that stay on disk are read to their end and compared, too. */
  isCheckedWhole?: boolean
  /** Gets every damage that is found while files are read by position. */
  onDamage?: ((error: RegistryError) => void) | undefined
}

/** What another thread needs to read the same files. */
export interface SharedFiles {
  loaded: { name: string; bytes: Uint8Array<SharedArrayBuffer> }[]
  onDisk: { name: string; descriptor: number; bytes: number }[]
}

/** Memory of fewer bytes is left until there is something else to collect. */
const collectedBytesMin = 16 * 1024 * 1024

/** Opens the files of these names. */
export async function openSnapshotFiles(
  dir: string,
  summaries: Record<string, FileSummary>,
  { isCheckedWhole = false, onDamage = () => {} }: OpeningOptions = {},
): Promise<SnapshotFiles> {
  if (endianness() !== 'LE') throw new RegistryError(dir, 'expected a little-endian machine, got a big-endian one')
  const shared: SharedFiles = { loaded: [], onDisk: [] }
  let isClosed = false
  const close = () => {
    if (isClosed) return
    isClosed = true
    for (const { descriptor } of shared.onDisk) closeSync(descriptor)
    if (keptBytesOf(summaries) >= collectedBytesMin) collectSoon()
  }
  try {
    for (const [name, summary] of Object.entries(summaries)) {
      const file = await openChecked(dir, name, summary)
      if (isKeptFile(name)) {
        const bytes = await loadChecked(file).finally(() => closeSync(file.descriptor))
        shared.loaded.push({ name, bytes })
      } else {
        shared.onDisk.push({ name, descriptor: file.descriptor, bytes: summary.bytes })
        if (isCheckedWhole) await compare(file)
      }
    }
    return readerOf(shared, { isClosed: () => isClosed, onDamage, close })
  } catch (error) {
    close()
    throw error
  }
}

/** The files that another thread has open, and closes when this one has let go of them. What is damaged, that one reads itself and tells. */
export function filesOf(shared: SharedFiles): SnapshotFiles {
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  return readerOf(shared, { isClosed: () => isClosed, onDamage: () => {}, close })
}

function readerOf(
  shared: SharedFiles,
  { isClosed, onDamage, close }: { isClosed(): boolean; onDamage(error: RegistryError): void; close(): void },
): SnapshotFiles {
  const kept = new Map(shared.loaded.map(({ name, bytes }) => [name, bytes]))
  const loaded = (name: string, bytesPerElement: number): SharedArrayBuffer => {
    const bytes = kept.get(name)
    if (bytes === undefined) throw new RegistryError(name, 'expected in the manifest, got nothing')
    if (bytes.length % bytesPerElement !== 0) {
      throw new RegistryError(name, `expected whole elements of ${bytesPerElement} bytes`)
    }
    return bytes.buffer
  }
  const u32 = (name: string) => new Uint32Array(loaded(`${name}.u32`, 4))
  const onDisk = new Map(
    shared.onDisk.map((file) => {
      const sums = u32(sumsNameOf(file.name))
      if (sums.length !== Math.ceil(file.bytes / sumBlockBytes)) {
        throw new RegistryError(`${sumsNameOf(file.name)}.u32`, `expected one number for each block of ${file.name}`)
      }
      return [file.name, diskFile({ ...file, sums, isClosed, onDamage })]
    }),
  )
  return {
    u8: (name) => new Uint8Array(loaded(`${name}.u8`, 1)),
    u16: (name) => new Uint16Array(loaded(`${name}.u16`, 2)),
    u32,
    i32: (name) => new Int32Array(loaded(`${name}.i32`, 4)),
    f64: (name) => new Float64Array(loaded(`${name}.f64`, 8)),
    utf8: (name) => Buffer.from(loaded(`${name}.utf8`, 1)),
    lines: (name) =>
      Buffer.from(loaded(`${name}.utf8`, 1))
        .toString('utf8')
        .split('\n')
        .slice(0, -1),
    onDisk(name, ending) {
      const file = onDisk.get(`${name}.${ending}`)
      if (file === undefined) throw new RegistryError(`${name}.${ending}`, 'expected in the manifest, got nothing')
      return file
    },
    shared: () => shared,
    close,
  }
}

/** Whether a file of this name is loaded whole. */
export function isKeptFile(name: string): boolean {
  return !endingsOnDisk.some((ending) => name.endsWith(ending))
}

function keptBytesOf(summaries: Record<string, FileSummary>): number {
  return Object.entries(summaries).reduce((sum, [name, { bytes }]) => (isKeptFile(name) ? sum + bytes : sum), 0)
}
