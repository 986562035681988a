import { join as pathOf } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { providersIn, type RenderedProvider } from '../../../test/support/registry/rendered-providers.ts'
import {
  deactivated,
  mainCsv,
  npiOf,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  testFolder,
} from '../../../test/support/registry/test-files.ts'
import { CityTally } from '../rows/city-tally.ts'
import { addOutcomes, type FileRecord } from '../rows/file-record.ts'
import { inspect, readFiles } from '../rows/read-files.ts'
import { RefusedReport } from '../rows/refused-report.ts'
import type { Source } from '../sources/find-sources.ts'
import { Staging } from '../stage/staging.ts'
import { thisThread } from '../worker-pool.ts'
import { BuildAdditions } from './additions.ts'
import { Join } from './join.ts'
import { ProviderRenderer } from './providers.ts'

const today = 20261120

/** What a run makes of files in memory, read in pieces of `chunkBytes`. */
async function joined(folder: string, files: readonly [string, string][], chunkBytes = 1_000) {
  const sources = files.map(([name, content]): Source => {
    const bytes = Buffer.from(content)
    async function* chunks() {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes)
    }
    return { name, format: 'csv', bytes: bytes.length, open: async () => chunks() }
  })
  const inspected = await inspect(sources, today)
  const staging = new Staging(pathOf(folder, `${Math.random()}`))
  const report = new RefusedReport(folder, new Date('2026-11-20T12:00:00Z'))
  const labels = new Map<string, string>()
  const additions = new BuildAdditions(pathOf(folder, 'unused'), [], labels)
  const options = {
    files: inspected.files,
    staging,
    additions,
    readers: thisThread(),
    report,
    labels,
    cities: new CityTally(),
    descriptions: new Map(),
    today,
    onBytes: () => {},
  }
  await readFiles(options)
  const records: FileRecord[] = inspected.files.map(({ record }) => record)
  const joinedFiles = records.map(({ kind, date, refusal }) => ({ kind, date, isRefused: refusal !== undefined }))
  const join = new Join(joinedFiles, new ProviderRenderer(new Map(), 0))
  const built: RenderedProvider[] = []
  for (const range of staging.ranges()) {
    const { batch, outcomes } = join.range(range)
    addOutcomes(records, outcomes)
    built.push(...providersIn(batch))
  }
  staging.close()
  return { built, records }
}

const npi = fc.nat(12)
const year = fc.integer({ min: 2010, max: 2014 })
const mainRow = fc.record({ npi, year, isActive: fc.boolean() })
const place = fc.record({ npi, zip: fc.constantFrom('13501', '13440', '14201') })
const placeLists = fc.array(
  fc.record({ name: fc.constantFrom(...placeFileNames()), places: fc.array(place, { maxLength: 8 }) }),
  { maxLength: 4 },
)

/** The two main files, with the days of their data. */
const mainFiles = [
  { name: 'npidata_pfile_20050523-20120608.csv', day: 20120608 },
  { name: 'npidata_pfile_20260609-20260615.csv', day: 20260615 },
]

/** Files of secondary locations, dated as the main files are, between them, or not at all. */
function placeFileNames() {
  return [
    'pl_pfile_20050523-20120608.csv',
    'pl_pfile_20200101-20200107.csv',
    'pl_pfile_20260609-20260615.csv',
    'pl.csv',
  ]
}

interface Place {
  npi: number
  zip: string
  /** yyyymmdd of its file, 0 for none. */
  day: number
}

interface ModelRow {
  npi: number
  year: number
  isActive: boolean
  file: number
  first: string
}

/** The newest state of an NPI, told plainly: an active row is as new as its update, a deactivation as its file. */
function expectedOf(npi: number, rows: readonly ModelRow[], placeDays: readonly number[], places: readonly Place[]) {
  const rank = (row: ModelRow) => {
    const day = row.year * 10_000 + 101
    return row.isActive ? day : Math.max(day, mainFiles[row.file]?.day ?? 0)
  }
  const newest = rows.filter((row) => row.npi === npi).reduce((best, row) => (rank(row) >= rank(best) ? row : best))
  const number = Number(npiOf(npi))
  if (!newest.isActive) return { kind: 'deactivated', npi: number, deactivatedOn: newest.year * 10_000 + 101 }
  const zips = new Set(placesOf(npi, mainFiles[newest.file]?.day ?? 0, placeDays, places).map(({ zip }) => zip))
  return { kind: 'individual', npi: number, name: `${newest.first} Example`, zips: ['10118-0110', ...zips] }
}

/**
 * The places of the newest file with any; but of the files before the release that the main row is of, only where that
 * release came without a file of places.
 */
function placesOf(npi: number, release: number, placeDays: readonly number[], places: readonly Place[]): Place[] {
  const own = places.filter((place) => place.npi === npi)
  const newest = Math.max(...own.map(({ day }) => day))
  if (newest < release && placeDays.includes(release)) return []
  return own.filter(({ day }) => day === newest)
}

function toRow({ npi, year, isActive, first }: ModelRow): Row {
  const date = `01/01/${year}`
  if (!isActive) return deactivated(npiOf(npi), date)
  return person(npiOf(npi), { 'Provider First Name': first, 'Last Update Date': date })
}

test('each NPI comes once, in order, from its newest row, and every row is counted once', async () => {
  const folder = testFolder()
  const mainRows = fc.array(mainRow, { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(fc.tuple(mainRows, mainRows), placeLists, async (lists, placeFiles) => {
      const rows = lists.flatMap((list, file) =>
        list.map((row, index) => ({ ...row, file, first: `File${file} Row${index}` })),
      )
      const dayOf = (name: string) => Number(/(\d{8})\.csv/.exec(name)?.[1] ?? 0)
      const placeDays = placeFiles.map(({ name }) => dayOf(name))
      const places = placeFiles.flatMap(({ name, places }) => places.map((place) => ({ ...place, day: dayOf(name) })))
      const { built, records } = await joined(folder, [
        ...mainFiles.map(({ name }, file): [string, string] => {
          return [name, mainCsv(rows.filter((row) => row.file === file).map(toRow))]
        }),
        ...placeFiles.map(({ name, places }): [string, string] => {
          return [name, secondaryCsv(places.map(({ npi, zip }) => secondaryLocation(npiOf(npi), 'Utica', zip)))]
        }),
      ])
      const npis = [...new Set(rows.map((row) => row.npi))].sort((a, b) => a - b)
      const withSortedZips = (told: RenderedProvider | ReturnType<typeof expectedOf>) =>
        'zips' in told ? { ...told, zips: told.zips.toSorted() } : told
      expect(built.map(withSortedZips)).toEqual(
        npis.map((npi) => withSortedZips(expectedOf(npi, rows, placeDays, places))),
      )
      for (const file of records) expect(file.taken + file.superseded + file.orphan + file.refused).toBe(file.rows)
    }),
    { numRuns: 200 },
  )
})

test('rows of a refused file change nothing, whatever they say', async () => {
  const folder = testFolder()
  const good: [string, string] = ['npidata_pfile_20050523-20260608.csv', mainCsv([person(npiOf(1)), person(npiOf(2))])]
  const newer = person(npiOf(1), { 'Provider First Name': 'WRONG', 'Last Update Date': '01/01/2026' })
  const damaged: [string, string] = [
    'damaged.csv',
    mainCsv([newer, person(npiOf(3)), deactivated(npiOf(2), '01/01/2026'), person('1')]),
  ]
  const [alone, together] = [await joined(folder, [good]), await joined(folder, [good, damaged])]
  expect(together.built).toEqual(alone.built)
  expect(together.records.map(({ source, taken, refusal }) => [source.name, taken, refusal !== undefined])).toEqual([
    ['damaged.csv', 0, true],
    ['npidata_pfile_20050523-20260608.csv', 2, false],
  ])
})

test('the same location given again counts once, however many there are of a provider', async () => {
  const zips = Array.from({ length: 40 }, (_, n) => String(14_000 + n))
  const rows = [...zips, ...zips.toReversed(), ...zips].map((zip) => secondaryLocation(npiOf(1), 'Utica', zip))
  const { built, records } = await joined(testFolder(), [
    ['npidata_pfile_20050523-20120608.csv', mainCsv([person(npiOf(1))])],
    ['pl_pfile_20050523-20120608.csv', secondaryCsv(rows)],
  ])
  expect(built).toMatchObject([{ zips: ['10118-0110', ...zips] }])
  expect(records[1]).toMatchObject({ taken: 40, superseded: 80 })
})
