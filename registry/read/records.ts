/**
 * Reads providers as ready JSON. A record is stored in pieces (see registry/README.md), and an answer is put together by
 * copying them: with the practice location that was found in front, with the distance, and with or without organizationIds,
 * as the resource wants it. Nothing is parsed or printed again but the distance.
 */
import { type Lists, listAt } from './lists.ts'
import { expand } from './phrases.ts'
import { idOf } from './provider-id.ts'
import type { DiskFile, SnapshotFiles } from './snapshot-files.ts'

/** Records begin at multiples of 8 bytes, so that 32 bits reach 32 GB. */
export const recordAlignment = 8

/** The position of details is known for every so many providers: less would take more memory, more longer to read. */
export const detailsPerBlock = 16

/** No block of details is larger: 16 providers with everything that fits into their rows. */
export const detailBytesMax = 16 * 1024 * 1024

/** What is to be written for one provider. */
export interface RecordRequest {
  ordinal: number
  /** Which of its practice locations stands in front. */
  location: number
  distanceMiles: number | undefined
}

const newline = 0x0a
const locationsOpen = Buffer.from(',"locations":[')
const locationsClose = Buffer.from(']')
const organizationIdsOpen = Buffer.from(',"organizationIds":[')
const organizationIdsClose = Buffer.from(']')

/** Members that are not in the records, as JSON with a comma in front; undefined for most providers. */
export type AddedMembers = (ordinal: number) => string | undefined

export class Records {
  private readonly recordStarts: Uint32Array
  private readonly recordFile: DiskFile
  private readonly detailStarts: Float64Array
  private readonly detailFile: DiskFile
  private readonly detailPhrases: readonly Buffer[]
  private readonly organizationSets: Uint32Array
  private readonly organizations: Lists
  private readonly npis: Uint32Array
  private readonly added: AddedMembers
  private record = Buffer.alloc(4096)

  constructor(files: SnapshotFiles, npis: Uint32Array, added: AddedMembers) {
    this.npis = npis
    this.added = added
    this.recordStarts = files.u32('record-starts')
    this.recordFile = files.onDisk('records', 'bin')
    this.detailStarts = files.f64('detail-starts')
    this.detailFile = files.onDisk('details', 'bin')
    this.detailPhrases = files.lines('detail-phrases').map((text) => Buffer.from(text))
    this.organizationSets = files.u32('organization-sets')
    this.organizations = {
      starts: files.u32('organization-set-starts'),
      members: files.u32('organization-set-members'),
    }
  }

  /** A JSON array with one object for each request, in their order. */
  list(requests: readonly RecordRequest[], hasOrganizationIds: boolean): Buffer {
    const out = new Output()
    out.text('[')
    for (const [index, request] of requests.entries()) {
      if (index > 0) out.text(',')
      this.writeOpen(out, request, hasOrganizationIds)
      out.text('}')
    }
    out.text(']')
    return out.bytes()
  }

  /** One object with everything on file. */
  full(ordinal: number, hasOrganizationIds: boolean): Buffer {
    const out = new Output()
    this.writeOpen(out, { ordinal, location: 0, distanceMiles: undefined }, hasOrganizationIds)
    expand(this.detailsOf(ordinal), this.detailPhrases, (source, from, to) => out.copy(source, from, to))
    out.text('}')
    return out.bytes()
  }

  /** Writes an object but for its closing brace. */
  private writeOpen(out: Output, request: RecordRequest, hasOrganizationIds: boolean): void {
    const record = this.read(request.ordinal)
    const count = record.readUInt16LE(0)
    const headLength = record.readUInt16LE(2)
    const tailLength = record.readUInt16LE(4)
    const placeLength = (place: number) => record.readUInt16LE(6 + 2 * place)
    const head = 6 + 2 * count
    const tail = head + headLength + placeLength(0)

    if (request.location === 0) {
      out.copy(record, head, tail + tailLength)
    } else {
      out.copy(record, head, head + headLength)
      let place = tail + tailLength
      for (let before = 1; before < request.location; before++) place += placeLength(before)
      out.copy(record, place, place + placeLength(request.location))
      out.copy(record, tail, tail + tailLength)
    }
    if (count > 1) {
      out.copy(locationsOpen)
      out.text('{')
      out.copy(record, head + headLength, tail)
      let place = tail + tailLength
      for (let next = 1; next < count; next++) {
        out.text('},{')
        out.copy(record, place, place + placeLength(next))
        place += placeLength(next)
      }
      out.text('}')
      out.copy(locationsClose)
    }
    const added = this.added(request.ordinal)
    if (added !== undefined) out.text(added)
    if (hasOrganizationIds) this.writeOrganizationIds(out, request.ordinal)
    if (request.distanceMiles !== undefined) {
      out.text(`,"distanceMiles":${Math.round(request.distanceMiles * 100) / 100}`)
    }
  }

  private writeOrganizationIds(out: Output, ordinal: number): void {
    out.copy(organizationIdsOpen)
    const organizations = listAt(this.organizations, this.organizationSets[ordinal])
    for (let index = 0; index < organizations.length; index++) {
      out.text(`${index === 0 ? '' : ','}"${idOf('organization', this.npis[organizations[index]])}"`)
    }
    out.copy(organizationIdsClose)
  }

  /** The record's bytes, in a buffer that the next call uses again. */
  private read(ordinal: number): Buffer {
    const position = this.recordStarts[ordinal] * recordAlignment
    const length = this.recordStarts[ordinal + 1] * recordAlignment - position
    if (length > this.record.length) this.record = Buffer.alloc(length * 2)
    this.recordFile.readInto(this.record, position, length)
    return this.record
  }

  /** With numbers for phrases. */
  private detailsOf(ordinal: number): Buffer {
    const block = Math.floor(ordinal / detailsPerBlock)
    const position = this.detailStarts[block]
    const details = Buffer.allocUnsafe(this.detailStarts[block + 1] - position)
    this.detailFile.readInto(details, position, details.length)
    let start = 0
    for (let skip = ordinal % detailsPerBlock; skip > 0; skip--) start = details.indexOf(newline, start) + 1
    return details.subarray(start, details.indexOf(newline, start))
  }
}

/** Bytes that grow at the end. */
class Output {
  private buffer = Buffer.allocUnsafe(16 * 1024)
  private length = 0

  copy(source: Buffer, from = 0, to = source.length): void {
    this.reserve(to - from)
    this.length += source.copy(this.buffer, this.length, from, to)
  }

  /** ASCII only. */
  text(text: string): void {
    this.reserve(text.length)
    this.length += this.buffer.write(text, this.length, 'latin1')
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  private reserve(bytes: number): void {
    const needed = this.length + bytes
    if (needed <= this.buffer.length) return
    const grown = Buffer.allocUnsafe(Math.max(needed, this.buffer.length * 2))
    this.buffer.copy(grown, 0, 0, this.length)
    this.buffer = grown
  }
}
