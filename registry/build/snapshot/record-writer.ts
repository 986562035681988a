/** Writes each provider's answer as ready JSON in the pieces that registry/read/records.ts puts together again. */
import { deflateRawSync } from 'node:zlib'
import type { PracticeLocation } from '#contract/providers'
import { microdegrees } from '#registry/read/geometry'
import { idOf } from '#registry/read/provider-id'
import { detailBytesMax, detailsPerBlock, recordAlignment } from '#registry/read/records'
import { labelOf } from '#registry/read/specialties'
import type { BuiltIndividual, BuiltOrganization } from '../provider.ts'
import { columnOfF64, columnOfU32 } from './column.ts'
import type { FileStream, SnapshotFolder } from './snapshot-folder.ts'

/** Lengths within a record are stored in 16 bits. */
const lengthMax = 2 ** 16 - 1

/** So that a block never exceeds what is read back: a character takes three bytes at most, and comma and newline one each. */
const detailLengthMax = Math.floor((detailBytesMax / detailsPerBlock - 2) / 3)

/** Level 3 of 9: the higher ones save 4 % of the space for a third more time. */
const deflateLevel = 3

/** Writes records and details as providers come, in the order of their ordinals. */
export class RecordWriter {
  private readonly labels: ReadonlyMap<string, string>
  private readonly records: FileStream
  private readonly recordStarts = columnOfU32()
  private readonly details: FileStream
  private readonly detailStarts = columnOfF64()
  private block: string[] = []
  private buffer = Buffer.alloc(64 * 1024)

  /** `labels` are the operator's own labels of taxonomies; those it lacks are ours. */
  constructor(folder: SnapshotFolder, labels: ReadonlyMap<string, string>) {
    this.labels = labels
    this.records = folder.stream('records.bin')
    this.details = folder.stream('details.bin')
  }

  /** Writes one provider. Throws an Error that names the NPI when a record would be longer than can be read back. */
  add(provider: BuiltIndividual | BuiltOrganization): void {
    this.recordStarts.push(this.records.position / recordAlignment)
    this.records.write(this.encode(provider))
    this.addDetails(provider)
  }

  /** Writes where each record begins, when every provider was added. */
  finish(folder: SnapshotFolder): void {
    if (this.block.length > 0) this.writeBlock()
    this.recordStarts.push(this.records.position / recordAlignment)
    this.detailStarts.push(this.details.position)
    this.records.finish()
    this.details.finish()
    folder.array('record-starts', this.recordStarts.whole())
    folder.array('detail-starts', this.detailStarts.whole())
  }

  private addDetails({ npi, details }: BuiltIndividual | BuiltOrganization): void {
    const members = JSON.stringify(details).slice(1, -1)
    if (members.length > detailLengthMax) {
      throw new Error(`NPI ${npi}: expected details of at most ${detailLengthMax} characters, got ${members.length}`)
    }
    this.block.push(`${members === '' ? '' : `,${members}`}\n`)
    if (this.block.length === detailsPerBlock) this.writeBlock()
  }

  private writeBlock(): void {
    this.detailStarts.push(this.details.position)
    this.details.write(deflateRawSync(this.block.join(''), { level: deflateLevel }))
    this.block = []
  }

  /** Lengths, then head, first location, tail, other locations; in a buffer that the next call uses again. */
  private encode(provider: BuiltIndividual | BuiltOrganization): Buffer {
    const [primary = '', ...others] = provider.locations.map(placeText)
    const head = headText(provider)
    const tail = this.tailText(provider)
    const lengthsBytes = 6 + 2 * provider.locations.length
    const text = head + primary + tail + others.join('')
    // A character takes three bytes at most, and those of two units four.
    this.reserve(lengthsBytes + text.length * 3 + recordAlignment)

    this.writeLength(0, provider.locations.length, provider)
    this.writeLength(2, Buffer.byteLength(head), provider)
    this.writeLength(4, Buffer.byteLength(tail), provider)
    for (const [place, location] of [primary, ...others].entries()) {
      this.writeLength(6 + 2 * place, Buffer.byteLength(location), provider)
    }
    const end = lengthsBytes + this.buffer.write(text, lengthsBytes, 'utf8')
    const padded = Math.ceil(end / recordAlignment) * recordAlignment
    this.buffer.fill(0, end, padded)
    return this.buffer.subarray(0, padded)
  }

  private tailText(provider: BuiltIndividual | BuiltOrganization): string {
    const specialties = [...new Set(provider.taxonomyCodes.map((code) => labelOf(code, this.labels)))]
    const credentials = provider.kind === 'individual' ? `,"credentials":${JSON.stringify(provider.credentials)}` : ''
    return `${credentials},"specialties":${JSON.stringify(specialties)}`
  }

  private writeLength(position: number, length: number, provider: { npi: number }): void {
    if (length > lengthMax) {
      throw new Error(
        `NPI ${provider.npi}: expected at most ${lengthMax} locations, or bytes in one part of it, got ${length}`,
      )
    }
    this.buffer.writeUInt16LE(length, position)
  }

  private reserve(bytes: number): void {
    if (bytes > this.buffer.length) this.buffer = Buffer.alloc(bytes * 2)
  }
}

/** A coordinate as the index and the answers both have it: whole microdegrees. */
export function toMicrodegrees(degrees: number): number {
  return Math.round(degrees * microdegrees)
}

/** The members before the location, with the comma after them. */
function headText(provider: BuiltIndividual | BuiltOrganization): string {
  const { kind, npi, name } = provider
  const gender = provider.kind === 'individual' ? `"gender":${JSON.stringify(provider.gender)},` : ''
  return `{"id":"${idOf(kind, npi)}","npi":${npi},"name":${JSON.stringify(name)},${gender}`
}

/** The members of a location, without braces. Written out one by one: the order of an answer's members is part of it. */
function placeText({ phone, fax, address }: PracticeLocation): string {
  const { firstLine, secondLine, city, state, countryCode, postalCode, coords } = address
  const inOrder = {
    phone,
    fax,
    address: {
      firstLine,
      secondLine,
      city,
      state,
      countryCode,
      postalCode,
      coords: coords === null ? null : coords.map((degrees) => toMicrodegrees(degrees) / microdegrees),
    },
  }
  return JSON.stringify(inOrder).slice(1, -1)
}
