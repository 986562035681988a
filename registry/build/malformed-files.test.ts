import { expect, test } from 'vitest'
import { mainColumns } from '#registry/columns'
import { servingRegistry } from '../../test/support/registry/test-build.ts'
import {
  endpointCsv,
  mainCsv,
  npiOf,
  organization,
  otherNameCsv,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  testFolder,
  writeFiles,
} from '../../test/support/registry/test-files.ts'

const mainName = 'npidata_pfile_20050523-20260608.csv'
const good = Array.from({ length: 20 }, (_, n) => (n % 3 === 0 ? organization(npiOf(n)) : person(npiOf(n))))
const serving = servingRegistry({ [mainName]: mainCsv(good) })

/** The good rows with one more at line 12. */
function withRow(row: Row): string {
  return mainCsv([...good.slice(0, 10), row, ...good.slice(10)])
}

const fresh = npiOf(500)
const whole = mainCsv(good)
const lines = whole.split('\n')
const replaceLine = (text: string | Buffer) =>
  Buffer.concat([
    Buffer.from(`${lines.slice(0, 11).join('\n')}\n`),
    Buffer.from(text),
    Buffer.from(`\n${lines.slice(12).join('\n')}`),
  ])

const badFiles: [string, string | Buffer, RegExp][] = [
  [
    'cut off in a row',
    whole.slice(0, -800),
    /line 21: expected a whole last row; got one that ends .*the file is cut off/,
  ],
  [
    'cut off inside quotes',
    whole.slice(0, whole.indexOf('EXAMPLE', 30_000) + 3),
    /expected a whole last row; got one that ends inside quotes/,
  ],
  ['in UTF-16', Buffer.from(`\uFEFF${whole}`, 'utf16le'), /expected UTF-8; got UTF-16/],
  ['in UTF-16 without a mark', Buffer.from(whole, 'utf16le'), /expected UTF-8; got UTF-16/],
  [
    'with a row in Latin-1',
    Buffer.from(withRow(person(fresh, { 'Provider First Name': 'JOSÉ' })), 'latin1'),
    /line 12: expected UTF-8; got other bytes, perhaps Latin-1/,
  ],
  [
    'with a NUL byte',
    withRow(person(fresh, { 'Provider First Name': 'A\0A' })),
    /line 12: expected text; got a NUL byte/,
  ],
  [
    'with a row of too few fields',
    replaceLine('"1000000004","1"'),
    /line 12: expected as many fields as the header has; got 2 instead of 330/,
  ],
  [
    'with a row of too many fields',
    replaceLine(`${lines[11]},""`),
    /line 12: expected as many fields.*got 331 instead of 330/,
  ],
  [
    'with a lost quote',
    replaceLine((lines[11] ?? '').replace('EXAMPLE', '"EXAMPLE')),
    /line 12: expected well-formed CSV/,
  ],
  [
    'with text after a closing quote',
    replaceLine((lines[11] ?? '').replace('","', '"x,"')),
    /line 12: expected well-formed CSV; got text after a closing quote/,
  ],
  [
    'with a field of 10 MB',
    withRow(person(fresh, { 'Provider First Name': 'x'.repeat(10_000_000) })),
    /line 12: expected rows of at most 262144 bytes/,
  ],
  [
    'with a field over the limit',
    withRow(person(fresh, { 'Provider First Name': 'x'.repeat(4_097) })),
    /line 12: expected fields of at most 4096 bytes; got 4097 bytes in column 7/,
  ],
  ['with a column renamed', whole.replace('"NPI"', '"Npi"'), /without "NPI" and with the unknown "Npi" \(column 1\)/],
  [
    'without a column',
    mainCsv(good, mainColumns.slice(0, -2)),
    /328 columns, without "Healthcare Provider Taxonomy Group_15"/,
  ],
  [
    'with an index column in front',
    mainCsv(good, ['', ...mainColumns]),
    /331 columns, with the unknown "" \(column 1\)/,
  ],
  ['with a column twice', mainCsv(good, [...mainColumns, 'NPI']), /with "NPI" \(column 331\) a second time/],
  ['of something else', 'id,name\n1,x\n', /expected the header of one of CMS's NPPES files/],
  ['without a byte', '', /expected a header line; got an empty file/],
  ['of a header alone', mainCsv([]), /expected rows below the header; got none/],
]

test.each(badFiles)('T09: a file %s is refused by name, and nothing is announced', async (_, content, sentence) => {
  const paths = writeFiles(testFolder(), { [mainName]: content })
  const said = await serving.refusal(paths)
  expect(said).toContain(`${mainName}: `)
  expect(said).toMatch(sentence)
})

test('a file with a date in its name after today is refused by name, one of today is taken', async () => {
  const [today, tomorrow] = ['pl_pfile_20261114-20261120.csv', 'pl_pfile_20261115-20261121.csv']
  const said = await serving.refusal(
    writeFiles(testFolder(), { [mainName]: whole, [today]: secondaryCsv([]), [tomorrow]: secondaryCsv([]) }),
  )
  expect(said.split('\n')).toEqual([
    `${tomorrow}: expected a date in its name that is not in the future; got 2026-11-21`,
    'To build from the other files alone, add --leave-out-refused',
  ])
})

const badOthers: [string, string, string, RegExp][] = [
  [
    'a secondary location',
    'pl_pfile.csv',
    secondaryCsv([secondaryLocation(npiOf(1), 'Utica', '1350')]),
    /line 2: .*Postal Code: expected 5 or 9 digits/,
  ],
  [
    'an NPI of a secondary location',
    'pl_pfile.csv',
    secondaryCsv([secondaryLocation('1', 'Utica', '13501')]),
    /line 2: NPI: expected ten digits/,
  ],
  [
    'another name',
    'othername_pfile.csv',
    otherNameCsv([{ NPI: npiOf(0) }]),
    /line 2: Provider Other Organization Name: expected something/,
  ],
  [
    'an endpoint',
    'endpoint_pfile.csv',
    endpointCsv([{ NPI: npiOf(1), 'Endpoint Type': 'DIRECT' }]),
    /line 2: Endpoint: expected something/,
  ],
]

test.each(badOthers)(
  '%s that breaks a rule stops the build with file, line and rule',
  async (_, name, content, sentence) => {
    const paths = writeFiles(testFolder(), { [mainName]: whole, [name]: content })
    const said = await serving.refusal(paths)
    expect(said).toContain(`${name}: expected at most 0.5 % refused rows; got 1 of 1`)
    expect(said).toMatch(sentence)
  },
)

test('T09: all files with a wrong header are named together', async () => {
  const paths = writeFiles(testFolder(), {
    'a.csv': 'id\n1\n',
    'b.csv': whole.replace('"NPI"', '""'),
    'c.txt': 'x',
    [mainName]: whole,
  })
  const said = await serving.refusal([...paths, '/nowhere/d.csv'])
  for (const name of ['a.csv', 'b.csv', 'c.txt', 'd.csv']) expect(said).toContain(`${name}: expected`)
  expect(said).not.toContain(mainName)
})

test('files without a main one are not enough', async () => {
  const paths = writeFiles(testFolder(), { 'othername_pfile.csv': otherNameCsv([]) })
  expect(await serving.refusal(paths)).toContain(
    'expected a main file (npidata_pfile…) among the files; got othername_pfile.csv',
  )
})

test('T09: half a file, well formed, is stopped by its counts', async () => {
  const paths = writeFiles(testFolder(), { [mainName]: mainCsv(good.slice(0, 10)) })
  const said = await serving.refusal(paths)
  expect(said).toMatch(/expected individuals to change by at most 5 % against version .*; got 6 instead of 13/)
  expect(said).toMatch(/expected organizations to change .*; got 4 instead of 7/)
})
