/** What a batch tells of its providers, read back from the pieces of their records. */
import { z } from 'zod'
import { isOrganizationFlag } from '#registry/search/providers'
import { recordAlignment } from '#registry/search/records'
import type { Batch } from '../../../registry/build/join/batch.ts'

export type RenderedProvider =
  | { kind: 'individual' | 'organization'; npi: number; name: string; zips: string[] }
  | { kind: 'deactivated'; npi: number; deactivatedOn: number }

const location = z.object({ address: z.object({ postalCode: z.string() }) })
const head = z.object({ npi: z.int(), name: z.string() })

/** In ascending order of NPI. */
export function providersIn(batch: Batch): RenderedProvider[] {
  const active = Array.from(batch.npis, (npi, index): RenderedProvider => {
    const { head: text, places } = piecesOf(Buffer.from(batch.records), batch.recordStarts[index] * recordAlignment)
    const { name } = head.parse(JSON.parse(`${text.slice(0, -1)}}`))
    const zips = places.map((place) => location.parse(JSON.parse(`{${place}}`)).address.postalCode)
    return { kind: (batch.flags[index] & isOrganizationFlag) === 0 ? 'individual' : 'organization', npi, name, zips }
  })
  const deactivated = Array.from(batch.deactivatedNpis, (npi, index): RenderedProvider => {
    return { kind: 'deactivated', npi, deactivatedOn: batch.deactivatedOn[index] }
  })
  return [...active, ...deactivated].sort((a, b) => a.npi - b.npi)
}

/** The pieces stand in the order of docs/registry-format.md: head, first location, tail, other locations. */
function piecesOf(records: Buffer, start: number) {
  const count = records.readUInt16LE(start)
  const length = (at: number) => records.readUInt16LE(start + at)
  let at = start + 6 + 2 * count
  const take = (bytes: number) => {
    at += bytes
    return records.toString('utf8', at - bytes, at)
  }
  const head = take(length(2))
  const places: string[] = []
  for (let place = 0; place < count; place++) {
    places.push(take(length(6 + 2 * place)))
    if (place === 0) take(length(4))
  }
  return { head, places }
}
