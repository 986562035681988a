/**
 * What the lists that count say of a person: rows as published, each with its list, date and whether that is stale.
 * Rows are found by keys, which are coarser than a match: whether a row means the person is the caller's to judge.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { enrollmentKey, nameKey, npiKey, numberKey } from './keys.ts'
import { lists } from './lists.ts'
import { type RowsByKind, unpackers } from './packed-row.ts'
import { sampleLists } from './sample-lists.ts'
import type { PersonName, SourceKind } from './source-list.ts'
import { currentVersions, findRows, type LoadedVersion, type Sought } from './source-store.ts'

/** A list that is loaded. */
export interface Loaded {
  name: string
  title: string
  /** Two letters; null for federal lists. */
  state: string | null
  /** yyyy-mm-dd */
  date: string
  /** Older than twice the days between two publications. */
  isStale: boolean
  isSample: boolean
}

export interface Listed<Row> {
  list: Loaded
  row: Row
}

const rowsMax = 500

export async function loadedLists(db: Kysely<Tables>): Promise<Loaded[]> {
  return (await currentVersions(db)).map(loadedOf)
}

export function findLicensesByNumber(db: Kysely<Tables>, { state, number }: { state: string; number: string }) {
  return find(db, { kind: 'license', keys: [numberKey(state, number)], state })
}

export function findLicensesByNpi(db: Kysely<Tables>, npi: string) {
  return find(db, { kind: 'license', keys: [npiKey(npi)] })
}

/** Former names and aliases count too. */
export function findLicensesByName(db: Kysely<Tables>, { state, ...name }: Name & { state?: string }) {
  return find(db, { kind: 'license', keys: [nameKey(name)], ...(state !== undefined && { state }) })
}

/** Ended ones are found too. */
export function findExclusions(
  db: Kysely<Tables>,
  { npi, name, lists }: { npi?: string; name?: Name; lists?: readonly string[] },
) {
  const keys = [npi === undefined ? undefined : npiKey(npi), name === undefined ? undefined : nameKey(name)]
  return find(db, { kind: 'exclusion', keys, ...(lists !== undefined && { lists }) })
}

/** With what the enrollments of the NPI are reassigned to, and from. */
export async function findMedicareFacts(db: Kysely<Tables>, npi: string) {
  const facts = await find(db, { kind: 'medicare', keys: [npiKey(npi)] })
  const keys = facts.flatMap(({ row }) => (row.fact === 'enrollment' ? [enrollmentKey(row.enrollmentId)] : []))
  const ofEnrollments = await find(db, { kind: 'medicare', keys })
  return [...facts, ...ofEnrollments.filter(({ row }) => row.fact === 'reassignment')]
}

type Name = Pick<PersonName, 'last' | 'first'>

async function find<Kind extends SourceKind>(
  db: Kysely<Tables>,
  sought: Omit<Sought, 'keys' | 'countMax'> & { kind: Kind; keys: readonly (string | undefined)[] },
): Promise<Listed<RowsByKind[Kind]>[]> {
  const keys = sought.keys.filter((key) => key !== undefined)
  if (keys.length === 0) return []
  const found = await findRows(db, { ...sought, keys, countMax: rowsMax })
  return found.flatMap(({ fields, ...version }) => {
    const row = unpackers[sought.kind](fields)
    const list = loadedOf(version)
    const state = ('profession' in row ? row.state : undefined) ?? list.state
    const isOfState = sought.state === undefined || sought.state === state
    return isOfState ? [{ list: { ...list, state }, row }] : []
  })
}

function loadedOf(version: Pick<LoadedVersion, 'list' | 'state' | 'sourceDate' | 'isSample'>): Loaded {
  const { list: name, state, sourceDate: date, isSample } = version
  // None for one that another version of this program loaded.
  const list = [...lists, ...sampleLists].find((one) => one.name === name)
  const title = isSample ? `Sample of ${list?.title ?? name} (invented)` : (list?.title ?? name)
  const isStale = !isSample && (list === undefined || ageDays(date) > 2 * list.rhythmDays)
  return { name, title, state, date, isStale, isSample }
}

export function ageDays(date: string): number {
  return Math.floor((Date.now() - Date.parse(date)) / 86_400_000)
}
