/**
 * All cities and addresses of real rows, beside the checkout where somebody has put them: built as a registry, and
 * understood by it. Cities and states are asked for as two parameters and as one address.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { versionDir } from '#registry/build/announce'
import { CsvReader } from '#registry/build/sources/csv-reader'
import { milesBetween, stateNames } from '#registry/places/geography'
import type { PlaceQuery } from '#registry/places/offline-geocoder'
import { locateZip } from '#registry/places/places'
import { noWrittenCities, type WrittenCities } from '#registry/places/written-cities'
import { openRegistry } from '#registry/search/open-registry'
import { openGeocoder } from '#server/platform/geocoder/geocoder'
import { buildIn } from '../support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder, writeFiles } from '../support/registry/test-files.ts'

const data = join(import.meta.dirname, '../../../shared/data')
const isAbsent = !existsSync(data)
const geocoder = openGeocoder({ kind: 'offline' })

interface Row {
  lines: string[]
  city: string
  state: string
  zip: string
}

const addresses = [
  ['Provider First Line Business Practice Location Address', 'Provider Second Line Business Practice Location Address'],
  ['Provider First Line Business Mailing Address', 'Provider Second Line Business Mailing Address'],
  [
    'Provider Secondary Practice Location Address- Address Line 1',
    'Provider Secondary Practice Location Address-  Address Line 2',
  ],
].map(([first = '', second = '']) => {
  const rest = first.startsWith('Provider Secondary')
    ? ['City Name', 'State Name', 'Postal Code', 'Country Code (If outside U.S.)'].map(
        (name) => `Provider Secondary Practice Location Address - ${name}`,
      )
    : ['City Name', 'State Name', 'Postal Code', 'Country Code (If outside U.S.)'].map(
        (name) => `${first.replace('First Line ', '')} ${name}`,
      )
  return [first, second, ...rest]
})

/** The addresses of a file that are in a state or a territory. */
function rowsOf(path: string): Row[] {
  const rows: Row[] = []
  let columns: number[][] = []
  const reader = new CsvReader({
    header: (names) => {
      columns = addresses.map((one) => one.map((name) => names.indexOf(name))).filter((one) => !one.includes(-1))
    },
    row: (row) => {
      for (const [first, second, city, state, zip, country] of columns.map((one) =>
        one.map((at) => row.text(at).trim()),
      )) {
        if (city === undefined || city === '' || state === undefined || !stateNames.has(state)) continue
        if (country !== 'US' && country !== '') continue
        const lines = [first ?? '', second ?? ''].filter((line) => line !== '')
        rows.push({ lines, city, state, zip: zipOf(zip ?? '') })
      }
    },
    refused: () => {},
  })
  reader.push(readFileSync(path))
  reader.end()
  return rows
}

/** Some files were damaged on their way: ZIP codes as decimal numbers, without the zeros in front. */
function zipOf(text: string): string {
  const digits = text.replace(/\.0$/, '')
  return digits === '' ? '' : digits.padStart(digits.length <= 5 ? 5 : 9, '0')
}

function realRows(): Row[] {
  const main = readdirSync(join(data, 'nppes/main')).map((name) => join(data, 'nppes/main', name))
  const other = readdirSync(join(data, 'nppes/other')).filter((name) => name.startsWith('pl_'))
  return [...main, ...other.map((name) => join(data, 'nppes/other', name))].flatMap((path) => {
    return rowsOf(path)
  })
}

async function citiesOf(rows: readonly Row[]): Promise<WrittenCities> {
  const registryDir = testFolder()
  const csv = mainCsv(
    rows.map(({ city, state, zip }, n) =>
      person(npiOf(n), {
        'Provider Business Practice Location Address City Name': city,
        'Provider Business Practice Location Address State Name': state,
        'Provider Business Practice Location Address Postal Code': zip,
      }),
    ),
  )
  const paths = writeFiles(testFolder(), { 'npidata_pfile_20050523-20261108.csv': csv })
  const { manifest } = await buildIn(registryDir, paths)
  const registry = await openRegistry(versionDir(registryDir, manifest.version))
  registry.close()
  return registry.cities
}

/** Queries that are refused, and those whose place is more than 10 miles from every ZIP code of their rows. */
async function look(queries: ReadonlyMap<string, { query: PlaceQuery; zips: Set<string> }>, cities: WrittenCities) {
  const [refused, astray]: [string[], string[]] = [[], []]
  for (const [name, { query, zips }] of queries) {
    const answer = await geocoder.locate(query, cities)
    if (answer.kind === 'notFound' || answer.kind === 'contradicts') refused.push(name)
    if (answer.kind !== 'found') continue
    const distances = [...zips].flatMap((zip) => {
      const place = locateZip(zip)
      return place === undefined ? [] : [milesBetween(place, answer)]
    })
    if (distances.length > 0 && Math.min(...distances) > 10) astray.push(name)
  }
  return { refused: refused.sort(), astray: astray.sort() }
}

function grouped(rows: readonly Row[], name: (row: Row) => string, query: (row: Row) => PlaceQuery) {
  const queries = new Map<string, { query: PlaceQuery; zips: Set<string> }>()
  for (const row of rows) {
    const one = queries.get(name(row)) ?? { query: query(row), zips: new Set() }
    one.zips.add(row.zip.slice(0, 5))
    queries.set(name(row), one)
  }
  return queries
}

describe.skipIf(isAbsent)(
  'the cities and addresses of real rows (skipped without real files beside the checkout)',
  () => {
    test('are understood by the registry that was built of them, and near their ZIP codes', {
      timeout: 300_000,
    }, async () => {
      const rows = realRows()
      expect(rows.length).toBeGreaterThan(20_000)
      const cities = await citiesOf(rows)
      const nameOf = ({ city, state }: Row) => `${city}, ${state}`.toUpperCase()
      const asParameters = grouped(rows, nameOf, ({ city, state }) => ({ city, state }))
      const asAddress = grouped(rows, nameOf, ({ city, state }) => ({ address: `${city}, ${state}` }))
      const lineOf = ({ lines, city, state, zip }: Row) =>
        [...lines, city, `${state} ${zip.length === 9 ? `${zip.slice(0, 5)}-${zip.slice(5)}` : zip}`].join(', ')
      const whole = grouped(rows, lineOf, (row) => ({ address: lineOf(row) }))
      const isWithin = (refused: string[], all: ReadonlyMap<string, unknown>) => refused.length <= 0.002 * all.size
      for (const queries of [asParameters, asAddress]) {
        const { refused, astray } = await look(queries, cities)
        expect(refused).toEqual([])
        // Their ZIP codes are those of Oakwood, TX and of Maple Plain, MN.
        expect(astray).toEqual(['GRAPELAND, TX', 'STURGEON LAKE, MN'])
        // Without the rows the lists alone know all but one in a hundred.
        expect((await look(queries, noWrittenCities)).refused.length).toBeLessThan(0.015 * queries.size)
      }
      const { refused, astray } = await look(whole, cities)
      expect(isWithin(refused, whole), refused.join('\n')).toBe(true)
      // Their ZIP codes lie in other states.
      expect(refused.map((line) => line.split(', ').slice(-2).join(', '))).toEqual([
        'Aurora, CA 80045',
        'WICHITA FALLS, TN 76301-2112',
        'TRENTON, NJ 19178-8567',
      ])
      expect(astray).toEqual([])
    })
  },
)
