/**
 * The rows that every peer loads: what the product's own records say, in tables made for searching them, as tab-separated
 * files. Each peer gets what serves it best, so the same fact may stand in several tables. They are written in parts, one by
 * each processor, which make one table when read one after the other.
 */

import { closeSync, mkdirSync, openSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { npiOf } from '#registry/sample/providers'
import { individualTaxonomies, organizationTaxonomies } from '#registry/sample/taxonomies'
import type { Registry } from '#registry/search/query'
import { credentialForm, wordsAsked } from '#registry/search/words'
import { runOwn } from './child.ts'
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

export interface Rows {
  /** The paths of each table's files, in the order of their rows. */
  readonly paths: Record<Table, readonly string[]>
}

/** Taxonomy codes are stored as small numbers: the place of each code the sample knows among them all, from 1. */
export const taxonomyNumbers: ReadonlyMap<string, number> = new Map(
  [...new Set([...individualTaxonomies(), ...organizationTaxonomies()].map(([code]) => code))].map((code, index) => [
    code,
    index + 1,
  ]),
)

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

const partWriter = fileURLToPath(new URL('./row-writer/main.ts', import.meta.url))

/** Nobody else works meanwhile, and hardly a machine has fewer processors. */
const parts = 2

export interface Part {
  versionDir: string
  /** Where its files lie; it must not exist. */
  dir: string
  /** Of so many providers of the sample with this seed. */
  providers: number
  seed: number
  /** Which of the parts it is, from 0. */
  part: number
}

/** Writes the tables of the first `providers` of the sample into `dir`, each part by a program of its own. */
export async function writeRows(versionDir: string, dir: string, providers: number, seed: number): Promise<Rows> {
  mkdirSync(dir)
  const all = Array.from({ length: parts }, (_, part): Part => {
    return { versionDir, dir: join(dir, String(part)), providers, seed, part }
  })
  await Promise.all(all.map((part) => runOwn([partWriter, JSON.stringify(part)], {})))
  const paths = (table: Table) => all.map((part) => pathOf(part.dir, table))
  return {
    paths: {
      provider: paths('provider'),
      provider_credential: paths('provider_credential'),
      organization_member: paths('organization_member'),
      point: paths('point'),
      point_taxonomy: paths('point_taxonomy'),
    },
  }
}

/** Writes one part of them. */
export function writePart(registry: Registry, { dir, providers, seed, part }: Part): void {
  mkdirSync(dir)
  const files = new TableFiles(dir)
  // In the order in which they are stored, or nine million reads would be from all over the disk.
  const npis = Float64Array.from({ length: providers }, (_, index) => Number(npiOf(index, seed))).sort()
  const from = Math.floor((providers * part) / parts)
  const until = Math.floor((providers * (part + 1)) / parts)
  for (const npi of npis.subarray(from, until)) {
    const found = recordOf(registry, npi)
    if (found === undefined) continue
    addProvider(found, registry, files)
  }
  files.end()
}

/** Bytes of a table that are read at once. */
const bytesAtOnce = 1 << 20

/** Reads a table line by line, its columns as text. */
export function* readTable(rows: Rows, table: Table): Generator<string[]> {
  const bytes = Buffer.allocUnsafe(bytesAtOnce)
  for (const path of rows.paths[table]) {
    const file = openSync(path, 'r')
    const decoder = new StringDecoder()
    let rest = ''
    for (let read = readSync(file, bytes); read > 0; read = readSync(file, bytes)) {
      const lines = (rest + decoder.write(bytes.subarray(0, read))).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const columns = line.split('\t')
        yield line.includes('\\') ? columns.map((text) => text.replaceAll('\\\\', '\\')) : columns
      }
    }
    closeSync(file)
  }
}

function addProvider(
  { npi, resource, record }: NonNullable<ReturnType<typeof recordAt>>,
  registry: Registry,
  files: TableFiles,
): void {
  const kind =
    resource === 'doctors' ? kinds.doctor : resource === 'individuals' ? kinds.otherIndividual : kinds.organization
  const names = [record.name, ...record.otherNames.map(({ name }) => name)]
  // The peers know no joined words.
  const words = [...new Set(names.flatMap(wordsAsked))].join(' ')
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
      const number = taxonomyNumbers.get(code)
      if (number === undefined) throw new Error(`expected a taxonomy code of the sample; got ${code} of ${npi}`)
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

function pathOf(dir: string, table: Table): string {
  return join(dir, `${table}.tsv`)
}

/** Characters of a table that are written at once. */
const charactersAtOnce = 1 << 20

class TableFiles {
  readonly #files: Record<Table, { file: number; text: string }>

  constructor(dir: string) {
    const open = (table: Table) => ({ file: openSync(pathOf(dir, table), 'wx'), text: '' })
    this.#files = {
      provider: open('provider'),
      provider_credential: open('provider_credential'),
      organization_member: open('organization_member'),
      point: open('point'),
      point_taxonomy: open('point_taxonomy'),
    }
  }

  add(table: Table, ...columns: (string | number)[]): void {
    const to = this.#files[table]
    to.text += `${columns.join('\t')}\n`
    if (to.text.length < charactersAtOnce) return
    writeFileSync(to.file, to.text)
    to.text = ''
  }

  end(): void {
    for (const { file, text } of Object.values(this.#files)) {
      writeFileSync(file, text)
      closeSync(file)
    }
  }
}
