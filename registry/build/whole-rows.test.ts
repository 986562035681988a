/**
 * Holds every field of whole files against the answers that are made of them: what is filed is answered, in its form or
 * another.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { openRegistry } from '#registry/search/open-registry'
import { buildIn } from '../../test/support/registry/test-build.ts'
import { mainCsv, person, type Row, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'
import { writeSample } from '../sample/write-sample.ts'
import { versionDir } from './announce.ts'

/** Real rows of CMS's files, beside the checkout where somebody has put them. */
const data = join(import.meta.dirname, '../../../shared/data/nppes')
const isAbsent = !existsSync(data)
const title = (promise: string) => (isAbsent ? `${promise} (skipped: no real files beside the checkout)` : promise)

/** Withheld by CMS, or answered as something that is not text: what kind of provider it is, true, false and null. */
const untold = [
  /^NPI$/,
  /^Entity Type Code$/,
  /\((EIN|TIN)\)| TIN$/,
  /^Healthcare Provider Primary Taxonomy Switch_/,
  /^Is (Sole Proprietor|Organization Subpart)$/,
  /^Affiliation$/,
  // Of the name that is withheld: the names themselves are in a file of their own.
  /^Provider Other Organization Name Type Code$/,
]

test('nothing of an invented row is lost between file and answer', async () => {
  const paths = await writeSample({ dir: testFolder(), providers: 2_000, seed: 1 })
  expect(await lostOf(paths, paths.slice(0, 4).flatMap(rowsOf))).toEqual([])
})

test.skipIf(isAbsent)(title('nothing of a real row is lost between file and answer'), async () => {
  for (const name of [
    'lantern_2020-11_orgs998_330col.csv',
    'k0bl_2016-10_mixed499_329col.csv',
    'eddyizm_2023-11_mixed108_330col.csv',
  ]) {
    const path = join(data, 'main', name)
    expect(await lostOf([path], rowsOf(path))).toEqual([])
  }
})

test.skipIf(isAbsent)(title('nothing of a real location, other name or endpoint is lost'), async () => {
  const paths = [
    'endpoint_pfile_20251103-20251109_first1955.csv',
    'othername_pfile_20251103-20251109_first1820.csv',
    'pl_pfile_20251103-20251109_first7146.csv',
  ].map((name) => join(data, 'other', name))
  const rows = paths.flatMap(rowsOf)
  const npis = new Set(rows.map(({ NPI = '' }) => NPI))
  const main = mainCsv([...npis].map((npi) => person(npi)))
  const mainPaths = writeFiles(testFolder(), { 'npidata_pfile_20050523-20251109.csv': main })
  expect(await lostOf([...mainPaths, ...paths], rows)).toEqual([])
})

function rowsOf(path: string): Row[] {
  return parse(readFileSync(path), { bom: true, columns: true })
}

/** The fields of rows that the answers of a build from these files do not have. */
async function lostOf(paths: readonly string[], rows: readonly Row[]): Promise<string[]> {
  const registryDir = testFolder()
  const { manifest } = await buildIn(registryDir, paths, { leaveOutRefused: true })
  const registry = await openRegistry(versionDir(registryDir, manifest.version))
  const mainRows = new Map<string, number>()
  for (const row of rows) {
    if ('Entity Type Code' in row) mainRows.set(row.NPI ?? '', (mainRows.get(row.NPI ?? '') ?? 0) + 1)
  }
  try {
    return rows.flatMap((row) => {
      // Of several main rows only the newest is answered.
      if ((mainRows.get(row.NPI ?? '') ?? 0) > 1) return []
      const found = registry.get(Number(row.NPI))
      if (found.kind === 'unknown') return [`${row.NPI}: the whole row`]
      const answer: unknown = found.kind === 'found' ? JSON.parse(found.json(found.resource).toString()) : found
      const values = new Set(valuesIn(answer).flatMap(formsOf))
      return Object.entries(row)
        .filter(
          ([column, value]) => !untold.some((pattern) => pattern.test(column)) && !/^\s*(<UNAVAIL>)?\s*$/.test(value),
        )
        .filter(([, value]) => !values.has(filedForm(value)))
        .map(([column, value]) => `${row.NPI}: ${column}: ${value}`)
    })
  } finally {
    registry.close()
  }
}

function valuesIn(answer: unknown): string[] {
  if (typeof answer !== 'object' || answer === null) return [String(answer)]
  return Object.values(answer).flatMap(valuesIn)
}

/** What may have been filed where a value is answered: the case of letters, blanks and signs count for nothing here. */
function formsOf(value: string): string[] {
  const form = filedForm(value)
  return /^\+1\d{10}$/.test(value) ? [form, form.slice(1)] : [form]
}

function filedForm(value: string): string {
  const date = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(value)
  if (date !== null) return `${date[3]}${date[1]}${date[2]}`
  return value.toUpperCase().replace(/[^\p{L}\p{N}]/gu, '') || value.trim()
}
