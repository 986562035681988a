import { describe, expect, test } from 'vitest'
import { readAnyList, readList } from '../../test/support/sources/read-list.ts'
import { rowBytesMax } from './limits.ts'
import { oigLeie } from './lists/exclusions/leie.ts'
import type { SourceList } from './source-list.ts'

/** A list that keeps what it reads as its city. */
const list = (layouts: string[][], column: string, fileName?: RegExp): SourceList<'exclusion'> => ({
  ...oigLeie,
  name: `of-${column.toLowerCase().replaceAll(' ', '-')}`,
  layouts,
  ...(fileName && { fileName }),
  read: (fields) => [{ ...row, city: fields(column) }],
})
const row = {
  npis: [],
  name: null,
  organization: 'X',
  otherNames: [],
  licenseNumbers: [],
  state: null,
  basis: '',
  since: null,
  until: null,
  waiverState: null,
}
const simple = list([['Name', 'City']], 'City')
const cities = async (text: string | Buffer) => (await readList(simple, text)).rows.map(({ city }) => city)

describe('a text file is read', () => {
  test.each([
    ['by commas, with a BOM and quotes', '\uFEFF"Name",City\r\n"A, B","Reno, NV"\r\n', ['Reno, NV']],
    ['by pipes, with stray quotes and a last pipe', 'Name|City|\nA|"Reno|\nB|5" nail|\n', ['"Reno', '5" nail']],
    ['by tabs', 'Name\tCity\nA\tReno\n', ['Reno']],
    ['with a header whose cells hold line feeds, spaces and a colon', '"Name ","\nCity:"\nA,Reno\n', ['Reno']],
    ['with titles before the header', `${'Title of a list\n'.repeat(49)}Name,City\nA,Reno`, ['Reno']],
    ['with the header repeated among the rows', 'Name,City\nA,Reno\nName,City\nB,Elko\n', ['Reno', 'Elko']],
    ['with rows that end early', 'Name,City\nA\nB,Elko\n', ['', 'Elko']],
    ['with stray quotes', 'Name,City\nA "B" C,Reno "x"\n', ['Reno "x"']],
    ['with formulas as text', 'Name,City\nA,"=HYPERLINK(""http://x"")"\n', ['=HYPERLINK("http://x")']],
  ])('%s', async (_, text, expected) => {
    expect(await cities(text)).toEqual(expected)
  })

  test('line by line as UTF-8 or windows-1252', async () => {
    const bytes = [Buffer.from('Name,City\nA,Ca'), Buffer.from([0xf1]), Buffer.from('on\nB,Cañon\n')]
    expect(await cities(Buffer.concat(bytes))).toEqual(['Cañon', 'Cañon'])
  })

  test.each([
    ['UTF-16', Buffer.from('\uFEFFName,City\nA,Reno\n', 'utf16le'), 'got UTF-16'],
    ['NUL bytes', 'Name,City\nA,Re\0no\n', 'got NUL bytes'],
    ['a cell of 10 MB', `Name,City\nA,${'x'.repeat(10_000_000)}\n`, `at most ${rowBytesMax} bytes`],
    ['one of 10 MB with line feeds', `Name,City\nA,"${'x\n'.repeat(5_000_000)}"\n`, `at most ${rowBytesMax} bytes`],
    ['a last field without an end', 'Name,City\nA,"Reno\n', 'The file is cut off'.toLowerCase()],
    ['no rows', '\n\n', 'expected a file with rows'],
    ['a header on row 51', `${'Title\n'.repeat(50)}Name,City\nA,Reno`, 'expected the columns of a known list'],
  ])('not with %s', async (_, text, reason) => {
    await expect(cities(text)).rejects.toThrow(reason)
  })

  test('and refuses rows with more fields than the header, by line', async () => {
    const { rows, refusals } = await readList(simple, 'Name,City\nA,Reno,NV\nB,Elko,,\n')
    expect(refusals).toEqual([{ line: 2, refused: 'expected 2 fields; got 3' }])
    expect(rows).toHaveLength(1)
  })

  test('with columns of one name and of none known by their place', async () => {
    const text = 'Name,Date,Date,\nA,1,2,3\n'
    const of = async (column: string) => (await readList(list([['Name', 'Date']], column), text)).rows[0]?.city
    expect([await of('Date'), await of('DATE (2)'), await of('column 4'), await of('Other')]).toEqual([
      '1',
      '2',
      '3',
      '',
    ])
  })
})

describe('a list is recognized', () => {
  test('by its columns, and LEIE by its columns and the name of its file', async () => {
    const header =
      'LASTNAME,FIRSTNAME,MIDNAME,BUSNAME,GENERAL,SPECIALTY,UPIN,NPI,DOB,ADDRESS,CITY,STATE,ZIP,EXCLTYPE,EXCLDATE,REINDATE,WAIVERDATE,WVRSTATE'
    const text = `${header}\n"MOSS","ADA","","","","","","0000000000","19600101","1 MAIN","RENO","NV","1","1128a1","20200319","00000000","00000000",""\n`
    const { list: name, rows } = await readAnyList(text, 'UPDATED.csv')
    expect(name).toBe('oig-leie')
    expect(rows).toMatchObject([
      { npis: [], name: { last: 'MOSS' }, since: '2020-03-19', until: null, basis: '1128a1' },
    ])
  })

  test('never by a guess: what no list has is refused with the columns found', async () => {
    await expect(readList(simple, 'A title\nFirst,Last\nx,y\n')).rejects.toThrow('got First, Last')
  })
})
