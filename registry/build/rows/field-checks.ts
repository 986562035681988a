/** What single fields of CMS's files must look like. Checked on the bytes, since most fields never become text. */
import { hasValidCheckDigit } from '#registry/npi'
import type { CsvRow } from '../sources/csv-row.ts'
import { dayOfBytes } from './dates.ts'

/** One rule for one column of a layout, by its number there: `holds` looks at the field at `position` of a row. */
export interface FieldCheck {
  column: number
  expected: string
  /** Whether an empty field may break it. */
  isRequired?: boolean
  holds(row: CsvRow, position: number): boolean
}

/** The NPI in a field, or 0 when it is not ten digits with the right check digit. */
export function npiAt(row: CsvRow, position: number): number {
  const start = row.start(position)
  if (row.end(position) - start !== 10) return 0
  let npi = 0
  for (let at = start; at < start + 10; at++) {
    const digit = (row.bytes[at] ?? 0) - 0x30
    if (digit < 0 || digit > 9) return 0
    npi = npi * 10 + digit
  }
  return hasValidCheckDigit(npi) ? npi : 0
}

/** yyyymmdd of a date field; 0 when it is empty or no date. */
export function dayAt(row: CsvRow, position: number): number {
  return dayOfBytes(row.bytes, row.start(position), row.end(position))
}

/** Rule for a date column: empty, or a day that has been. `today` is yyyymmdd. */
export function dateCheck(column: number, today: number): FieldCheck {
  return {
    column,
    expected: 'a real date as mm/dd/yyyy that is not in the future, or nothing',
    holds: (row, position) => {
      if (row.isEmpty(position)) return true
      const day = dayAt(row, position)
      return day !== 0 && day <= today
    },
  }
}

/** Nothing, or an NPI with the right check digit. */
export function optionalNpiCheck(column: number): FieldCheck {
  return {
    column,
    expected: 'ten digits with the right check digit, or nothing',
    holds: (row, position) => row.isEmpty(position) || npiAt(row, position) !== 0,
  }
}

/** Rule for codes of fixed length: that many characters out of 0-9 (and A-Z), or nothing. */
export function codeCheck(
  column: number,
  length: number,
  kind: 'digits' | 'letters' | 'digits and letters',
): FieldCheck {
  return {
    column,
    expected: `${length} ${kind}, or nothing`,
    holds: (row, position) => row.isEmpty(position) || isCode(row, position, length, kind),
  }
}

/**
 * Rule for phone numbers: anything CMS lets people type, but not what is left when a program took the digits for a
 * number and wrote `3088652512.0`.
 */
export function phoneCheck(column: number): FieldCheck {
  return {
    column,
    expected: 'a phone number, or nothing',
    holds: (row, position) => {
      const end = row.end(position)
      return !(row.bytes[end - 1] === 0x30 && row.bytes[end - 2] === 0x2e && end - row.start(position) > 2)
    },
  }
}

/** Rule for the state of an address in the United States; `country` is the position of its country code. */
export function stateCheck(column: number, country: number): FieldCheck {
  return {
    column,
    isRequired: true,
    expected: 'two capital letters in the United States',
    holds: (row, position) => isForeign(row, country) || isCode(row, position, 2, 'letters'),
  }
}

/** Rule for ZIP codes: a lost leading zero leaves four or eight digits, which are not guessed back. None at all tells nothing of the file. */
export function postalCheck(column: number, country: number): FieldCheck {
  return {
    column,
    isRequired: true,
    expected: '5 or 9 digits in the United States',
    holds: (row, position) =>
      row.isEmpty(position) ||
      isForeign(row, country) ||
      isCode(row, position, 5, 'digits') ||
      isCode(row, position, 9, 'digits'),
  }
}

const capitalU = 0x55
const capitalS = 0x53

function isForeign(row: CsvRow, position: number): boolean {
  const start = row.start(position)
  return !row.isEmpty(position) && !(row.bytes[start] === capitalU && row.bytes[start + 1] === capitalS)
}

function isCode(
  row: CsvRow,
  position: number,
  length: number,
  kind: 'digits' | 'letters' | 'digits and letters',
): boolean {
  const start = row.start(position)
  if (row.end(position) - start !== length) return false
  for (let at = start; at < start + length; at++) {
    const byte = row.bytes[at] ?? 0
    const isDigit = byte >= 0x30 && byte <= 0x39
    const isLetter = byte >= 0x41 && byte <= 0x5a
    if (!(isDigit && kind !== 'letters') && !(isLetter && kind !== 'digits')) return false
  }
  return true
}
