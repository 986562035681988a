/**
 * The tables of a given file: a text file is one, a workbook has one a sheet, an archive those of its files. What comes
 * in is judged by its first bytes, never by its name. Throws an Error with one sentence.
 */
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Archives } from '#registry/build/sources/archives'
import { sheetsOf } from '#registry/build/sources/workbook'
import { reasonOf } from '../platform/error-code.ts'
import { columnsMax, workbookBytesMax, workbookBytesOutMax } from './limits.ts'
import { type Row, textRows } from './text-rows.ts'

export interface Table {
  /** Of the file, in an archive, or of the sheet; empty for the file itself. */
  name: string
  rows(): AsyncIterable<Row[]>
}

export interface OpenFile {
  tables: Table[]
  /** Unpacked. */
  bytes: number
  /** What an archive has that is no table. */
  left: { name: string; reason: string }[]
  close(): void
}

type Open = () => AsyncIterable<Buffer>

/** `onBytes` hears how many more bytes were read for rows. */
export async function openFile(path: string, onBytes: (bytes: number) => void): Promise<OpenFile> {
  const stats = await stat(path)
  const bytes = stats.size
  if (!stats.isFile()) throw new Error('expected a file; got something else')
  const open = () => createReadStream(path, { highWaterMark: 1024 * 1024 })
  if ((await kindOf(open)) !== 'zip') {
    return { tables: [textTable('', counted(open, onBytes))], left: [], bytes, close: () => {} }
  }
  const archives = new Archives()
  const close = () => archives.close()
  try {
    const archive = await archives.read(path)
    if ('fault' in archive) throw new Error(archive.fault)
    if (archive.entries.some(({ name }) => name === 'xl/workbook.xml')) {
      return { tables: await sheetTables('', counted(open, onBytes)), left: [], bytes, close }
    }
    const found: OpenFile = { tables: [], left: [], bytes: 0, close }
    for (const entry of archive.entries) {
      archives.count(entry, entry.name)
      found.bytes += entry.bytes
      await addEntry(
        entry.name,
        counted(() => opened(entry.open()), onBytes),
        found,
      )
    }
    return found
  } catch (error) {
    close()
    throw error
  }
}

async function addEntry(name: string, open: Open, { tables, left }: OpenFile): Promise<void> {
  try {
    const isWorkbook = (await kindOf(open)) === 'zip'
    tables.push(...(isWorkbook ? await sheetTables(name, open) : [textTable(name, open)]))
  } catch (error) {
    left.push({ name, reason: reasonOf(error) })
  }
}

async function* opened(stream: Promise<AsyncIterable<Buffer>>): AsyncGenerator<Buffer> {
  yield* await stream
}

function counted(open: Open, onBytes: (bytes: number) => void): Open {
  return async function* () {
    for await (const chunk of open()) {
      onBytes(chunk.length)
      yield chunk
    }
  }
}

const kinds: readonly [start: string, kind: 'zip' | 'other', what: string][] = [
  ['PK\x03\x04', 'zip', ''],
  ['\xd0\xcf\x11\xe0', 'other', 'a workbook of the old form (.xls): save it as .xlsx or CSV'],
  ['%PDF', 'other', 'a PDF'],
]

async function kindOf(open: Open): Promise<'zip' | 'text'> {
  let start = ''
  for await (const chunk of open()) {
    start = chunk.subarray(0, 8).toString('latin1')
    if (start !== '') break
  }
  const found = kinds.find(([first]) => start.startsWith(first))
  if (found?.[1] === 'other')
    throw new Error(`expected CSV, a workbook (.xlsx) or an archive of these; got ${found[2]}`)
  return found === undefined ? 'text' : 'zip'
}

function textTable(name: string, open: Open): Table {
  return { name, rows: () => textRows(open()) }
}

async function sheetTables(name: string, open: Open): Promise<Table[]> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of open()) {
    bytes += chunk.length
    if (bytes > workbookBytesMax)
      throw new Error(`expected a workbook of at most ${workbookBytesMax} bytes; got a larger one`)
    chunks.push(Buffer.from(chunk))
  }
  const limits = { bytesOutMax: workbookBytesOutMax, columnsMax }
  const sheets = await sheetsOf(Buffer.concat(chunks), limits).catch((error) => {
    throw new Error(`expected a workbook (.xlsx); got ${reasonOf(error)}`)
  })
  return sheets.map((sheet) => ({ name: name === '' ? sheet.name : `${name}/${sheet.name}`, rows: () => sheet.rows() }))
}
