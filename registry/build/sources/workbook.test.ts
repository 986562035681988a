import { expect, test } from 'vitest'
import { directoryRecord, patchDirectory, workbookOf, zipOf } from '../../../test/support/registry/archives.ts'
import { firstSheetOf, sheetsOf } from './workbook.ts'

const workbookXml =
  '<x:workbook xmlns:x="main" xmlns:rel="r"><x:sheets><x:sheet name="A" sheetId="7" rel:id="b"/><x:sheet name="B" sheetId="1" rel:id="a"/></x:sheets></x:workbook>'
const relations =
  '<Relationships><Relationship Id="a" Type="r/worksheet" Target="worksheets/other.xml"/><Relationship Id="b" Type="r/worksheet" Target="/xl/worksheets/first.xml"/><Relationship Id="c" Type="r/sharedStrings" Target="shared.xml"/></Relationships>'

function workbook(rows: string, shared = ''): Promise<Buffer> {
  return zipOf({
    'xl/workbook.xml': workbookXml,
    'xl/_rels/workbook.xml.rels': relations,
    'xl/shared.xml': `<sst>${shared}</sst>`,
    'xl/worksheets/first.xml': `<x:worksheet xmlns:x="main"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
    'xl/worksheets/other.xml': '<worksheet><sheetData><row><c><v>other</v></c></row></sheetData></worksheet>',
  })
}

test('the first sheet is the one named first, with texts that cells share, in runs, without how they are pronounced', async () => {
  const shared =
    '<si><t>NPI</t></si><si><r><rPr><b/></rPr><t>Zo&#235; </t></r><r><t>&amp; Sons</t></r><rPh sb="0" eb="1"><t>zoe</t></rPh></si>'
  const rows = '<x:row r="2"><x:c r="A2" t="s"><x:v>1</x:v></x:c><x:c r="C2" t="s"><x:v>0</x:v></x:c></x:row>'
  expect(await firstSheetOf(await workbook(rows, shared))).toEqual([{ line: 2, cells: ['Zoë & Sons', '', 'NPI'] }])
})

test('numbers, formulas with texts and cells without a reference are text; what is empty or far to the right is left out', async () => {
  const rows = [
    '<x:row><x:c><x:v>1234567893</x:v></x:c><x:c t="str"><x:f>A1</x:f><x:v>05/23/2005</x:v></x:c></x:row>',
    '<x:row r="5"><x:c r="A5"/></x:row>',
    '<x:row><x:c r="XFD6"><x:v>1</x:v></x:c><x:c r="B6" t="inlineStr"><x:is><x:t><![CDATA[a<b]]></x:t></x:is></x:c></x:row>',
  ]
  expect(await firstSheetOf(await workbook(rows.join('')))).toEqual([
    { line: 1, cells: ['1234567893', '05/23/2005'] },
    { line: 6, cells: ['', 'a<b'] },
  ])
})

test('every row of a sheet of the size of the monthly report is read', async () => {
  const rows = Array.from({ length: 300_000 }, (_, index) => [`${1_000_000_000 + index}`, '05/23/2005'])
  const read = await firstSheetOf(await workbookOf(rows))
  expect(read).toHaveLength(300_000)
  expect(read.at(-1)).toEqual({ line: 300_000, cells: ['1000299999', '05/23/2005'] })
})

test.each([
  ['rows out of order', '<x:row r="2"/><x:row r="2"/>', 'the row 2 after the row 2'],
  ['a row without a number', '<x:row r="x"/>', 'the row x after the row 0'],
  ['a row beyond the last', '<x:row r="1048577"/>', 'the row 1048577, where a sheet has at most 1048576'],
  ['a cell nowhere', '<x:row><x:c r="12"/></x:row>', 'a cell at 12'],
  ['a text that nobody shares', '<x:row><x:c t="s"><x:v>3</x:v></x:c></x:row>', 'a cell with the shared text 3, of 0'],
  ['tags that do not match', '<x:row></x:c>', 'xl/worksheets/first.xml that is no XML'],
  ['an end too early', '<x:row><x:c>', 'xl/worksheets/first.xml that is no XML'],
])('a sheet with %s is none', async (_, rows, reason) => {
  await expect(firstSheetOf(await workbook(rows))).rejects.toThrow(reason)
})

test('an archive without the files of a workbook, or with a sheet that is damaged or too large, is none', async () => {
  await expect(firstSheetOf(await zipOf({ a: 'x' }))).rejects.toThrow('an archive without xl/workbook.xml')
  const none = await zipOf({ 'xl/workbook.xml': workbookXml, 'xl/_rels/workbook.xml.rels': '<Relationships/>' })
  await expect(firstSheetOf(none)).rejects.toThrow('one without a sheet')
  const damaged = patchDirectory(await workbook('<x:row/>'), (zip, at) => {
    zip.writeUInt32LE(1, at + directoryRecord.checksum)
  })
  await expect(firstSheetOf(damaged)).rejects.toThrow('expected the checksum 00000001')
  const large = patchDirectory(await workbook('<x:row/>'), (zip, at) => {
    zip.writeUInt32LE(600 * 1024 * 1024, at + directoryRecord.uncompressedSize)
  })
  await expect(firstSheetOf(large)).rejects.toThrow(/unpacks to \d+ bytes, more than 536870912/)
})

test('each sheet is read by its name, with numbers that have an exponent written out', async () => {
  const file = await workbook('<x:row><x:c><x:v>1.234567893E9</x:v></x:c><x:c t="str"><x:v>1E5</x:v></x:c></x:row>')
  const sheets = await sheetsOf(file, { bytesOutMax: 1_000_000, columnsMax: 16 })
  const found: [string, string[][]][] = []
  for (const { name, rows } of sheets) {
    for await (const batch of rows()) found.push([name, batch.map(({ cells }) => cells)])
  }
  expect(found).toEqual([
    ['A', [['1234567893', '1E5']]],
    ['B', [['other']]],
  ])
})
