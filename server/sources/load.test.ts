import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { directoryRecord, patchDirectory, workbookOf, zipOf } from '../../test/support/registry/archives.ts'
import { loadLeie, loadTexts, testLoad } from '../../test/support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine, manyLines } from '../../test/support/sources/test-list.ts'
import type { Database } from '../platform/database/database.ts'
import { findExclusions, findLicenses, loadedLists } from './ask.ts'
import { oigLeie } from './lists/exclusions/leie.ts'
import type { Outcome } from './load-files.ts'
import { loadList, rollBack } from './load-list.ts'
import type { ReadItem } from './read-table.ts'
import type { AnyList, LicenseRow, SourceList } from './source-list.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  for (const table of ['source_lists', 'source_versions', 'source_rows', 'source_keys']) {
    await sql`delete from ${sql.table(table)}`.execute(database.db)
  }
})

const moss = exclusionLine({ last: 'MOSS', first: 'ADA' })
const load = (lines: readonly string[], changed: Parameters<typeof loadLeie>[2] = {}) =>
  loadLeie(database, exclusionFile(lines), changed)

const reasonsOf = (outcomes: readonly Outcome[]) =>
  outcomes.map((outcome) => (outcome.kind === 'loaded' ? 'loaded' : outcome.reason))

const countOf = async (table: string) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(database.db)
  return rows[0]?.n
}

const peopleNamed = async (last: string) =>
  (await findExclusions(database.db, { names: [{ last, first: 'Ada' }] })).map(({ row }) => row)

/** Rolls of licenses of two states. */
const roll = (state: string): SourceList<'license'> => ({
  kind: 'license',
  name: `${state.toLowerCase()}-nursing`,
  title: `Board of ${state}`,
  state,
  layouts: [['Last', 'First', 'Number']],
  fileName: new RegExp(`^${state}`),
  page: 'https://board.example/',
  rhythmDays: 7,
  terms: 'None.',
  wholeRollOf: ['RN'],
  read: (fields) => [
    {
      ...license,
      number: fields('Number'),
      npi: fields('NPI') || null,
      name: { last: fields('Last'), first: fields('First'), middle: '', suffix: '' },
      otherNames:
        fields('Maiden') === '' ? [] : [{ last: fields('Maiden'), first: fields('First'), middle: '', suffix: '' }],
    },
  ],
})
const license: LicenseRow = {
  profession: 'RN',
  number: '',
  npi: null,
  name: { last: '', first: '', middle: '', suffix: '' },
  otherNames: [],
  status: 'active',
  statusText: 'Active "in\\force"',
  issuedOn: '2010-02-03',
  expiresOn: null,
  discipline: null,
  disciplinedOn: null,
}
const rolls: AnyList[] = [roll('CO'), roll('VT')]

test('the keys of a list that was loaded are read in their index alone', async () => {
  await load(manyLines(500), { date: '2026-10-01' })
  const { rows } = await sql<{ pages: number }>`
    select relallvisible as pages from pg_class where relname = 'source_keys'`.execute(database.db)
  expect(rows[0]?.pages).toBeGreaterThan(0)
})

describe('a load', () => {
  test('replaces the list before whole, answers the counts and is recorded', async () => {
    await load([moss], { date: '2026-10-10' })
    const result = await load(manyLines(1200), { date: '2026-11-10' })
    expect(result).toMatchObject({
      rows: 1200,
      kept: 0,
      refused: 0,
      refusals: [],
      before: { sourceDate: '2026-10-10', rows: 1 },
    })
    expect(await peopleNamed('Moss')).toEqual([])
    expect(await loadedLists(database.db)).toMatchObject([{ name: 'oig-leie', date: '2026-11-10', isSample: false }])
    const events = database.db.selectFrom('audit_events').select(['actor', 'details'])
    const details = { list: 'oig-leie', listDate: '2026-11-10', rows: 1200, refused: 0 }
    expect(await events.where('action', '=', 'exclusions.loaded').execute()).toContainEqual({
      actor: 'operator',
      details,
    })
  })

  test('keeps the list before alone, to which rollback leads, and back', async () => {
    for (const day of ['2026-11-01', '2026-11-02', '2026-11-03']) {
      await load([exclusionLine({ last: 'MOSS', first: 'ADA', on: day.replaceAll('-', '') })], { date: day })
    }
    expect(await countOf('source_rows')).toBe(2)
    expect(await countOf('source_versions')).toBe(2)
    await rollBack(database, 'oig-leie')
    expect(await peopleNamed('Moss')).toMatchObject([{ since: '2026-11-02' }])
    await rollBack(database, 'oig-leie')
    expect(await peopleNamed('Moss')).toMatchObject([{ since: '2026-11-03' }])
  })

  test('does not roll back to what is not there', async () => {
    await expect(rollBack(database, 'oig-leie')).rejects.toThrow('got none')
    await load([moss], { date: '2026-11-01' })
    await expect(rollBack(database, 'oig-leie')).rejects.toThrow('got one alone, of 2026-11-01')
  })

  test('shows readers the list before or the new one, never neither and never both', async () => {
    await load([moss])
    const seen = new Set<string>()
    let isLoading = true
    const reading = (async () => {
      while (isLoading) {
        const found = await findExclusions(database.db, { names: [{ last: 'Moss', first: 'Ada' }] })
        seen.add(found.map(({ row }) => row.since).join())
      }
    })()
    await load([...manyLines(2000), exclusionLine({ last: 'MOSS', first: 'ADA', on: '20210101' })])
    isLoading = false
    await reading
    expect([...seen].filter((one) => !['2020-03-19', '2021-01-01'].includes(one))).toEqual([])
  })

  test('that fails half-way leaves the list before, and nothing of the new one', async () => {
    await load([moss])
    const [row] = await peopleNamed('Moss')
    const given = {
      list: oigLeie,
      date: '2026-11-20',
      from: 'today' as const,
      isSupplement: false,
      isSample: false,
      items: (async function* () {
        const item: ReadItem = { line: 2, made: row === undefined ? [] : [row] }
        yield { table: '', items: Array.from({ length: 5000 }, () => item) }
        throw new Error('the disk went away')
      })(),
    }
    await expect(loadList(database, given, testLoad)).rejects.toThrow('the disk went away')
    expect(await peopleNamed('Moss')).toHaveLength(1)
    expect([await countOf('source_rows'), await countOf('source_versions')]).toEqual([1, 1])
  })

  test('refuses bad rows by line and reason, and the file when more than 0.5 % are bad', async () => {
    const bad = [
      exclusionLine({ last: 'MOSS', npi: '12345' }),
      exclusionLine({ last: 'MOSS', on: '20230230' }),
      exclusionLine({ last: 'MOSS', type: '' }),
      exclusionLine({}),
      `${moss},more`,
      '"MOSS","ADA"',
    ]
    await expect(load([...bad, ...manyLines(1000)])).rejects.toThrow('6 of 1006 rows are refused, more than 0.5 %')
    const { rows, refused, refusals } = await load([...bad, ...manyLines(1000)], { leaveOutRefused: true })
    expect({ rows, refused }).toEqual({ rows: 1000, refused: 6 })
    expect(refusals).toEqual([
      { table: '', line: 2, reason: 'NPI: expected ten digits' },
      { table: '', line: 3, reason: 'EXCLDATE: expected a day as yyyymmdd' },
      { table: '', line: 4, reason: 'EXCLTYPE: expected a section of the law' },
      { table: '', line: 5, reason: 'LASTNAME, BUSNAME: expected a name' },
      { table: '', line: 6, reason: 'expected 18 fields; got 19' },
      { table: '', line: 7, reason: 'EXCLDATE: expected a day as yyyymmdd' },
    ])
    expect((await load([bad[0] ?? '', ...manyLines(1000)])).refused).toBe(1)
  })

  test('stops at half the rows of the list before and at an older date, unless an option allows it', async () => {
    await load(manyLines(100), { date: '2026-11-10' })
    await expect(load(manyLines(50), { date: '2026-11-11' })).rejects.toThrow('expected more than 50 % of the 100 rows')
    await expect(load(manyLines(100), { date: '2026-11-09' })).rejects.toThrow('expected a list of 2026-11-10 or newer')
    expect((await load(manyLines(51), { date: '2026-11-10' })).rows).toBe(51)
    expect((await load(manyLines(5), { date: '2026-11-09', allowCountChange: true })).rows).toBe(5)
  })

  test('of a real list takes the place of the sample freely', async () => {
    await load(manyLines(100), { date: '2026-11-19', isSample: true })
    expect(await loadedLists(database.db)).toMatchObject([
      { isSample: true, title: 'Sample of OIG exclusion list (LEIE) (fictional)' },
    ])
    expect((await load([moss], { date: '2020-01-01' })).before).toMatchObject({ isSample: true })
  })

  test('of a list that is being loaded is refused, and never mixes with it', async () => {
    let go = () => {}
    const waiting = new Promise<void>((resolve) => {
      go = resolve
    })
    const items = (async function* () {
      const item: ReadItem = {
        line: 2,
        made: oigLeie.read(
          (column) => ({ LASTNAME: 'FERN', FIRSTNAME: 'ADA', EXCLDATE: '20200101', EXCLTYPE: 'a' })[column] ?? '',
        ),
      }
      yield { table: '', items: [item] }
      await waiting
    })()
    const given = {
      list: oigLeie,
      date: '2026-11-20',
      from: 'today' as const,
      isSupplement: false,
      isSample: false,
      items,
    }
    const first = loadList(database, given, testLoad)
    await expect.poll(() => countOf('source_versions')).toBe(1)
    await expect
      .poll(async () => reasonsOf(await loadTexts(database, { 'UPDATED.csv': exclusionFile([moss]) })))
      .toEqual(['oig-leie: this list is already being loaded; try again later'])
    go()
    expect((await first).rows).toBe(1)
    expect(await peopleNamed('Fern')).toHaveLength(1)
    expect(await peopleNamed('Moss')).toEqual([])
  })

  test('of two lists at once loads both', async () => {
    const files = ['CO', 'VT'].map((state) =>
      loadTexts(database, { [`${state}.csv`]: 'Last,First,Number\nA,B,1\n' }, { lists: rolls }),
    )
    expect((await Promise.all(files)).flat().map(({ kind }) => kind)).toEqual(['loaded', 'loaded'])
  })
})

describe('supplements of OIG', () => {
  const whole = [
    exclusionLine({ last: 'MOSS', first: 'ADA', on: '20200101' }),
    exclusionLine({ last: 'FERN', first: 'ADA', npi: '1000000004', on: '20200101' }),
  ]

  test('add to the list and end what they say is reinstated', async () => {
    await load(whole, { date: '2026-09-10' })
    const outcomes = await loadTexts(database, {
      '2610excl.csv': exclusionFile([exclusionLine({ last: 'REED', first: 'ADA', on: '20261001' })]),
      '2611rein.csv': exclusionFile([
        exclusionLine({ last: 'MOSS', first: 'ADA', on: '20200101', reinstated: '20261105' }),
      ]),
    })
    expect(outcomes).toMatchObject([
      { kind: 'loaded', rows: 1, kept: 2, date: { date: '2026-10-01', from: 'name' } },
      { kind: 'loaded', rows: 1, kept: 2, date: { date: '2026-11-01', from: 'name' } },
    ])
    expect(await peopleNamed('Moss')).toMatchObject([{ until: '2026-11-05' }])
    expect(await peopleNamed('Fern')).toMatchObject([{ until: null, npis: ['1000000004'] }])
    expect(await peopleNamed('Reed')).toMatchObject([{ since: '2026-10-01' }])
  })

  test('are taken from the month of the list on, which keeps the later date', async () => {
    await load(whole, { date: '2026-11-10' })
    const files = { '2611excl.csv': exclusionFile([moss]), '2610rein.csv': exclusionFile([moss]) }
    expect(reasonsOf(await loadTexts(database, files))).toEqual([
      expect.stringContaining('expected a list of 2026-11-10 or newer; got one of 2026-10-01'),
      'loaded',
    ])
    expect(await loadedLists(database.db)).toMatchObject([{ date: '2026-11-10' }])
  })

  test('are refused without the list', async () => {
    const files = { '2610excl.csv': exclusionFile([moss]) }
    expect(reasonsOf(await loadTexts(database, files))).toEqual([
      'oig-leie: expected the whole list to be loaded before a file that adds to it; got none',
    ])
  })
})

describe('files', () => {
  const leie = exclusionFile([moss])

  test('are recognized by columns, then by name, else refused by name with the columns found', async () => {
    const roll = 'Last,First,Number\nA,B,1\n'
    const outcomes = await loadTexts(
      database,
      { 'CO_2026-11-01.csv': roll, 'other.csv': roll, 'strange.csv': 'X,Y\n1,2\n', 'UPDATED.csv': leie },
      { lists: [...rolls, oigLeie] },
    )
    expect(outcomes.filter(({ kind }) => kind === 'loaded')).toMatchObject([
      { list: { name: 'co-nursing' }, date: { date: '2026-11-01', from: 'name' } },
      { list: { name: 'oig-leie' }, date: { date: '2026-11-20', from: 'today' } },
    ])
    expect(outcomes.filter(({ kind }) => kind === 'failed')).toMatchObject([
      {
        file: 'other.csv',
        reason: 'expected the columns of one list; got those of co-nursing, vt-nursing: say which with --as',
      },
      { file: 'strange.csv', reason: 'expected the columns of a known list in the first 50 rows; got X, Y' },
    ])
    const [asked] = await loadTexts(database, { 'other.csv': roll }, { lists: rolls, listName: 'vt-nursing' })
    expect(asked).toMatchObject({ kind: 'loaded', list: { name: 'vt-nursing' } })
  })

  test('of one list twice are refused', async () => {
    const roll = 'Last,First,Number\nA,B,1\n'
    const reasons = reasonsOf(await loadTexts(database, { 'CO1.csv': roll, 'CO2.csv': roll }, { lists: rolls }))
    expect(reasons[0]).toContain('expected one file of the list; got CO1.csv, CO2.csv')
    expect(await loadedLists(database.db)).toEqual([])
  })

  test('may be workbooks, each sheet a list of its own, with the date in the title', async () => {
    const header = leie.split('\r\n')[0]?.split(',') ?? []
    const book = await workbookOf([
      ['Excluded as of October 3, 2026'],
      header,
      moss.split(',').map((cell) => cell.replaceAll('"', '')),
    ])
    const [outcome] = await loadTexts(database, { 'leie.xlsx': book })
    expect(outcome).toMatchObject({ kind: 'loaded', rows: 1, date: { date: '2026-10-03', from: 'title' } })
  })

  test('may be archives, of which what is no list is left', async () => {
    const archive = await zipOf({ 'UPDATED.csv': leie, 'readme.txt': 'Read this first.', 'layout.pdf': '%PDF-1.7' })
    const outcomes = await loadTexts(database, { 'LEIE_20261101.zip': archive })
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['left', 'left', 'loaded'])
    expect(outcomes.find(({ kind }) => kind === 'loaded')).toMatchObject({ date: { date: '2026-11-01', from: 'name' } })
  })

  test('whose terms need consent are loaded with it alone', async () => {
    const lists: AnyList[] = [{ ...roll('WA'), consent: 'No commercial use of lists.' }]
    const files = { 'WA.csv': 'Last,First,Number\nA,B,1\n' }
    expect(reasonsOf(await loadTexts(database, files, { lists }))).toEqual([
      'wa-nursing: expected SOURCES_AGREED to name it, because its terms require that: No commercial use of lists',
    ])
    expect(reasonsOf(await loadTexts(database, files, { lists, agreed: ['wa-nursing'] }))).toEqual(['loaded'])
  })
})

describe('G8: hostile files change nothing and are refused by name', () => {
  const bombs = async () => ({
    'bomb.zip': await zipOf({ 'UPDATED.csv': '0'.repeat(70_000_000) }),
    'entries.zip': await zipOf(Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}.csv`, 'x']))),
    'nested.zip': await zipOf({ 'inner.zip': await zipOf({ 'UPDATED.csv': 'x' }) }),
    'large.xlsx': patchDirectory(await workbookOf([['a']]), (zip, at) => {
      zip.writeUInt32LE(300_000_000, at + directoryRecord.uncompressedSize)
    }),
    'utf16.csv': Buffer.from(`\uFEFF${exclusionFile([moss])}`, 'utf16le'),
    'nul.csv': exclusionFile([moss]).replace('ADA', 'A\0A'),
    'cell.csv': exclusionFile([exclusionLine({ last: 'x'.repeat(10_000_000) })]),
    'cut.csv': exclusionFile(manyLines(20)).slice(0, -10),
    'old.xls': Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    'empty.csv': '',
    'leie-header.csv': exclusionFile([]),
  })

  test('zip bombs, many entries, 10 MB cells, NULs, UTF-16, cut files', async () => {
    await load([moss], { date: '2026-11-01' })
    const outcomes = await loadTexts(database, await bombs())
    expect(
      Object.fromEntries(outcomes.map((outcome) => ['file' in outcome ? outcome.file : '', reasonsOf([outcome])[0]])),
    ).toEqual({
      'bomb.zip': expect.stringContaining('expected entries that unpack to at most 30 times their size'),
      'entries.zip': expect.stringContaining('1001 entries where at most 1000 are read'),
      'nested.zip': expect.stringContaining('an archive without xl/workbook.xml'),
      'large.xlsx': expect.stringContaining('bytes that unpack to 300000000'),
      'utf16.csv': expect.stringContaining('got UTF-16'),
      'nul.csv': expect.stringContaining('got NUL bytes'),
      'cell.csv': expect.stringContaining('at most 262144 bytes'),
      'cut.csv': expect.stringContaining('cut off'),
      'old.xls': expect.stringContaining('save it as .xlsx or CSV'),
      'empty.csv': expect.stringContaining('expected a list with rows'),
      'leie-header.csv': expect.stringContaining('expected a list with rows'),
    })
    expect(await loadedLists(database.db)).toMatchObject([{ date: '2026-11-01' }])
    expect(await countOf('source_versions')).toBe(1)
  })

  test('formulas, backslashes, braces and line breaks in cells are text', async () => {
    const names = ['=cmd|calc\\n', '{a,b}\\t', '\\N', "O'Neil\nJr", '\\.']
    await load(names.map((first) => exclusionLine({ last: 'MOSS', first })))
    const { rows } = await sql<{ fields: string }>`select fields from source_rows order by row`.execute(database.db)
    expect(rows.map(({ fields }): unknown => JSON.parse(fields)[1][1])).toEqual(names)
  })
})

describe('licenses are found', () => {
  beforeEach(async () => {
    const rows = ['Moss,Ada,RN.0104502,,1000000004,', 'Fern,Ida,104502,,,Moss', 'O’Brien,José,026.0137870,,,']
    const text = `Last,First,Number,X,NPI,Maiden\n${rows.join('\n')}\n`
    await loadTexts(database, { 'CO.csv': text, 'VT.csv': text.replaceAll('Ada', 'Eve') }, { lists: rolls })
  })
  const namesOf = (found: { row: LicenseRow }[]) => found.map(({ row }) => `${row.name.first} ${row.name.last}`).sort()

  test('by state and number, whatever zeros and prefix it has', async () => {
    const of = async (state: string, number: string) =>
      namesOf(await findLicenses(database.db, { state, numbers: [{ state, number }] }))
    expect(await of('CO', 'MD104502')).toEqual(['Ada Moss', 'Ida Fern'])
    expect(await of('VT', '0104502')).toEqual(['Eve Moss', 'Ida Fern'])
    expect(await of('VT', '026.013787')).toEqual(['José O’Brien'])
    expect(await of('WA', '104502')).toEqual([])
    expect(await of('CO', 'none')).toEqual([])
  })

  test('by NPI in every state, with the row as published', async () => {
    const found = await findLicenses(database.db, { npi: '1000000004' })
    expect(namesOf(found)).toEqual(['Ada Moss', 'Eve Moss'])
    expect(found[0]?.row).toMatchObject({
      number: 'RN.0104502',
      statusText: 'Active "in\\force"',
      issuedOn: '2010-02-03',
    })
  })

  test('by name, also a former one, of one state or of all', async () => {
    expect(namesOf(await findLicenses(database.db, { names: [{ last: 'MOSS', first: 'ida' }], state: 'CO' }))).toEqual([
      'Ida Fern',
    ])
    expect(namesOf(await findLicenses(database.db, { names: [{ last: 'OBRIEN', first: 'JOSE' }] }))).toHaveLength(2)
    expect(await findLicenses(database.db, { names: [{ last: '', first: '' }] })).toEqual([])
  })
})
