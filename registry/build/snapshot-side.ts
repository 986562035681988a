/** A snapshot as it is compared with another: its providers, active and deactivated, in the order of their NPIs. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Manifest, manifestFile, parseManifest } from '#registry/format'
import { giveBack } from '#registry/search/answer-bytes'
import type { Members, Standing } from '#registry/search/changes'
import { Providers } from '#registry/search/providers'
import { Records, recordAlignment } from '#registry/search/records'
import { type DiskFile, openSnapshotFiles, type SnapshotFiles } from '#registry/search/snapshot'

/** All that look-ups read of a snapshot, and the checksums of their blocks. */
const fileNames =
  /^(npis|flags|flag-bits|deactivated-npis|deactivated-on|replacement-npis|records|record-starts|records-crc32|details|detail-starts|detail-phrases|details-crc32|organization-.*)\./

const newline = 0x0a
const readAtOnce = 1024 * 1024
const cacheBytesMax = 1024 * 1024

export class SnapshotSide {
  readonly manifest: Manifest
  private readonly files: SnapshotFiles
  private readonly npis: Uint32Array
  private readonly deactivatedNpis: Uint32Array
  private readonly providers: Providers
  private readonly records: Records
  /** Their hash. */
  private readonly phrases: string
  private readonly recordStarts: Uint32Array
  private readonly recordBytes: Sequence
  private readonly detailBytes: Sequence
  private ordinal = 0
  private deactivated = 0
  private detailStart = 0
  private detailEnd = 0

  static async open(dir: string): Promise<SnapshotSide> {
    const manifest = parseManifest(await readFile(join(dir, manifestFile), 'utf8'))
    const needed = Object.entries(manifest.files).filter(([name]) => fileNames.test(name))
    return new SnapshotSide(manifest, await openSnapshotFiles(dir, Object.fromEntries(needed)))
  }

  private constructor(manifest: Manifest, files: SnapshotFiles) {
    this.manifest = manifest
    this.files = files
    this.npis = files.u32('npis')
    this.deactivatedNpis = files.u32('deactivated-npis')
    this.providers = new Providers(files)
    this.records = new Records(files, this.npis, { added: () => undefined, cacheBytesMax })
    this.phrases = createHash('sha256').update(files.lines('detail-phrases').join('\n')).digest('hex')
    this.recordStarts = files.u32('record-starts')
    const detailStarts = files.f64('detail-starts')
    this.recordBytes = new Sequence(files.onDisk('records', 'bin'), (this.recordStarts.at(-1) ?? 0) * recordAlignment)
    this.detailBytes = new Sequence(files.onDisk('details', 'bin'), detailStarts.at(-1) ?? 0)
    this.findDetails()
  }

  /** Of the provider that it is at; Infinity behind the last one. */
  get npi(): number {
    const active = this.ordinal < this.npis.length ? this.npis[this.ordinal] : Number.POSITIVE_INFINITY
    const { deactivated, deactivatedNpis } = this
    return deactivated < deactivatedNpis.length ? Math.min(active, deactivatedNpis[deactivated]) : active
  }

  get isActive(): boolean {
    return this.ordinal < this.npis.length && this.npis[this.ordinal] === this.npi
  }

  next(): void {
    if (!this.isActive) {
      this.deactivated++
      return
    }
    this.ordinal++
    this.detailStart = this.detailEnd
    this.findDetails()
  }

  /** Whether both have the same bytes of the provider that they are at. */
  hasSameBytes(other: SnapshotSide): boolean {
    if (this.phrases !== other.phrases) return false
    return this.recordPart().equals(other.recordPart()) && this.detailPart().equals(other.detailPart())
  }

  record(): Members {
    const json = this.records.full(this.ordinal, false)
    const members: Members = JSON.parse(json.toString('utf8'))
    giveBack(json)
    return members
  }

  standing(npi: number): Standing {
    if (this.npi !== npi) return { status: 'unknown' }
    if (this.isActive) {
      const { ordinal, providers } = this
      const [resource, isDoctor] = [providers.resourceOf(ordinal), providers.isDoctor(ordinal)]
      return { status: 'active', resource, isDoctor, record: this.record() }
    }
    const { deactivatedOn = '', replacementNpi = null } = this.providers.deactivationOf(npi) ?? {}
    return { status: 'deactivated', deactivatedOn, replacementNpi }
  }

  close(): void {
    this.files.close()
  }

  private recordPart(): Buffer {
    const [start, end] = [this.recordStarts[this.ordinal], this.recordStarts[this.ordinal + 1]]
    return this.recordBytes.part(start * recordAlignment, end * recordAlignment)
  }

  private detailPart(): Buffer {
    return this.detailBytes.part(this.detailStart, this.detailEnd)
  }

  /** Details are lines in the order of the providers. */
  private findDetails(): void {
    if (this.ordinal < this.npis.length) this.detailEnd = this.detailBytes.after(newline, this.detailStart)
  }
}

/** A file that is read from front to back. */
class Sequence {
  private readonly file: DiskFile
  private readonly bytes: number
  private start = 0
  private piece: Buffer = Buffer.alloc(0)

  constructor(file: DiskFile, bytes: number) {
    this.file = file
    this.bytes = bytes
  }

  /** Until the next call. */
  part(from: number, to: number): Buffer {
    if (from < this.start || to > this.start + this.piece.length) this.read(from, Math.max(to - from, readAtOnce))
    return this.piece.subarray(from - this.start, to - this.start)
  }

  /** The place behind the next such byte. */
  after(byte: number, from: number): number {
    for (let length = readAtOnce; ; length *= 2) {
      if (from < this.start || from >= this.start + this.piece.length) this.read(from, length)
      const found = this.piece.indexOf(byte, from - this.start)
      if (found !== -1) return this.start + found + 1
      if (this.start + this.piece.length >= this.bytes) return this.bytes
      this.read(from, length)
    }
  }

  private read(from: number, length: number): void {
    const piece = Buffer.allocUnsafe(Math.max(0, Math.min(length, this.bytes - from)))
    if (piece.length > 0) this.file.readInto(piece, from, piece.length)
    this.start = from
    this.piece = piece
  }
}
