/** Reads members to add or remove, as JSON or CSV. A mistake is named by its place: `add[3].npi`, `csv, line 4`. */
import { parse } from 'csv-parse/sync'
import { memberRowsMax, rosterReferenceLengthMax } from '#contract/limits'
import { npiExpected, npiText } from '#contract/parameters'
import type { Fail } from '../http/verb.ts'
import { kindShown, shown } from '../platform/shown.ts'
import type { NewMember } from './roster-store.ts'

type InputFail = Fail<'invalid_input'>

const referenceExpected = `a reference of at most ${rosterReferenceLengthMax} characters, without control characters`
const memberExpected = 'an object with npi and, if you like, reference'

/** Repeated NPIs count once, with the last reference. */
export function membersIn(
  { add = [], csv }: { add?: readonly unknown[] | undefined; csv?: string | undefined },
  fail: InputFail,
): NewMember[] {
  const fromJson = add.map((member, index) => memberIn(member, `add[${index}]`, fail))
  const fromCsv = csv === undefined ? [] : membersOfCsv(csv, fail)
  return [...new Map([...fromJson, ...fromCsv].map((member) => [member.npi, member])).values()]
}

export function npisIn(remove: readonly unknown[] = [], fail: InputFail): number[] {
  return [...new Set(remove.map((npi, index) => npiIn(npi, `remove[${index}]`, fail)))]
}

function memberIn(member: unknown, place: string, fail: InputFail): NewMember {
  if (typeof member !== 'object' || member === null || Array.isArray(member)) {
    return fail('invalid_input', { parameter: place, expected: memberExpected, got: shown(member) })
  }
  const other = Object.keys(member).find((name) => name !== 'npi' && name !== 'reference')
  if (other !== undefined) {
    fail('invalid_input', { parameter: place, expected: memberExpected, got: `one with ${shown(other)}` })
  }
  const reference: unknown = Reflect.get(member, 'reference')
  return {
    npi: npiIn(Reflect.get(member, 'npi'), `${place}.npi`, fail),
    reference: reference === undefined || reference === null ? null : referenceIn(reference, place, fail),
  }
}

function npiIn(value: unknown, place: string, fail: InputFail): number {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  if (npiText.test(text)) return Number(text)
  return fail('invalid_input', { parameter: place, expected: npiExpected, got: shown(value) })
}

/** Half a surrogate pair too: the database takes none in JSON. */
const controls = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** An empty one is none. Its text is the customer's own, so no error repeats it. */
function referenceIn(value: unknown, place: string, fail: InputFail): string | null {
  const text = typeof value === 'string' ? value.trim() : undefined
  if (text === '') return null
  if (text !== undefined && text.length <= rosterReferenceLengthMax && !controls.test(text)) return text
  const got = text === undefined ? kindShown(value) : `one of ${text.length} characters`
  return fail('invalid_input', { parameter: `${place}.reference`, expected: referenceExpected, got })
}

const rowsExpected = `at most ${memberRowsMax.toLocaleString('en-US')} rows`

/** With or without a line of headings. */
function membersOfCsv(csv: string, fail: InputFail): NewMember[] {
  const rows = rowsOf(csv, fail)
  const headings = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const npiColumn = headings.indexOf('npi')
  const hasHeadings = npiColumn !== -1
  const [npiAt, referenceAt] = hasHeadings ? [npiColumn, headings.indexOf('reference')] : [0, 1]
  const members = (hasHeadings ? rows.slice(1) : rows).map(({ line, cells }) => ({
    npi: npiIn(cells[npiAt], `csv, line ${line}`, fail),
    reference: referenceIn(cells[referenceAt] ?? '', `csv, line ${line}`, fail),
  }))
  if (members.length > memberRowsMax) fail('invalid_input', { parameter: 'csv', expected: rowsExpected, got: 'more' })
  if (members.length === 0) fail('invalid_input', { parameter: 'csv', expected: 'rows with an NPI', got: 'none' })
  return members
}

function rowsOf(csv: string, fail: InputFail): { line: number; cells: string[] }[] {
  const refuse = (expected: string, got: string) => fail('invalid_input', { parameter: 'csv', expected, got })
  if (csv.includes('\0')) refuse('text without NUL characters', 'one')
  const rows: { line: number; cells: string[] }[] = []
  try {
    parse(csv, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      on_record(cells: string[], { lines: line }) {
        // With its line of headings, a row more than may come is enough to know.
        if (rows.length <= memberRowsMax + 1) rows.push({ line, cells })
        return null
      },
    })
  } catch (error) {
    refuse('the text of a CSV file', `a mistake: ${shown(error instanceof Error ? error.message : String(error))}`)
  }
  return rows
}
