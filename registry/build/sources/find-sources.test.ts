import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '#registry/columns'
import { zipOf } from '../../../test/support/registry/archives.ts'
import { buildIn } from '../../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder } from '../../../test/support/registry/test-files.ts'
import { dateOfName } from '../rows/dates.ts'
import { type Recognized, recognize } from './layouts.ts'

function refusalOf(header: readonly string[]): string {
  const recognised = recognize(header)
  return recognised.kind === 'refused' ? recognised.reason : `recognised as ${recognised.kind}`
}

function columnsOf(recognised: Recognized): number[] {
  return 'columns' in recognised ? [...recognised.columns] : []
}

test.each([
  ['main', mainColumns],
  ['secondaryLocations', secondaryLocationColumns],
  ['otherNames', otherNameColumns],
  ['endpoints', endpointColumns],
])('the header of the %s file is recognized, in any order of its columns', (kind, columns) => {
  expect(recognize(columns).kind).toBe(kind)
  const reversed = recognize([...columns].reverse())
  expect(reversed.kind).toBe(kind)
  expect(columnsOf(reversed)[0]).toBe(columns.length - 1)
})

test('names are read without blanks around them, and former names as those of today', () => {
  const former = mainColumns.map((name) => (name === 'Provider Sex Code' ? ' Provider Gender Code ' : name))
  expect(columnsOf(recognize(former))).toEqual(mainColumns.map((_, index) => index))
})

test('the older main file without Certification Date is recognized', () => {
  expect(recognize(mainColumns.filter((name) => name !== 'Certification Date')).kind).toBe('main')
})

test('the taxonomy table of NUCC is recognized, also with columns of later years', () => {
  expect(recognize(['Code', 'Grouping', 'Classification', 'Specialization', 'Definition', 'New']).kind).toBe(
    'taxonomyLabels',
  )
})

test.each([
  ['an index column in front', ['', ...mainColumns], /331 columns, with the unknown "" \(column 1\)/],
  [
    'one column renamed',
    ['NPI number', ...mainColumns.slice(1)],
    /without "NPI" and with the unknown "NPI number" \(column 1\)/,
  ],
  ['one column twice', [...mainColumns, 'NPI'], /with "NPI" \(column 331\) a second time/],
  ['only its first columns', mainColumns.slice(0, 41), /41 columns, without "Provider Sex Code".* and 283 more/],
  [
    'another file',
    ['id', 'name', 'city'],
    /header of one of CMS's NPPES files or NUCC's taxonomy table; got "id", "name", "city"/,
  ],
  [
    'a former name beside that of today',
    [...mainColumns, 'Provider Gender Code'],
    /"Provider Sex Code" \(column 331\) a second time/,
  ],
])('a header of %s is refused with the names', (_, header, reason) => {
  expect(refusalOf(header)).toMatch(reason)
})

test.each([
  ['npidata_pfile_20050523-20250608.csv', '2025-06-08'],
  ['NPPES Deactivated NPI Report 20231009.xlsx', '2023-10-09'],
  ['NPPES_Deactivated_NPI_Report_100923.zip/report.xlsx', '2023-10-09'],
  ['folder/rows_2020-11_998.csv', '2020-11-01'],
  ['npidata_2025-06-08.csv', '2025-06-08'],
  ['npidata_2025-13-08.csv', undefined],
  ['NPPES_Data_Dissemination_110325_110925.zip/npidata_pfile_20251103-20251109.csv', '2025-11-09'],
  ['npidata_pfile_20050523-20251399.csv', undefined],
  ['rows.csv', undefined],
])('the name %j tells the date %j', (name, date) => {
  expect(dateOfName(name)).toBe(date)
})

const name = 'npidata_pfile_20050523-20261108.csv'
const content = mainCsv([person(npiOf(1))])
const leftover = 'not rows, whatever its name says'

/** What macOS, Windows, Excel and editors leave beside a file. */
const leftovers = [
  `__MACOSX/._${name}`,
  '__MACOSX/week/._week.zip',
  `._${name}`,
  '.DS_Store',
  'Thumbs.db',
  'desktop.ini',
  '~$NPPES Deactivated NPI Report 20261109.xlsx',
  '.Trashes/501/pl_pfile_20050523-20261108.csv',
]

async function build(path: string) {
  const { manifest, ignored, refused } = await buildIn(testFolder(), [path])
  expect(manifest.counts.individuals).toBe(1)
  expect(refused).toEqual([])
  return { sources: manifest.sources.map((source) => source.name), ignored }
}

test('what an operating system leaves in an archive is passed over, also where it bears the name of a file of rows', async () => {
  const path = join(testFolder(), 'week.zip')
  const others = Object.fromEntries(leftovers.map((one) => [one, leftover]))
  writeFileSync(path, await zipOf({ [name]: content, ...others }))
  const { sources, ignored } = await build(path)
  expect(sources).toEqual([`week.zip/${name}`])
  expect(ignored.map((one) => one.name).sort()).toEqual(leftovers.map((one) => `week.zip/${one}`).sort())
})

test('what an operating system leaves in a folder is passed over, and so is a leftover that is given by itself', async () => {
  const folder = testFolder()
  for (const one of leftovers) {
    mkdirSync(join(folder, one, '..'), { recursive: true })
    writeFileSync(join(folder, one), leftover)
  }
  writeFileSync(join(folder, name), content)
  const { sources, ignored } = await build(folder)
  expect(sources).toEqual([name])
  expect(ignored.map((one) => one.name).sort()).toEqual([...leftovers].sort())
  const given = ['Thumbs.db', '~$NPPES Deactivated NPI Report 20261109.xlsx', name].map((one) => join(folder, one))
  expect((await buildIn(testFolder(), given)).refused).toEqual([])
})

test('an entry whose path begins with a dot and a slash is no leftover', async () => {
  const path = join(testFolder(), 'week.zip')
  writeFileSync(path, await zipOf({ [`./${name}`]: content }))
  expect((await build(path)).ignored).toEqual([])
})

const shared = join(import.meta.dirname, '../../../../shared/data/faults/09-rezipped-on-a-mac.zip')

test.skipIf(!existsSync(shared))('an archive of CMS that was zipped again on a Mac is read', async () => {
  const { manifest, refused } = await buildIn(testFolder(), [shared])
  expect(refused).toEqual([])
  expect(manifest.sources).toHaveLength(1)
  expect(manifest.sources[0]?.taken).toBeGreaterThan(0)
})
