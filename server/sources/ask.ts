/**
 * What the lists that count say of a person: rows as published, each with its list, date and whether that is stale.
 * Rows are found by keys, which are coarser than a match: whether a row means the person is the caller's to judge.
 */
import type { Kysely } from 'kysely'
import { sampleTitle } from '#contract/verification-words'
import type { Tables } from '../platform/database/tables.ts'
import { enrollmentKey, nameKey, npiKey, numberKey } from './keys.ts'
import { lists } from './lists.ts'
import { type RowsByKind, unpackers } from './packed-row.ts'
import { sampleLists } from './sample-lists.ts'
import type { LicenseRow, MedicareRow, PersonName, SourceKind, SourceList } from './source-list.ts'
import {
  currentVersions,
  type FoundRow,
  findDistinctRows,
  findRows,
  type LoadedVersion,
  type Sought,
} from './source-store.ts'

/** A list that is loaded. */
export interface Loaded {
  name: string
  kind: SourceKind
  title: string
  /** Two letters; null for federal lists. */
  state: string | null
  /** yyyy-mm-dd */
  date: string
  /** Older than twice the days between two publications. */
  isStale: boolean
  isSample: boolean
  rhythmDays: number
  /** The professions of which it has every license of its state. */
  wholeRollOf: readonly string[]
  actions?: SourceList['actions']
}

export interface Listed<Row> {
  list: Loaded
  row: Row
}

/** Rows that are read at most. */
export const rowsMax = 500

export async function loadedLists(db: Kysely<Tables>): Promise<Loaded[]> {
  return (await currentVersions(db)).map(loadedOf)
}

/** With what the enrollments of the NPI are reassigned to, and from. */
export async function findMedicareFacts(db: Kysely<Tables>, npi: string) {
  const facts = await find(db, { kind: 'medicare', keys: [npiKey(npi)] })
  const keys = facts.flatMap(({ row }) => (row.fact === 'enrollment' ? [enrollmentKey(row.enrollmentId)] : []))
  const ofEnrollments = await find(db, { kind: 'medicare', keys })
  return [...facts, ...ofEnrollments.filter(({ row }) => row.fact === 'reassignment')]
}

type Name = Pick<PersonName, 'last' | 'first'>

interface KeysSought {
  npi?: string
  names?: readonly Name[]
  /** License numbers. */
  numbers?: readonly { state: string; number: string }[]
}

/** Licenses with the NPI, one of the names, or one of the numbers in its state. */
export function findLicenses(db: Kysely<Tables>, { state, ...keys }: KeysSought & { state?: string }) {
  return find(db, { kind: 'license', ...soughtBy(keys), ...(state !== undefined && { state }) })
}

/** Exclusions by the same; ended ones are found too. */
export function findExclusions(db: Kysely<Tables>, keys: KeysSought) {
  return find(db, { kind: 'exclusion', ...soughtBy(keys) })
}

/** Licenses and facts of Medicare by one question to the database. */
export async function findLicensesAndFacts(
  db: Kysely<Tables>,
  keys: Pick<KeysSought, 'npi' | 'numbers'>,
): Promise<{ licenses: Listed<LicenseRow>[]; facts: Listed<MedicareRow>[] }> {
  const kinds = ['license', 'medicare'] as const
  const found = await findDistinctRows(db, { kinds, ...soughtBy(keys), countMax: rowsMax })
  const of = <Kind extends SourceKind>(kind: Kind) =>
    found.filter((row) => row.kind === kind).map((row) => listed(kind, row))
  return { licenses: of('license'), facts: of('medicare') }
}

function soughtBy({ npi, names = [], numbers = [] }: KeysSought) {
  const keys = [...(npi === undefined ? [] : [npiKey(npi)]), ...names.map(nameKey)]
  const ofStates = numbers.flatMap(({ state, number }) => {
    const key = numberKey(state, number)
    return key === undefined ? [] : [{ key, state }]
  })
  return { keys: keys.filter((key) => key !== undefined), ofStates }
}

async function find<Kind extends SourceKind>(
  db: Kysely<Tables>,
  {
    kind,
    ...sought
  }: Omit<Sought, 'kinds' | 'keys' | 'countMax'> & { kind: Kind; keys: readonly (string | undefined)[] },
): Promise<Listed<RowsByKind[Kind]>[]> {
  const keys = sought.keys.filter((key) => key !== undefined)
  if (keys.length === 0 && (sought.ofStates ?? []).length === 0) return []
  const found = await findRows(db, { ...sought, kinds: [kind], keys, countMax: rowsMax })
  const isOfState = ({ list }: Listed<unknown>) => sought.state === undefined || sought.state === list.state
  return found.map((row) => listed(kind, row)).filter(isOfState)
}

function listed<Kind extends SourceKind>(kind: Kind, { fields, ...version }: FoundRow): Listed<RowsByKind[Kind]> {
  const row = unpackers[kind](fields)
  const list = loadedOf(version)
  return { list: { ...list, state: ('profession' in row ? row.state : undefined) ?? list.state }, row }
}

function loadedOf(version: Pick<LoadedVersion, 'list' | 'kind' | 'state' | 'sourceDate' | 'isSample'>): Loaded {
  const { list: name, kind, state, sourceDate: date, isSample } = version
  // None for one that another version of this program loaded.
  const list = [...lists, ...sampleLists].find((one) => one.name === name)
  const title = isSample ? `${sampleTitle}${list?.title ?? name} (invented)` : (list?.title ?? name)
  const isStale = !isSample && (list === undefined || ageDays(date) > 2 * list.rhythmDays)
  const { rhythmDays = 0, wholeRollOf = [], actions } = list ?? {}
  const about = { kind, rhythmDays, wholeRollOf, ...(actions !== undefined && { actions }) }
  return { name, title, state, date, isStale, isSample, ...about }
}

export function ageDays(date: string): number {
  return Math.floor((Date.now() - Date.parse(date)) / 86_400_000)
}
