/** Makes small files in CMS's layout for the tests of the build: invented providers, one row each. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { endpointColumns, mainColumns, otherNameColumns, secondaryLocationColumns } from '#registry/columns'
import { withCheckDigit } from '#registry/npi'

/** Values by column name; columns not named are empty. */
export type Row = Readonly<Record<string, string>>

/** The n-th NPI of the tests, in ascending order. */
export function npiOf(n: number): string {
  return String(withCheckDigit(100_000_000 + n))
}

export function person(npi: string, values: Row = {}): Row {
  return {
    NPI: npi,
    'Entity Type Code': '1',
    'Provider Last Name (Legal Name)': 'EXAMPLE',
    'Provider First Name': 'ADA',
    ...address('Practice Location'),
    'Provider Enumeration Date': '05/23/2006',
    'Last Update Date': '02/01/2024',
    'Provider Sex Code': 'F',
    'Healthcare Provider Taxonomy Code_1': '207RC0000X',
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    ...values,
  }
}

export function organization(npi: string, values: Row = {}): Row {
  return {
    NPI: npi,
    'Entity Type Code': '2',
    'Provider Organization Name (Legal Business Name)': 'EXAMPLE CLINIC LLC',
    ...address('Practice Location'),
    'Provider Enumeration Date': '05/23/2006',
    'Last Update Date': '02/01/2024',
    'Healthcare Provider Taxonomy Code_1': '261QP2300X',
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    ...values,
  }
}

/** A deactivated NPI as CMS publishes it: every other field is empty. */
export function deactivated(npi: string, date: string): Row {
  return { NPI: npi, 'NPI Deactivation Date': date }
}

export function secondaryLocation(npi: string, city: string, zip: string, state = 'NY'): Row {
  return {
    NPI: npi,
    'Provider Secondary Practice Location Address- Address Line 1': '7 Second St',
    'Provider Secondary Practice Location Address - City Name': city,
    'Provider Secondary Practice Location Address - State Name': state,
    'Provider Secondary Practice Location Address - Postal Code': zip,
    'Provider Secondary Practice Location Address - Country Code (If outside U.S.)': 'US',
  }
}

/** Endpoints as long as a field may be: 300 of them are more than a record holds. */
export function longEndpoints(npi: string, count: number): Row[] {
  return Array.from({ length: count }, (_, n) => {
    return { NPI: npi, 'Endpoint Type': 'FHIR', Endpoint: `https://${n}.example.org/${'a'.repeat(4_000)}` }
  })
}

export function address(kind: 'Practice Location' | 'Mailing'): Row {
  return {
    [`Provider First Line Business ${kind} Address`]: '350 5TH AVE',
    [`Provider Business ${kind} Address City Name`]: 'NEW YORK',
    [`Provider Business ${kind} Address State Name`]: 'NY',
    [`Provider Business ${kind} Address Postal Code`]: '101180110',
    [`Provider Business ${kind} Address Country Code (If outside U.S.)`]: 'US',
    [`Provider Business ${kind} Address Telephone Number`]: '2125550101',
  }
}

export const mainCsv = (rows: readonly Row[], columns = mainColumns) => csvOf(columns, rows)
export const secondaryCsv = (rows: readonly Row[]) => csvOf(secondaryLocationColumns, rows)
export const otherNameCsv = (rows: readonly Row[]) => csvOf(otherNameColumns, rows)
export const endpointCsv = (rows: readonly Row[]) => csvOf(endpointColumns, rows)

/** Text as CMS writes it: every field in quotes, lines ended by LF. */
export function csvOf(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  return lines.map((fields) => `${fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\n`).join('')
}

/** A folder of its own for one test, gone when the test has finished. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes files into a folder and answers with their paths. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Buffer>>): string[] {
  return Object.entries(files).map(([name, content]) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  })
}
