/**
 * The rows that every peer loads: what the product's own records say, in tables made for searching them, as tab-separated
 * files. Each peer gets what serves it best, so the same fact may stand in several tables.
 */

import { once } from 'node:events'
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import type { Registry } from '#registry/read/query'
import { credentialForm, wordsOnFile } from '#registry/read/words'
import { npiOf } from '#registry/sample/npis'
import { kinds } from './peers/peer.ts'

/** The tables and their columns, in the order of the files. */
export const tables = {
  provider: ['npi', 'kind', 'words', 'record'],
  provider_credential: ['credential', 'gender', 'kind', 'npi'],
  organization_member: ['organization', 'kind', 'npi'],
  point: ['npi', 'kind', 'is_only', 'state', 'latitude', 'longitude', 'words'],
  point_taxonomy: ['taxonomy', 'npi', 'kind', 'is_only', 'state', 'latitude', 'longitude'],
} as const satisfies Record<string, readonly string[]>

export type Table = keyof typeof tables
const tableNames = ['provider', 'provider_credential', 'organization_member', 'point', 'point_taxonomy'] as const

export interface Rows {
  /** The path of each table's file. */
  readonly paths: Record<Table, string>
  /** Taxonomy codes are stored as small numbers. */
  readonly taxonomyNumbers: ReadonlyMap<string, number>
  readonly providers: number
}

/** What is needed of a record. */
const address = z.object({ state: z.string(), coords: z.tuple([z.number(), z.number()]).nullable() })
const person = { gender: z.enum(['M', 'F']).nullable().default(null), credentials: z.array(z.string()).default([]) }
const recordShape = z.object({
  ...person,
  name: z.string(),
  address,
  locations: z.array(z.object({ address })).optional(),
  taxonomies: z.array(z.object({ code: z.string() })),
  otherNames: z.array(z.object({ name: z.string() })),
  organizationIds: z.array(z.string()),
})
type OnFile = z.output<typeof recordShape>

/** Everything on file about the sample's provider with this index; undefined when it is deactivated. */
export function recordAt(registry: Registry, index: number, seed: number) {
  return recordOf(registry, Number(npiOf(index, seed)))
}

function recordOf(registry: Registry, npi: number) {
  const found = registry.get(npi)
  if (found.kind !== 'found') return undefined
  // The shape of doctors is that of individuals with the organizations.
  const resource = found.resource === 'individuals' ? 'doctors' : found.resource
  const record = recordShape.parse(JSON.parse(found.json(resource).toString()))
  const own = found.resource === 'individuals' && found.isDoctor ? ('doctors' as const) : found.resource
  return { npi, resource: own, record }
}

/** Writes the tables of the first `providers` of the sample into `dir`. */
export async function writeRows(registry: Registry, dir: string, providers: number, seed: number): Promise<Rows> {
  const taxonomyNumbers = new Map<string, number>()
  const files = new TableFiles(dir)
  let count = 0
  // In the order in which they are stored, or nine million reads would be from all over the disk.
  const npis = Float64Array.from({ length: providers }, (_, index) => Number(npiOf(index, seed))).sort()
  for (const npi of npis) {
    const found = recordOf(registry, npi)
    if (found === undefined) continue
    addProvider(found, registry, files, taxonomyNumbers)
    count++
    await files.drained()
  }
  await files.end()
  return { paths: files.paths, taxonomyNumbers, providers: count }
}

/** Reads a table line by line, its columns as text. */
export async function* readTable(rows: Rows, table: Table): AsyncGenerator<string[]> {
  const lines = createInterface({ input: createReadStream(rows.paths[table]), crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) yield line.split('\t').map((text) => text.replaceAll('\\\\', '\\'))
}

function addProvider(
  { npi, resource, record }: NonNullable<ReturnType<typeof recordAt>>,
  registry: Registry,
  files: TableFiles,
  taxonomyNumbers: Map<string, number>,
): void {
  const kind =
    resource === 'doctors' ? kinds.doctor : resource === 'individuals' ? kinds.otherIndividual : kinds.organization
  const names = [record.name, ...record.otherNames.map(({ name }) => name)]
  const words = [...new Set(names.flatMap(wordsOnFile))].join(' ')
  const listed = registry
    .search({ resource, npis: [npi], offset: 0, limit: 1 })
    .json.toString()
    .slice(1, -1)
  files.add('provider', npi, kind, words, listed.replaceAll('\\', '\\\\'))
  for (const form of new Set(record.credentials.map(credentialForm))) {
    if (form !== '') files.add('provider_credential', form, record.gender ?? '', kind, npi)
  }
  // Searches by organization are over doctors and organizations; that of other individuals shows none, but finds by it.
  for (const id of record.organizationIds) files.add('organization_member', id, kind, npi)
  const codes = [...new Set(record.taxonomies.map(({ code }) => code))]
  const spots = spotsOf(record)
  for (const spot of spots) {
    const isOnly = spots.length === 1 ? 1 : 0
    files.add('point', npi, kind, isOnly, spot, words)
    for (const code of codes) {
      const number = taxonomyNumbers.get(code) ?? taxonomyNumbers.size + 1
      taxonomyNumbers.set(code, number)
      files.add('point_taxonomy', number, npi, kind, isOnly, spot)
    }
  }
}

/** Each place the provider practises at once, as the columns state, latitude and longitude. */
function spotsOf({ locations, address: primary }: OnFile): string[] {
  const addresses = locations?.map((location) => location.address) ?? [primary]
  const spots = addresses.flatMap(({ state, coords }) =>
    coords === null ? [] : [`${/^[A-Z]{2}$/.test(state) ? state : '--'}\t${coords[1]}\t${coords[0]}`],
  )
  return [...new Set(spots)]
}

class TableFiles {
  readonly paths: Record<Table, string>
  private readonly streams: Record<Table, WriteStream>

  constructor(dir: string) {
    const path = (table: Table) => join(dir, `${table}.tsv`)
    const stream = (table: Table) => createWriteStream(path(table), { highWaterMark: 1 << 20 })
    this.paths = {
      provider: path('provider'),
      provider_credential: path('provider_credential'),
      organization_member: path('organization_member'),
      point: path('point'),
      point_taxonomy: path('point_taxonomy'),
    }
    this.streams = {
      provider: stream('provider'),
      provider_credential: stream('provider_credential'),
      organization_member: stream('organization_member'),
      point: stream('point'),
      point_taxonomy: stream('point_taxonomy'),
    }
  }

  add(table: Table, ...columns: (string | number)[]): void {
    this.streams[table].write(`${columns.join('\t')}\n`)
  }

  async drained(): Promise<void> {
    for (const table of tableNames) {
      if (this.streams[table].writableNeedDrain) await once(this.streams[table], 'drain')
    }
  }

  async end(): Promise<void> {
    for (const table of tableNames) {
      this.streams[table].end()
      await finished(this.streams[table])
    }
  }
}
