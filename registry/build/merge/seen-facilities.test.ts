import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { versionDir } from '../announce.ts'
import type { BuildResult } from '../steps.ts'
import { buildIn, mergeIn } from '../test-build.ts'
import { csvOf, mainCsv, npiOf, organization, type Row, testFolder, writeFiles } from '../test-files.ts'
import { toldOf } from '../test-reviews.ts'
import { ProviderBytes } from './provider-bytes.ts'
import { stateFolder } from './state.ts'

const full = 'npidata_pfile_20050523-20261108.csv'
const weekly = 'npidata_pfile_20261109-20261115.csv'
const ratings = 'Hospital_General_Information_20260401.csv'
const laterRatings = 'Hospital_General_Information_20260701.csv'

/** The one that comes stands before all others, which move. */
const [comes, stays, isRenamed, isNumbered, isListedLater, stopsToBeOne] = [1, 2, 3, 4, 5, 6].map(npiOf)
const newer = { 'Last Update Date': '11/12/2026' }

/** A hospital at a number of Main Street, of which it has its name. */
function hospital(npi: string, house: number, values: Row = {}): Row {
  return organization(npi, {
    'Provider Organization Name (Legal Business Name)': `HOSPITAL ${house} INC`,
    'Provider First Line Business Practice Location Address': `${house} MAIN ST`,
    'Healthcare Provider Taxonomy Code_1': '282N00000X',
    'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
    ...values,
  })
}

function rated(house: number, stars: number): Row {
  return {
    'Facility ID': `33000${house}`,
    'Facility Name': `Hospital ${house}`,
    Address: `${house} Main Street`,
    'ZIP Code': '10118',
    'Hospital overall rating': String(stars),
  }
}

const csvOfRated = (rows: readonly Row[]) =>
  csvOf(['Facility ID', 'Facility Name', 'Address', 'ZIP Code', 'Hospital overall rating'], rows)

/** What is kept of the organizations that were compared: their ordinals, and a line of each. */
function keptOf({ manifest }: BuildResult, registryDir: string) {
  const read = (ending: string) =>
    readFileSync(join(versionDir(registryDir, manifest.version), stateFolder, `facility-candidates.${ending}`))
  const ordinals = read('u32')
  return {
    ordinals: Array.from({ length: ordinals.length / 4 }, (_, at) => ordinals.readUInt32LE(4 * at)),
    lines: read('utf8').toString().split('\n').slice(0, -1),
  }
}

test('ratings go to the same hospitals by a merge as by a build, whether these were compared before, have changed or are listed since', async () => {
  const before = {
    [full]: mainCsv([
      hospital(stays, 1),
      hospital(isRenamed, 2),
      hospital(isNumbered, 3, {
        'Provider Organization Name (Legal Business Name)': 'UNDER ANOTHER NAME',
        'Other Provider Identifier_1': '330003',
        'Other Provider Identifier Type Code_1': '06',
      }),
      hospital(isListedLater, 4),
      hospital(stopsToBeOne, 5),
    ]),
    [ratings]: csvOfRated([rated(1, 1), rated(2, 2), rated(3, 3), rated(5, 5)]),
  }
  const after = {
    [weekly]: mainCsv([
      hospital(isRenamed, 2, { ...newer, 'Provider Organization Name (Legal Business Name)': 'RENAMED' }),
      hospital(stopsToBeOne, 5, { ...newer, 'Healthcare Provider Taxonomy Code_1': '333600000X' }),
      hospital(comes, 6, newer),
    ]),
    [ratings]: before[ratings],
    [laterRatings]: csvOfRated([rated(4, 4), rated(6, 1)]),
  }
  const registryDir = testFolder()
  const built = await buildIn(registryDir, writeFiles(testFolder(), before))
  const names = ['HOSP 1', 'HOSP 2', 'UNDER ANOTHER NAME', 'HOSP 5']
  expect(keptOf(built, registryDir)).toEqual({ ordinals: [0, 1, 2, 4], lines: names.map((key) => `hospital\t${key}`) })

  const readRecord = vi.spyOn(ProviderBytes.prototype, 'record')
  onTestFinished(() => readRecord.mockRestore())
  const merged = await mergeIn(registryDir, writeFiles(testFolder(), after), { allowCountChange: true })
  // Of those that are kept the one that nobody compared before.
  expect(readRecord.mock.calls.filter(([isKept]) => isKept)).toEqual([[true, 3]])
  const starsOf = async (npi: string) => (await toldOf(merged, registryDir, npi)).rating?.stars
  const all = [stays, isRenamed, isNumbered, isListedLater, stopsToBeOne, comes]
  expect(await Promise.all(all.map(starsOf))).toEqual([1, undefined, 3, 4, undefined, 1])
  const anew = testFolder()
  const fromAll = await buildIn(anew, writeFiles(testFolder(), { ...before, ...after }))
  expect(merged.manifest.version).toBe(fromAll.manifest.version)
  expect(keptOf(merged, registryDir)).toEqual(keptOf(fromAll, anew))
})
