/**
 * Reads the monthly report of deactivated NPIs, an Excel workbook (ECMA-376, part 1, section 18), piece by piece. It is
 * held in memory packed, so its size is limited. Fails with a SourceError.
 */
import { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { hasValidCheckDigit } from '#registry/npi'
import { messageOf } from '#registry/search/errors'
import { shown } from '../build-error.ts'
import { workbookBytesMax, workbookBytesOutMax, workbookColumnsMax, workbookRowsMax } from '../limits.ts'
import { dayOfText } from '../rows/dates.ts'
import { unpackEntry } from './archives.ts'
import { SourceError } from './find-sources.ts'

/** Lines count from 1. */
export interface DeactivationHandler {
  /** `day` is yyyymmdd. */
  row(npi: number, day: number): void
  refused(line: number, rule: string, got: string): void
}

/** `today` is yyyymmdd: nothing is deactivated in the future. */
export async function readDeactivations(
  chunks: AsyncIterable<Buffer>,
  today: number,
  handler: DeactivationHandler,
): Promise<void> {
  const rows = await rowsOf(await bytesOf(chunks))
  const header = rows.findIndex(
    ({ cells: [npi, date] }) => npi?.trim() === 'NPI' && /deactivation date/i.test(date ?? ''),
  )
  if (header === -1 || (rows[header]?.line ?? 0) > headerLineMax) {
    const got = shown(rows[0]?.cells.filter((cell) => cell !== '').join(', ') ?? '')
    throw new SourceError(
      `expected the header NPI, NPPES Deactivation Date in the first ${headerLineMax} rows; got ${got}`,
    )
  }
  for (const { line, cells } of rows.slice(header + 1)) {
    const [npi = '', date = ''] = cells
    if (npi === '' && date === '') continue
    const day = dayOfText(date)
    if (!hasValidCheckDigit(npi)) {
      handler.refused(line, 'NPI: expected ten digits that begin with 1 or 2, with the right check digit', shown(npi))
    } else if (day === 0 || day > today) {
      const rule = 'NPPES Deactivation Date: expected a real date as mm/dd/yyyy that is not in the future'
      handler.refused(line, rule, shown(date))
    } else {
      handler.row(Number(npi), day)
    }
  }
}

/** A title or two may come before the header. */
const headerLineMax = 5

async function bytesOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    if (length > workbookBytesMax)
      throw new SourceError(`expected a workbook of at most ${workbookBytesMax} bytes; got a larger one`)
    parts.push(Buffer.from(chunk))
  }
  return Buffer.concat(parts)
}

async function rowsOf(bytes: Buffer): Promise<SheetRow[]> {
  try {
    return await firstSheetOf(bytes)
  } catch (error) {
    throw new SourceError(`expected a workbook (.xlsx); got ${messageOf(error)}`)
  }
}

export interface SheetRow {
  line: number
  /** As text; empty for an empty cell. */
  cells: string[]
}

/** The rows of the first sheet that hold something. Throws an Error that says what is wrong with the workbook. */
export async function firstSheetOf(workbook: Buffer): Promise<SheetRow[]> {
  const limits = { bytesOutMax: workbookBytesOutMax, columnsMax: workbookColumnsMax }
  const [first] = await sheetsOf(workbook, limits)
  const rows: SheetRow[] = []
  for await (const batch of first?.rows() ?? []) rows.push(...batch)
  return rows
}

interface Sheet {
  name: string
  /** Those that hold something, as they are unpacked. */
  rows(): AsyncIterable<SheetRow[]>
}

/** In their order. Cells beyond `columnsMax` are skipped. Throws like `firstSheetOf`. */
export async function sheetsOf(
  workbook: Buffer,
  { bytesOutMax, columnsMax }: { bytesOutMax: number; columnsMax: number },
): Promise<Sheet[]> {
  const zip = await yauzl.fromBufferPromise(workbook, { lazyEntries: true })
  const entries = new Map<string, yauzl.Entry>()
  let size = 0
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName, entry)
    size += entry.uncompressedSize
  }
  if (size > bytesOutMax) throw new Error(`one that unpacks to ${size} bytes, more than ${bytesOutMax}`)

  const pieces = (name: string, handler: XmlHandler) => {
    const entry = entries.get(name)
    if (entry === undefined) throw new Error(`an archive without ${name}`)
    const bytes = (from: number, to: number) => Readable.from([workbook.subarray(from, to)])
    return parseXml(unpackEntry({ zip, bytes }, entry), name, handler)
  }
  const parse: Parse = async (name, handler) => {
    const all = pieces(name, handler)
    while ((await all.next()).done !== true);
  }
  const parts = await partsOf(parse)
  const shared: string[] = []
  if (parts.sharedStrings !== undefined) await parse(parts.sharedStrings, sharedStringsHandler(shared))
  return parts.sheets.map(({ name, file }) => ({
    name,
    async *rows() {
      const rows: SheetRow[] = []
      for await (const _ of pieces(file, rowsHandler(shared, rows, columnsMax))) {
        if (rows.length > 0) yield rows.splice(0)
      }
    },
  }))
}

interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

type Parse = (name: string, handler: XmlHandler) => Promise<void>

/** The files of the sheets and of the texts that cells share. */
async function partsOf(
  parse: Parse,
): Promise<{ sheets: { name: string; file: string }[]; sharedStrings: string | undefined }> {
  const named: { name: string; id: string | undefined }[] = []
  await parse('xl/workbook.xml', {
    open(name, attributes) {
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => withoutPrefix(key) === 'id')?.[1]
      named.push({ name: attributes.name ?? '', id })
    },
  })
  const files = new Map<string | undefined, string>()
  let sharedStrings: string | undefined
  await parse('xl/_rels/workbook.xml.rels', {
    open(name, attributes) {
      if (name !== 'Relationship') return
      const { Id: id, Type: type = '', Target: target = '' } = attributes
      const file = target.startsWith('/') ? target.slice(1) : `xl/${target}`
      files.set(id, file)
      if (type.endsWith('/sharedStrings')) sharedStrings = file
    },
  })
  const sheets = named.flatMap(({ name, id }) => {
    const file = files.get(id)
    return file === undefined ? [] : [{ name, file }]
  })
  if (sheets.length === 0) throw new Error('one without a sheet')
  return { sheets, sharedStrings }
}

class Text {
  #text = ''
  #isIn = false
  #isPronunciation = false

  open(name: string): void {
    if (name === 'rPh') this.#isPronunciation = true
    this.#isIn = (name === 't' || name === 'v') && !this.#isPronunciation
  }

  text(text: string): void {
    if (this.#isIn) this.#text += text
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPronunciation = false
    this.#isIn = false
  }

  take(): string {
    const text = this.#text
    this.#text = ''
    return text
  }
}

/** As many as the cells that are kept. */
const sharedTextsMax = workbookRowsMax * workbookColumnsMax

function sharedStringsHandler(shared: string[]): XmlHandler {
  const text = new Text()
  return {
    open: (name) => text.open(name),
    text: (piece) => text.text(piece),
    close(name) {
      text.close(name)
      if (name !== 'si') return
      if (shared.length === sharedTextsMax) throw new Error(`more than ${sharedTextsMax} shared texts`)
      shared.push(text.take())
    },
  }
}

function rowsHandler(shared: readonly string[], rows: SheetRow[], columnsMax: number): XmlHandler {
  const text = new Text()
  let line = 0
  let cells: string[] = []
  let column = -1
  let type: string | undefined
  return {
    open(name, attributes) {
      text.open(name)
      if (name === 'row') {
        const stated = attributes.r
        const next = stated === undefined ? line + 1 : Number(stated)
        if (!Number.isSafeInteger(next) || next <= line) throw new Error(`the row ${stated} after the row ${line}`)
        if (next > workbookRowsMax) throw new Error(`the row ${next}, where a sheet has at most ${workbookRowsMax}`)
        line = next
        cells = []
        column = -1
      } else if (name === 'c') {
        const { r: reference } = attributes
        column = reference === undefined ? column + 1 : columnOf(reference)
        type = attributes.t
      }
    },
    text: (piece) => text.text(piece),
    close(name) {
      text.close(name)
      if (name === 'c') {
        const value = text.take()
        if (value === '' || column >= columnsMax) return
        while (cells.length < column) cells.push('')
        cells[column] = type === 's' ? sharedText(shared, value) : type === undefined ? plainNumber(value) : value
      } else if (name === 'row' && cells.length > 0) {
        rows.push({ line, cells })
      }
    },
  }
}

/** Without the exponent that some programs write for an NPI: 1.234567893E9. */
function plainNumber(value: string): string {
  return /^\d(\.\d+)?E\+?\d{1,2}$/.test(value) ? String(Number(value)) : value
}

function sharedText(shared: readonly string[], index: string): string {
  const text = shared[Number(index)]
  if (text === undefined) throw new Error(`a cell with the shared text ${index}, of ${shared.length}`)
  return text
}

/** The number, from 0, of the column of a reference like AB12. */
function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})[0-9]+$/.exec(reference)?.[1]
  if (letters === undefined) throw new Error(`a cell at ${reference}`)
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** Yields after each piece. */
async function* parseXml(chunks: AsyncIterable<Buffer>, file: string, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => handler.open(withoutPrefix(name), attributes))
  parser.on('closetag', ({ name }) => handler.close?.(withoutPrefix(name)))
  parser.on('text', (text) => handler.text?.(text))
  parser.on('cdata', (text) => handler.text?.(text))
  parser.on('error', (error) => {
    throw new Error(`${file} that is no XML: ${error.message}`)
  })
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield
  }
  parser.write(decoder.decode()).close()
  yield
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}
