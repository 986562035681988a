import { expect, test } from 'vitest'
import { directoryRecord, patchDirectory, workbookOf, zipOf } from '../../test/support/registry/archives.ts'
import { servingRegistry } from '../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'

const name = 'npidata_pfile_20050523-20260608.csv'
const content = mainCsv(Array.from({ length: 20 }, (_, n) => person(npiOf(n))))
const serving = servingRegistry({ [name]: content })

const mebi = 1024 * 1024

async function renamed(from: string, to: string): Promise<Buffer> {
  const zip = await zipOf({ [from]: content })
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

async function patched(field: keyof typeof directoryRecord, change: (value: number) => number): Promise<Buffer> {
  return patchDirectory(await zipOf({ [name]: content }), (zip, at) => {
    const position = at + directoryRecord[field]
    zip.writeUInt32LE(change(zip.readUInt32LE(position)) >>> 0, position)
  })
}

const manyEntries = (count: number) =>
  zipOf(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.csv`, 'x'])), { compress: false })

const archives: [string, () => Promise<Buffer>, RegExp][] = [
  [
    'cut off in its directory',
    async () => (await zipOf({ [name]: content })).subarray(0, -30),
    /^data\.zip: expected a whole zip archive; got /,
  ],
  [
    'cut off in the middle',
    async () => (await zipOf({ [name]: content })).subarray(0, 1_000),
    /^data\.zip: expected a whole zip archive; got /,
  ],
  ['that is none', async () => Buffer.from(content), /^data\.zip: expected a whole zip archive; got /],
  ['without a byte', async () => Buffer.alloc(0), /^data\.zip: expected a whole zip archive; got /],
  [
    'with a wrong checksum',
    () => patched('checksum', (value) => value ^ 1),
    /npidata.*: expected the checksum [0-9a-f]{8} that the archive states; got [0-9a-f]{8}/,
  ],
  [
    'with a flipped bit in a stored file',
    async () => {
      const zip = await zipOf({ [name]: content }, { compress: false })
      const at = zip.indexOf('EXAMPLE')
      zip[at] = (zip[at] ?? 0) ^ 1
      return zip
    },
    /npidata.*: expected the checksum/,
  ],
  [
    'with damaged compression',
    async () => {
      const zip = await zipOf({ [name]: content })
      return zip.fill(0xff, 200, 400)
    },
    /^data\.zip\/npidata.*: /,
  ],
  [
    'that unpacks to more than it states',
    () => patched('uncompressedSize', (value) => value - 1),
    /^data\.zip\/npidata.*: expected \d+ bytes that the archive states; got more/,
  ],
  [
    'that unpacks to less than it states',
    () => patched('uncompressedSize', (value) => value + 1),
    /^data\.zip\/npidata.*: expected \d+ bytes that the archive states; got \d+$/m,
  ],
  ['that is encrypted', () => patched('flags', (value) => value | 1), /^data\.zip\/npidata.*: .*encrypted/],
  [
    'packed in another way',
    async () =>
      patchDirectory(await zipOf({ [name]: content }), (zip, at) => zip.writeUInt16LE(9, at + directoryRecord.method)),
    /^data\.zip\/npidata.*: expected a file that is deflated \(8\) or stored \(0\); got compression method 9/,
  ],
  [
    'with an entry that begins beyond any file, before another',
    async () => {
      const zip = await zipOf({ [name]: content, 'b.csv': content }, { forceZip64Format: true })
      return patchDirectory(zip, (patched, at, index) => {
        // The field of large numbers: its number and length, both sizes, then where the entry begins.
        const field = patched.indexOf(Buffer.from([1, 0, 24, 0]), at)
        if (index === 0) patched.writeBigUInt64LE(2n ** 60n, field + 20)
      })
    },
    /^data\.zip\/npidata.*: .*beyond its end/,
  ],
  [
    'whose directory is said to be beyond any file',
    async () => {
      const zip = await zipOf({ [name]: content }, { forceZip64Format: true })
      const locator = zip.indexOf(Buffer.from('PK\u0006\u0007', 'latin1'))
      zip.writeBigUInt64LE(2n ** 60n, locator + 8)
      return zip
    },
    /^data\.zip: expected a whole zip archive; got .*beyond its end/,
  ],
  [
    'with a name that leads out of it',
    () => renamed('xx/evil.csv', '../evil.csv'),
    /^data\.zip: expected a whole zip archive; got .*\.\.\/evil\.csv/,
  ],
  [
    'with an absolute name',
    () => renamed('xetc/evil.csv', '/etc/evil.csv'),
    /^data\.zip: expected a whole zip archive; got .*\/etc\/evil\.csv/,
  ],
  [
    'inside an archive',
    async () => zipOf({ 'inner.zip': await zipOf({ [name]: content }) }),
    /^data\.zip\/inner\.zip: expected no archive inside an archive/,
  ],
  [
    'whose entries share bytes',
    async () =>
      patchDirectory(await zipOf({ 'a.csv': content, 'b.csv': content }), (zip, at, index) => {
        if (index === 1) zip.writeUInt32LE(0, at + directoryRecord.localHeaderOffset)
      }),
    /^data\.zip: expected entries of their own bytes; got a\.csv and b\.csv|^data\.zip: expected entries of their own bytes; got b\.csv and a\.csv/,
  ],
  [
    'that unpacks to hundreds of times its size',
    () => zipOf({ [name]: Buffer.alloc(65 * mebi, 'x') }),
    /^data\.zip: expected entries that unpack to at most 30 times their size; got npidata.* that unpack to 68157440/,
  ],
  ['of too many entries', () => manyEntries(1_001), /^data\.zip: .*1001 entries where at most 1000 are read/],
  [
    'that unpacks to more than all of CMS',
    async () =>
      patchDirectory(await manyEntries(400), (zip, at) => {
        zip.writeUInt32LE(60 * mebi, at + directoryRecord.uncompressedSize)
        zip.writeUInt16LE(8, at + directoryRecord.method)
      }),
    /^expected archives that unpack to at most 20000000000 bytes; data\.zip\/\d+\.csv brings them to /,
  ],
]

test.each(archives)('T09: an archive %s is refused by name, and nothing is announced', async (_, make, sentence) => {
  const paths = writeFiles(testFolder(), { 'data.zip': await make() })
  expect(await serving.refusal(paths)).toMatch(sentence)
})

const header = ['NPI', 'NPPES Deactivation Date']

const workbooks: [string, () => Promise<Buffer>, RegExp][] = [
  ['that is none', async () => Buffer.from('no workbook'), /report\.xlsx: expected a workbook \(\.xlsx\); got /],
  ['that is another archive', () => zipOf({ 'a.txt': 'x' }), /report\.xlsx: expected a workbook \(\.xlsx\); got /],
  [
    'with another header',
    () => workbookOf([['title'], ['NPI', 'Name'], [npiOf(1), 'x']]),
    /report\.xlsx: expected the header NPI, NPPES Deactivation Date in the first 5 rows; got "title"/,
  ],
  [
    'with a bad NPI',
    () => workbookOf([['title'], header, ['1234567890', '05/23/2005']]),
    /report\.xlsx: .*line 3: NPI: expected ten digits.*got "1234567890"/,
  ],
  [
    'with a bad date',
    () => workbookOf([['title'], header, [npiOf(1), '5/23/2005']]),
    /report\.xlsx: .*line 3: NPPES Deactivation Date: expected a real date.*got "5\/23\/2005"/,
  ],
  [
    'with a date to come',
    () => workbookOf([['title'], header, [npiOf(1), '11/21/2026']]),
    /report\.xlsx: .*line 3: NPPES Deactivation Date: expected .*not in the future/,
  ],
]

test.each(workbooks)(
  'a deactivation report %s is refused by name, and nothing is announced',
  async (_, make, sentence) => {
    const paths = writeFiles(testFolder(), { [name]: content, 'report.xlsx': await make() })
    expect(await serving.refusal(paths)).toMatch(sentence)
  },
)
