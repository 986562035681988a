/**
 * Decides whether a row is fit. Nothing is repaired, because a guess would be served as a fact. The rules are CMS's own
 * ("NPPES Data Dissemination - Readme") where it states them, and otherwise what every honest file of the years 2014 to
 * 2025 keeps. Fields are checked as bytes.
 */
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '#registry/columns'
import { hasValidCheckDigit } from '#registry/npi'
import { shown } from '../build-error.ts'
import { columnsMax } from '../limits.ts'
import type { CsvRow } from '../sources/csv-reader.ts'
import type { RowKind } from '../sources/layouts.ts'
import * as columnsOf from './columns.ts'
import { dayOfBytes } from './dates.ts'

export type Checked =
  /** Of two rows of one NPI the one with the higher rank holds. */
  { kind: 'fit'; npi: number; rank: number } | { kind: 'refused'; rule: string; got: string }

export interface CheckOptions {
  /** `columns[position]` is the column of the layout. */
  columns: Int16Array
  /** yyyymmdd: no date is after it. */
  today: number
  /** yyyymmdd of the file's data; 0 when its name has none. */
  releasedOn: number
}

export function rowChecker(
  kind: Exclude<RowKind, 'deactivations'>,
  { columns, today, releasedOn }: CheckOptions,
): (row: CsvRow) => Checked {
  switch (kind) {
    case 'main':
      return mainChecker(placesOf(mainColumns, columns), today, releasedOn)
    case 'secondaryLocations': {
      const { secondary } = columnsOf
      const places = placesOf(secondaryLocationColumns, columns)
      const checks = [...addressChecks(places, secondary), phoneCheck(secondary.phone), phoneCheck(secondary.fax)]
      return simpleChecker(places, secondary.npi, checks)
    }
    case 'otherNames':
      return simpleChecker(placesOf(otherNameColumns, columns), columnsOf.otherName.npi, otherNameChecks)
    case 'endpoints':
      return simpleChecker(placesOf(endpointColumns, columns), columnsOf.endpoint.npi, endpointChecks)
  }
}

/** Where the columns of a layout are in one file: -1 for one it lacks. */
interface Places {
  at(column: number): number
  name(column: number): string
}

function placesOf(names: readonly string[], columns: Int16Array): Places {
  const positions = new Int16Array(names.length).fill(-1)
  for (const [position, column] of columns.entries()) positions[column] = position
  return { at: (column) => positions[column] ?? -1, name: (column) => names[column] ?? '' }
}

function mainChecker(places: Places, today: number, releasedOn: number): (row: CsvRow) => Checked {
  const { main } = columnsOf
  const npiPosition = places.at(main.npi)
  const entity = places.at(main.entityType)
  const updated = places.at(main.updatedOn)
  const deactivated = places.at(main.deactivatedOn)
  const checkAlways = compile(places, mainChecks(places, today))
  const checkActive = compile(places, addressChecks(places, main.practice))
  const checkPerson = compile(places, [filledCheck(main.last)])
  const checkOrganization = compile(places, [filledCheck(main.organizationName)])
  return (row) => {
    const npi = npiAt(row, npiPosition)
    if (npi === 0) return refusedNpi(row, npiPosition)
    const broken = checkAlways(row)
    if (broken !== undefined) return broken
    if (row.isEmpty(entity)) {
      const day = dayAt(row, deactivated)
      // The date may lie far back; the deactivation is news of the day the file was made.
      return day === 0
        ? refused(places.name(main.entityType), '1 or 2, or else a deactivation date', '')
        : accepted(npi, Math.max(day, releasedOn))
    }
    const checkName = isOneOf(row, entity, '1') ? checkPerson : checkOrganization
    return checkName(row) ?? checkActive(row) ?? accepted(npi, dayAt(row, updated))
  }
}

function simpleChecker(places: Places, npiColumn: number, checks: readonly FieldCheck[]): (row: CsvRow) => Checked {
  const check = compile(places, checks)
  const npiPosition = places.at(npiColumn)
  return (row) => {
    const npi = npiAt(row, npiPosition)
    return npi === 0 ? refusedNpi(row, npiPosition) : (check(row) ?? accepted(npi, 0))
  }
}

function mainChecks(places: Places, today: number): FieldCheck[] {
  const { main } = columnsOf
  const dates = [main.enumeratedOn, main.updatedOn, main.deactivatedOn, main.reactivatedOn, main.certifiedOn]
  const phones = [main.practice.phone, main.practice.fax, main.mailing.phone, main.mailing.fax, main.official.phone]
  return [
    {
      column: main.entityType,
      expected: '1, 2 or nothing',
      holds: (row, position) => row.isEmpty(position) || isOneOf(row, position, '12'),
    },
    ...dates.map((column) => dateCheck(column, today)),
    optionalNpiCheck(main.replacementNpi),
    ...phones.map(phoneCheck),
    ...addressChecks(places, main.mailing).map(orEmpty),
    ...main.taxonomies.map(({ code }) => codeCheck(code, 10, 'digits and letters')),
    ...main.identifiers.map(({ kind }) => codeCheck(kind, 2, 'digits')),
    codeCheck(main.otherOrganizationKind, 1, 'digits'),
    codeCheck(main.other.kind, 1, 'digits'),
  ]
}

const otherNameChecks: readonly FieldCheck[] = [
  filledCheck(columnsOf.otherName.name),
  codeCheck(columnsOf.otherName.kind, 1, 'digits'),
]

const endpointChecks: readonly FieldCheck[] = [
  filledCheck(columnsOf.endpoint.kind),
  filledCheck(columnsOf.endpoint.value),
]

function addressChecks(places: Places, address: columnsOf.AddressColumns): FieldCheck[] {
  const country = places.at(address.country)
  return [
    codeCheck(address.country, 2, 'letters'),
    stateCheck(address.state, country),
    postalCheck(address.postalCode, country),
  ]
}

function filledCheck(column: number): FieldCheck {
  return { column, isRequired: true, expected: 'something', holds: (row, position) => !row.isEmpty(position) }
}

function orEmpty(check: FieldCheck): FieldCheck {
  return { ...check, isRequired: false, holds: (row, position) => row.isEmpty(position) || check.holds(row, position) }
}

interface PlacedCheck {
  position: number
  check: FieldCheck
}

/** One function of several rules: it returns the first that is broken. Columns the file lacks break none. */
function compile(places: Places, checks: readonly FieldCheck[]): (row: CsvRow) => Checked | undefined {
  const placed = checks
    .map((check) => ({ position: places.at(check.column), check }))
    .filter(({ position }) => position !== -1)
  const holds = placed.length < manyChecks ? eachHolds(placed) : filledHold(placed)
  return (row) => {
    if (holds(row)) return undefined
    const broken = placed.find(({ position, check }) => !check.holds(row, position))
    return broken && refused(places.name(broken.check.column), broken.check.expected, row.text(broken.position))
  }
}

/** From this many rules, going through the fields of a row is faster than through the rules. */
const manyChecks = 16

function eachHolds(placed: readonly PlacedCheck[]): (row: CsvRow) => boolean {
  return (row) => {
    for (let index = 0; index < placed.length; index++) {
      const { position, check } = placed[index]
      if (!check.holds(row, position)) return false
    }
    return true
  }
}

/** Most rules let a field be empty and most fields are, so only filled fields are checked. */
function filledHold(placed: readonly PlacedCheck[]): (row: CsvRow) => boolean {
  const requiredHold = eachHolds(placed.filter(({ check }) => check.isRequired === true))
  const optional = placed.filter(({ check }) => check.isRequired !== true)
  /** By position: the index of its rule in `optional`, plus one. */
  const rules = new Int16Array(columnsMax)
  for (const [index, { position, check }] of optional.entries()) {
    if (rules[position] !== 0) throw new Error(`${check.expected}: expected one rule for its column; got two`)
    rules[position] = index + 1
  }
  return (row) => {
    const { filled, filledCount } = row
    for (let place = 0; place < filledCount; place++) {
      const position = filled[place]
      const rule = rules[position]
      if (rule !== 0 && !optional[rule - 1].check.holds(row, position)) return false
    }
    return requiredHold(row)
  }
}

function isOneOf(row: CsvRow, position: number, characters: string): boolean {
  const start = row.start(position)
  if (row.end(position) - start !== 1) return false
  const code = row.bytes[start] ?? 0
  for (let index = 0; index < characters.length; index++) if (characters.charCodeAt(index) === code) return true
  return false
}

function accepted(npi: number, rank: number): Checked {
  return { kind: 'fit', npi, rank }
}

function refusedNpi(row: CsvRow, position: number): Checked {
  return refused('NPI', 'ten digits that begin with 1 or 2, with the right check digit', row.text(position))
}

function refused(column: string, expected: string, got: string): Checked {
  return { kind: 'refused', rule: `${column}: expected ${expected}`, got: got === '' ? 'nothing' : shown(got) }
}

interface FieldCheck {
  column: number
  expected: string
  isRequired?: boolean
  holds(row: CsvRow, position: number): boolean
}

/** 0 when it is not ten digits with the right check digit. */
function npiAt(row: CsvRow, position: number): number {
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

/** yyyymmdd; 0 when it is empty or no date. */
function dayAt(row: CsvRow, position: number): number {
  return dayOfBytes(row.bytes, row.start(position), row.end(position))
}

function dateCheck(column: number, today: number): FieldCheck {
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

function optionalNpiCheck(column: number): FieldCheck {
  return {
    column,
    expected: 'ten digits with the right check digit, or nothing',
    holds: (row, position) => row.isEmpty(position) || npiAt(row, position) !== 0,
  }
}

function codeCheck(column: number, length: number, kind: 'digits' | 'letters' | 'digits and letters'): FieldCheck {
  return {
    column,
    expected: `${length} ${kind}, or nothing`,
    holds: (row, position) => row.isEmpty(position) || isCode(row, position, length, kind),
  }
}

/** Anything CMS lets people type, but not what a program leaves that took the digits for a number: `3088652512.0`. */
function phoneCheck(column: number): FieldCheck {
  return {
    column,
    expected: 'a phone number, or nothing',
    holds: (row, position) => {
      const end = row.end(position)
      return !(row.bytes[end - 1] === 0x30 && row.bytes[end - 2] === 0x2e && end - row.start(position) > 2)
    },
  }
}

/** `country` is the position of the country code. */
function stateCheck(column: number, country: number): FieldCheck {
  return {
    column,
    isRequired: true,
    expected: 'two capital letters in the United States',
    holds: (row, position) => isForeign(row, country) || isCode(row, position, 2, 'letters'),
  }
}

/** A lost leading zero leaves four or eight digits, which are not guessed back. */
function postalCheck(column: number, country: number): FieldCheck {
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
