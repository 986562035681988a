/**
 * Reads a list to check: NPIs, or names with their states, from CSV or pasted text. What can't be a list is refused by
 * its name and with the reason, before it takes any memory to speak of: nothing is ever unpacked.
 */
import { listBytesMax, listedNamesMax, listedNpisMax, sizeOf } from '#contract/limits'
import { stateCodes } from '#contract/state-codes'
import { numberText } from '../../ui/format.ts'

export interface ListedNpi {
  line: number
  /** As written. */
  npi: string
}

export interface ListedName {
  line: number
  name: string
  city: string
  state: string
}

export type List = { kind: 'npis'; rows: readonly ListedNpi[] } | { kind: 'names'; rows: readonly ListedName[] }

export type ReadList = { list: List } | { problem: string }

const lineLengthMax = 2_000
const columnsMax = 100

export async function readListFile(file: File): Promise<ReadList> {
  const problem = (what: string) => ({ problem: `${file.name} ${what}` })
  if (file.size > listBytesMax) return problem(`is larger than ${sizeOf(listBytesMax)}, the limit of a list.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [first, second] = bytes
  if (first === 0x50 && second === 0x4b) return problem('is a ZIP archive or an Excel workbook. Save it as CSV first.')
  if (first === 0x1f && second === 0x8b) return problem('is compressed. Unpack it first.')
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) {
    return problem('is in UTF-16. Save it as CSV in UTF-8.')
  }
  if (bytes.includes(0)) return problem('contains NUL characters, so it isn’t a text file. Save it as CSV in UTF-8.')
  try {
    const read = readList(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return 'problem' in read ? problem(`can’t be checked: ${read.problem}`) : read
  } catch {
    return problem('isn’t in UTF-8. Save it as CSV in UTF-8.')
  }
}

export function readPastedList(text: string): ReadList {
  const read = readList(text)
  return 'problem' in read ? { problem: `Your list can’t be checked: ${read.problem}` } : read
}

export function readList(text: string): ReadList {
  const lines = linesOf(text)
  if (typeof lines === 'string') return { problem: lines }
  const [first, ...others] = lines
  if (first === undefined) return { problem: 'the list is empty.' }
  const head = first.cells.map((cell) =>
    cell
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  )
  const npiAt = head.indexOf('npi')
  if (npiAt !== -1) return npisIn(others, npiAt)
  const bareNpiAt = first.cells.findIndex((cell) => /^\d{10}$/.test(cell))
  if (bareNpiAt !== -1) return npisIn(lines, bareNpiAt)
  return namesIn(head, others)
}

interface Line {
  line: number
  cells: readonly string[]
}

function npisIn(lines: readonly Line[], at: number): ReadList {
  const rows = lines.map(({ line, cells }) => ({ line, npi: cells[at] ?? '' }))
  return bounded({ kind: 'npis', rows }, listedNpisMax, 'NPIs')
}

function namesIn(head: readonly string[], lines: readonly Line[]): ReadList {
  const at = (...names: string[]) => head.findIndex((name) => names.includes(name))
  const [nameAt, firstAt, lastAt] = [
    at('name', 'full name', 'provider'),
    at('first name', 'first'),
    at('last name', 'last'),
  ]
  const [cityAt, stateAt] = [at('city'), at('state')]
  if (stateAt === -1 || (nameAt === -1 && lastAt === -1)) {
    return {
      problem:
        'expected a column npi, or the columns name and state (and city), named in the first line; or a list of ten-digit NPIs.',
    }
  }
  const rows = lines.map(({ line, cells }) => {
    const cell = (index: number) => cells[index] ?? ''
    const name = nameAt === -1 ? `${cell(firstAt)} ${cell(lastAt)}`.trim() : cell(nameAt)
    return { line, name, city: cell(cityAt), state: cell(stateAt).toUpperCase() }
  })
  const wrong = rows.find(({ state }) => !stateCodes.includes(state))
  if (wrong !== undefined) return { problem: `expected a state code such as NY in line ${wrong.line}.` }
  const nameless = rows.find(({ name }) => !/\p{L}/u.test(name))
  if (nameless !== undefined) return { problem: `expected a name in line ${nameless.line}.` }
  return bounded({ kind: 'names', rows }, listedNamesMax, 'names')
}

function bounded(list: List, max: number, what: string): ReadList {
  const { length } = list.rows
  if (length === 0) return { problem: 'the list is empty.' }
  if (length > max) {
    return { problem: `it has ${numberText(length)} ${what}, and a list may have ${numberText(max)}. Split it.` }
  }
  return { list }
}

/** Lines that are not empty, in cells; or what is wrong. Cells in quotation marks may not span lines. */
function linesOf(text: string): Line[] | string {
  const lines: Line[] = []
  let line = 0
  for (const written of text.replace(/^\ufeff/, '').split(/\r\n|[\r\n]/)) {
    line += 1
    if (written.length > lineLengthMax) return `line ${line} has more than ${numberText(lineLengthMax)} characters.`
    if (written.trim() === '') continue
    const cells = cellsOf(written)
    if (cells.length > columnsMax) return `line ${line} has more than ${columnsMax} columns.`
    lines.push({ line, cells })
    if (lines.length > listedNpisMax + 1) return `it has more than ${numberText(listedNpisMax)} lines. Split it.`
  }
  return lines
}

/** Between commas, semicolons or tabs, of which texts in quotation marks may have some. */
function cellsOf(line: string): string[] {
  const cells = `,${line}`.matchAll(/[,;\t](?:[^\S\t]*"((?:[^"]|"")*)"[^\S\t]*(?=[,;\t]|$)|([^,;\t]*))/g)
  return [...cells].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim())
}
