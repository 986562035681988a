/**
 * A registry of a few invented people in CMS's layout, built as real files are: one for each thing that the checks of
 * a verification can say of somebody.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIn } from './registry/test-build.ts'
import { deactivated, mainCsv, npiOf, organization, person, type Row } from './registry/test-files.ts'

/** Their NPIs, by what is on file of each. */
export const people = {
  physician: npiOf(1),
  namesake: npiOf(2),
  osteopath: npiOf(3),
  physicianWithoutText: npiOf(4),
  textWithoutTaxonomy: npiOf(5),
  nurse: npiOf(6),
  nurseWithOtherText: npiOf(7),
  withoutDate: npiOf(8),
  withoutLicense: npiOf(9),
  licenseWithoutState: npiOf(10),
  clinic: npiOf(11),
  deactivated: npiOf(12),
  /** Well-formed, but not in it. */
  nobody: npiOf(13),
} as const

/** What is on file of the physician, as documents write it. */
export const physician = { name: 'Hiroshi John Lewis', license: 'GA100042', state: 'New York' } as const

export interface TestRegistry {
  registryDir: string
  /** Deletes it. */
  remove(): void
}

/** Builds it in a folder of its own. */
export async function buildTestRegistry(): Promise<TestRegistry> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-people-'))
  const file = join(folder, 'npidata_pfile_20050523-20261108.csv')
  writeFileSync(file, mainCsv(rows))
  const registryDir = join(folder, 'registry')
  await buildIn(registryDir, [file])
  return { registryDir, remove: () => rmSync(folder, { recursive: true }) }
}

const named = (first: string, middle: string, last: string, credential: string): Row => ({
  'Provider First Name': first,
  'Provider Middle Name': middle,
  'Provider Last Name (Legal Name)': last,
  'Provider Credential Text': credential,
})

const licensed = (number: string, state = 'NY', taxonomy = '207RC0000X'): Row => ({
  'Healthcare Provider Taxonomy Code_1': taxonomy,
  'Provider License Number_1': number,
  'Provider License Number State Code_1': state,
})

const nurse = '163W00000X'
const assistant = '363A00000X'

const rows: Row[] = [
  person(people.physician, { ...named('HIROSHI', 'JOHN', 'LEWIS', 'M.D.'), ...licensed('GA100042') }),
  person(people.namesake, { ...named('OLIVIA', '', 'BELL', 'MD'), ...licensed('GA100059') }),
  person(people.osteopath, { ...named('IAN', '', 'OBRIEN', 'DO'), ...licensed('GA100067') }),
  person(people.physicianWithoutText, { ...named('GRACE', '', 'MILLER', ''), ...licensed('GA100075') }),
  person(people.textWithoutTaxonomy, {
    ...named('PAUL', '', 'YOUNG', 'MD'),
    ...licensed('PA100083', 'NY', assistant),
  }),
  person(people.nurse, { ...named('MARIA', '', 'ORTIZ', 'RN'), ...licensed('RN100091', 'NY', nurse) }),
  person(people.nurseWithOtherText, { ...named('EVE', '', 'STONE', 'BSN'), ...licensed('RN100109', 'NY', nurse) }),
  person(people.withoutDate, {
    ...named('NOAH', '', 'WEST', 'MD'),
    ...licensed('GA100117'),
    'Provider Enumeration Date': '',
  }),
  person(people.withoutLicense, named('RUTH', '', 'FIELD', 'MD')),
  person(people.licenseWithoutState, { ...named('CARL', '', 'HUNT', 'MD'), ...licensed('GA100125', '') }),
  organization(people.clinic),
  deactivated(people.deactivated, '03/14/2019'),
]
