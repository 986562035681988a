/** Makes zip archives and workbooks for the tests, also ones no honest program would write. */
import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

interface ZipOptions {
  /** Whether entries are deflated, or stored as they are. */
  compress?: boolean
  /** Writes the form for archives beyond 4 GB, whatever the size. */
  forceZip64Format?: boolean
}

export async function zipOf(
  files: Readonly<Record<string, string | Buffer>>,
  { compress = true, forceZip64Format = false }: ZipOptions = {},
): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) {
    zip.addBuffer(Buffer.from(content), name, { compress, forceZip64Format, mtime: new Date('2026-01-01T00:00:00Z') })
  }
  zip.end({ forceZip64Format, comment: '' })
  return buffer(zip.outputStream)
}

/** Changes the record of each entry in the central directory: `patch` gets the archive and where the record begins. */
export function patchDirectory(zip: Buffer, patch: (zip: Buffer, at: number, index: number) => void): Buffer {
  const patched = Buffer.from(zip)
  const signature = Buffer.from('PK\u0001\u0002', 'latin1')
  let index = 0
  for (let at = patched.indexOf(signature); at !== -1; at = patched.indexOf(signature, at + 4))
    patch(patched, at, index++)
  return patched
}

/** Where members stand in a record of the central directory (APPNOTE.TXT of PKWARE, section 4.3.12). */
export const directoryRecord = {
  flags: 8,
  method: 10,
  checksum: 16,
  uncompressedSize: 24,
  localHeaderOffset: 42,
} as const

/** A workbook of one sheet with these rows of text. */
export function workbookOf(rows: readonly (readonly string[])[]): Promise<Buffer> {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const cell = (text: string, column: number, row: number) =>
    `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t>${text}</t></is></c>`
  const sheet = rows
    .map((cells, row) => `<row r="${row + 1}">${cells.map((text, column) => cell(text, column, row)).join('')}</row>`)
    .join('')
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="DeactivatedNPIs" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
  })
}
