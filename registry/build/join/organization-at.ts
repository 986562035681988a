/** Reads an organization back from a batch: for the few that may be a facility that CMS names otherwise. */
import { parseJson, readerOf } from '#registry/search/json-reader'
import { expand } from '#registry/search/phrases'
import { recordAlignment } from '#registry/search/records'
import type { Batch } from './batch.ts'
import { facilityNameKey } from './facility.ts'

export interface OrganizationAt {
  facilityType: string
  /** Of the legal name and all others on file (`facilityNameKey`). */
  nameKeys: string[]
}

const newline = 0x0a

/** The organization at a place of the batch; `phrases` are those that its details were written with. */
export function organizationAt(batch: Batch, index: number, phrases: readonly Buffer[]): OrganizationAt {
  const what = `NPI ${batch.npis[index]}`
  const { head, tail } = piecesAt(batch, index)
  const details = readerOf(parseJson(`{"is":0${detailsAt(batch, index, phrases)}}`, what), what)
  const others = details.list('otherNames').map((other) => other.text('name'))
  const name = readerOf(parseJson(`${head.slice(0, -1)}}`, what), what).text('name')
  const facilityType = readerOf(parseJson(`{"is":0${tail}}`, what), what).text('facilityType')
  return { facilityType, nameKeys: [name, ...others].map(facilityNameKey) }
}

/** The pieces of the record, in the order of registry/README.md: head, first location, tail. */
function piecesAt(batch: Batch, index: number): { head: string; tail: string } {
  const records = bufferOf(batch.records)
  const start = batch.recordStarts[index] * recordAlignment
  const head = start + 6 + 2 * records.readUInt16LE(start)
  const place = head + records.readUInt16LE(start + 2)
  const tail = place + records.readUInt16LE(start + 6)
  const end = tail + records.readUInt16LE(start + 4)
  return { head: records.toString('utf8', head, place), tail: records.toString('utf8', tail, end) }
}

function detailsAt(batch: Batch, index: number, phrases: readonly Buffer[]): string {
  const details = bufferOf(batch.details)
  const start = batch.detailStarts[index]
  const pieces: Buffer[] = []
  expand(details.subarray(start, details.indexOf(newline, start)), phrases, (source, from, to) => {
    pieces.push(source.subarray(from, to))
  })
  return Buffer.concat(pieces).toString('utf8')
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
