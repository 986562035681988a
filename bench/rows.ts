/** The product's own records as tab-separated files for COPY. The same fact may be in several tables. */
import { appendFileSync, createReadStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { withCheckDigit } from '#registry/npi'
import type { Registry, Resource } from '#registry/search/query'
import { credentialForm, queryWords } from '#registry/search/words'
import { kinds } from './peer.ts'

export const tables = {
  provider: ['npi', 'kind', 'words', 'record'],
  provider_credential: ['credential', 'gender', 'kind', 'npi'],
  organization_member: ['organization', 'kind', 'npi'],
  point: ['npi', 'kind', 'is_only', 'state', 'latitude', 'longitude', 'words'],
  point_taxonomy: ['taxonomy', 'npi', 'kind', 'is_only', 'state', 'latitude', 'longitude'],
} satisfies Record<Table, readonly string[]>

export const tableNames = ['provider', 'provider_credential', 'organization_member', 'point', 'point_taxonomy'] as const
export type Table = (typeof tableNames)[number]

export interface Rows {
  path(table: Table): string
  /** Taxonomy codes are stored as numbers from 1; 0 is an unknown code. */
  taxonomyNumber(code: string): number
  taxonomyCode(number: number): string
}

interface Address {
  state: string
  coords: [longitude: number, latitude: number] | null
}

export interface FullRecord {
  npi: number
  resource: Resource
  name: string
  gender?: string | null
  credentials?: string[]
  address: Address
  locations?: { address: Address }[]
  taxonomies: { code: string }[]
  otherNames: { name: string }[]
  organizationIds?: string[]
}

/** Everything on file about a provider; undefined if it is deactivated. */
export function recordOf(registry: Registry, npi: number): FullRecord | undefined {
  const found = registry.get(npi)
  if (found.kind !== 'found') return undefined
  const resource = found.isDoctor ? 'doctors' : found.resource
  return {
    ...JSON.parse(found.json(found.resource === 'individuals' ? 'doctors' : resource).toString()),
    npi,
    resource,
  }
}

export async function writeRows(registry: Registry, npis: Iterable<number>, dir: string): Promise<Rows> {
  mkdirSync(dir)
  const path = (table: Table) => join(dir, `${table}.tsv`)
  const pending = { provider: '', provider_credential: '', organization_member: '', point: '', point_taxonomy: '' }
  const flush = (table: Table) => {
    appendFileSync(path(table), pending[table])
    pending[table] = ''
  }
  const add = (table: Table, ...columns: (string | number)[]) => {
    pending[table] += `${columns.join('\t')}\n`
    if (pending[table].length > 1_000_000) flush(table)
  }
  const numbers = new Map<string, number>()
  for (const npi of npis) {
    const record = recordOf(registry, npi)
    if (record === undefined) continue
    const { resource, taxonomies, locations = [{ address: record.address }] } = record
    const kind = kinds[resource]
    const words = wordsOf(record).join(' ')
    const listed = registry
      .search({ resource, npis: [npi], offset: 0, limit: 1 })
      .json.toString()
      .slice(1, -1)
    add('provider', npi, kind, words, listed.replaceAll('\\', '\\\\'))
    for (const form of new Set(record.credentials?.map(credentialForm)))
      if (form !== '') add('provider_credential', form, record.gender ?? '', kind, npi)
    for (const id of record.organizationIds ?? []) add('organization_member', id, kind, npi)
    const points = new Set(locations.flatMap(({ address }) => pointOf(address)))
    for (const point of points) {
      const isOnly = points.size === 1 ? 1 : 0
      add('point', npi, kind, isOnly, point, words)
      for (const code of new Set(taxonomies.map((one) => one.code))) {
        const number = numbers.get(code) ?? numbers.size + 1
        numbers.set(code, number)
        add('point_taxonomy', number, npi, kind, isOnly, point)
      }
    }
  }
  for (const table of tableNames) flush(table)
  const codes = ['', ...numbers.keys()]
  return {
    path,
    taxonomyNumber: (code) => numbers.get(code) ?? 0,
    taxonomyCode: (number) => codes[number],
  }
}

function wordsOf({ name, otherNames }: FullRecord): string[] {
  const names = [name, ...otherNames.map((other) => other.name)]
  return [...new Set(names.flatMap((one) => [...queryWords(one), ...queryWords(one.replaceAll(/['’]/g, ' '))]))]
}

function pointOf({ state, coords }: Address): string[] {
  return coords === null ? [] : [`${/^[A-Z]{2}$/.test(state) ? state : '--'}\t${coords[1]}\t${coords[0]}`]
}

export async function* readTable(rows: Rows, table: Table): AsyncGenerator<string[]> {
  for await (const line of createInterface({ input: createReadStream(rows.path(table)) }))
    yield line.replaceAll('\\\\', '\\').split('\t')
}

/** Of the real file about one provider in 300 changes in a week, and of these one in ten is new. */
const changedOneIn = 300
const newOneIn = 10

/** Reads a sample's main file, writes a file of a week's changes to it, and answers the NPIs in both, sorted. */
export async function readMainFile(path: string, weekPath: string): Promise<{ npis: Float64Array; changed: number }> {
  const rowStart = /^"(\d{10})","[12]"/
  const npis: number[] = []
  const week: string[] = []
  let previous = ''
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [, npi] = rowStart.exec(line) ?? []
    if (npi !== undefined) npis.push(Number(npi))
    // A row is whole in its line if the next line begins another one.
    if (npi !== undefined && npis.length % changedOneIn === 0 && rowStart.test(previous)) {
      // Another telephone, by which providers are found to belong together.
      let row = previous.replace(/55501(\d)(\d)/g, '55501$2$1')
      if (week.length % newOneIn === 0) {
        npis.push(withCheckDigit(299_999_999 - week.length))
        row = row.replace(/^"\d{10}/, `"${npis.at(-1)}`)
      }
      week.push(row)
    } else if (week.length === 0) week.push(line)
    previous = line
  }
  writeFileSync(weekPath, `${week.join('\n')}\n`)
  // A new NPI may be one that the sample has already.
  return { npis: Float64Array.from(new Set(npis)).sort(), changed: week.length - 1 }
}
