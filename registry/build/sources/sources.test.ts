import { expect, test } from 'vitest'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '#registry/columns'
import { type Recognised, recognise } from './layouts.ts'
import { dateOfName } from './source-date.ts'

function refusalOf(header: readonly string[]): string {
  const recognised = recognise(header)
  return recognised.kind === 'refused' ? recognised.reason : `recognised as ${recognised.kind}`
}

function columnsOf(recognised: Recognised): number[] {
  return 'columns' in recognised ? [...recognised.columns] : []
}

test.each([
  ['main', mainColumns],
  ['secondaryLocations', secondaryLocationColumns],
  ['otherNames', otherNameColumns],
  ['endpoints', endpointColumns],
])('the header of the %s file is recognised, in any order of its columns', (kind, columns) => {
  expect(recognise(columns).kind).toBe(kind)
  const reversed = recognise([...columns].reverse())
  expect(reversed.kind).toBe(kind)
  expect(columnsOf(reversed)[0]).toBe(columns.length - 1)
})

test('names are read without blanks around them, and former names as those of today', () => {
  const former = mainColumns.map((name) => (name === 'Provider Sex Code' ? ' Provider Gender Code ' : name))
  expect(columnsOf(recognise(former))).toEqual(mainColumns.map((_, index) => index))
})

test('the older main file without Certification Date is recognised', () => {
  expect(recognise(mainColumns.filter((name) => name !== 'Certification Date')).kind).toBe('main')
})

test('the taxonomy table of NUCC is recognised, also with columns of later years', () => {
  expect(recognise(['Code', 'Grouping', 'Classification', 'Specialization', 'Definition', 'New']).kind).toBe(
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
