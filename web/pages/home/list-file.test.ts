import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { listBytesMax, listedNamesMax, listedNpisMax } from '#contract/limits'
import { readList, readListFile } from './list-file.ts'

const fileOf = (content: string | Uint8Array<ArrayBuffer>, name = 'list.csv') => new File([content], name)
const utf16 = (text: string, bom: number[]) => {
  const bytes = new Uint8Array(2 + 2 * text.length)
  bytes.set(bom)
  for (let at = 0; at < text.length; at++) bytes[2 + 2 * at] = text.charCodeAt(at)
  return bytes
}

describe('a list', () => {
  test.each([
    [
      'NPIs, one on each line',
      '1234567893\n\n1679576722\r\n',
      [
        [1, '1234567893'],
        [3, '1679576722'],
      ],
    ],
    [
      'a column npi',
      'name,NPI\n"Doe, Jane",1234567893\nX,abc',
      [
        [2, '1234567893'],
        [3, 'abc'],
      ],
    ],
    [
      'a column of NPIs without a head',
      'Jane;1234567893\nJoe;1679576722',
      [
        [1, '1234567893'],
        [2, '1679576722'],
      ],
    ],
    ['tabs and a byte order mark', '\ufeffNPI\tcity\n1234567893\tAustin', [[2, '1234567893']]],
    [
      'empty cells between tabs, beside quoted ones',
      'name\tcity\tnpi\n\t"Austin"\t\n \t"" \t"1234567893"\t',
      [
        [2, ''],
        [3, '1234567893'],
      ],
    ],
    ['a row that is too short', 'name,npi\nJane', [[2, '']]],
  ])('may be %s', (_, text, rows) => {
    expect(readList(text)).toEqual({
      list: { kind: 'npis', rows: rows.map(([line, npi]) => ({ line, npi })) },
    })
  })

  test('may be names with their states, in one column or two', () => {
    const rows = [{ line: 2, name: 'Jane Doe', city: 'Austin', state: 'TX' }]
    expect(readList('Name,City,State\nJane Doe,Austin,tx')).toEqual({ list: { kind: 'names', rows } })
    expect(readList('state,city,First Name,last_name\nTX,Austin,Jane,Doe')).toEqual({ list: { kind: 'names', rows } })
  })

  test.each([
    ['', 'the list is empty.'],
    ['npi\n', 'the list is empty.'],
    ['hello\nworld', /^expected a column npi, or the columns name and state/],
    ['name,state\nJane,Texas', 'expected a state code such as NY in line 2.'],
    ['name,state\n,TX', 'expected a name in line 2.'],
    [`npi\n${'1'.repeat(2_001)}`, 'line 2 has more than 2,000 characters.'],
    ['npi,'.repeat(101), 'line 1 has more than 100 columns.'],
    ['1234567893\n'.repeat(listedNpisMax + 1), /^it has 10,001 NPIs, and a list may have 10,000/],
    ['1234567893\n'.repeat(listedNpisMax + 5), /^it has more than 10,000 lines/],
    [`name,state\n${'Jane,TX\n'.repeat(listedNamesMax + 1)}`, /^it has 101 names, and a list may have 100/],
  ])('is refused with the reason: %#', (text, problem) => {
    const read = readList(text)
    expect('problem' in read && read.problem).toEqual(
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    )
  })
})

describe('G6: a file', () => {
  test('of a list is read as the list is', async () => {
    expect(await readListFile(fileOf('npi\n1234567893'))).toEqual({
      list: { kind: 'npis', rows: [{ line: 2, npi: '1234567893' }] },
    })
  })

  test.each([
    [
      'a ZIP archive or workbook',
      'list.xlsx',
      Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]),
      /ZIP archive or an Excel workbook/,
    ],
    ['compressed', 'list.csv.gz', Uint8Array.from(gzipSync('1'.repeat(1_000_000))), /is compressed/],
    ['in UTF-16', 'list.csv', utf16('npi', [0xff, 0xfe]), /is in UTF-16/],
    ['in UTF-16 of the other order', 'list.csv', utf16('npi', [0xfe, 0xff]), /is in UTF-16/],
    ['with NUL characters', 'list.csv', Uint8Array.from([0x31, 0, 0x32]), /contains NUL characters/],
    ['in another encoding', 'list.csv', Uint8Array.from([0x6e, 0xe9, 0x0a]), /isn’t in UTF-8/],
    ['an endless line', 'list.csv', new Uint8Array(listBytesMax).fill(0x31), /line 1 has more than 2,000 characters/],
    ['too large, without being read', 'list.csv', new Uint8Array(listBytesMax + 1), /is larger than 2 MB/],
  ])('that is %s is refused by its name', async (_, name, bytes, problem) => {
    const read = await readListFile(fileOf(bytes, name))
    const sentence = 'problem' in read ? read.problem : expect.unreachable()
    expect(sentence).toMatch(problem)
    expect(sentence.startsWith(`${name} `)).toBe(true)
  })
})
