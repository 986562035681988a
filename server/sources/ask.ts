/**
 * What the lists that count say of a person: rows as published, each with its list, date and whether that is stale.
 * Rows are found by keys, which are coarser than a match: whether a row means the person is the caller's to judge.
 */
import type { Kysely } from 'kysely'
import { sampleTitle } from '#contract/verification-words'
import { batchLine } from '../platform/batch-line.ts'
import type { Tables } from '../platform/database/tables.ts'
import { dayMs } from '../platform/times.ts'
import { enrollmentKey, nameKey, npiKey, numberKey, organizationKey } from './keys.ts'
import { lists } from './lists.ts'
import { type RowsByKind, unpackers } from './packed-row.ts'
import { sampleLists } from './sample-lists.ts'
import type { LicenseRow, MedicareRow, PersonName, SourceKind, SourceList } from './source-list.ts'
import {
  currentVersions,
  type FoundRow,
  findRows,
  findRowsByKey,
  findRowsOfVersion,
  type ListsInMemory,
  type LoadedVersion,
  type Sought,
} from './source-store.ts'

/** Where lists are asked: the database, or the invented ones that test mode has in memory. */
export type ListSource = Kysely<Tables> | ListsInMemory

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

export interface LoadedList extends Loaded {
  /** Each load of a list has a higher one. */
  version: number
}

export async function loadedVersions(db: Kysely<Tables>): Promise<LoadedList[]> {
  return (await currentVersions(db)).map((one) => ({ ...loadedOf(one), version: one.version }))
}

/** The rows of one version with each of the keys. */
export async function rowsOfList<Kind extends SourceKind>(
  db: Kysely<Tables>,
  kind: Kind,
  list: LoadedList,
  keys: readonly string[],
): Promise<Map<string, Listed<RowsByKind[Kind]>[]>> {
  const byKey = new Map<string, Listed<RowsByKind[Kind]>[]>()
  for (const { key, fields } of await findRowsOfVersion(db, { version: list.version, keys, countMax: rowsMax })) {
    const one = listed(kind, {
      list: list.name,
      kind,
      state: list.state,
      sourceDate: list.date,
      isSample: list.isSample,
      fields,
    })
    byKey.set(key, [...(byKey.get(key) ?? []), one])
  }
  return byKey
}

export async function loadedLists(db: ListSource): Promise<Loaded[]> {
  return (await currentVersions(db)).map(loadedOf)
}

/** With what the enrollments of the NPI are reassigned to, and from. */
export async function findMedicareFacts(db: ListSource, npi: string) {
  const facts = await find(db, { kind: 'medicare', keys: [npiKey(npi)] })
  const keys = facts.flatMap(({ row }) => (row.fact === 'enrollment' ? [enrollmentKey(row.enrollmentId)] : []))
  const ofEnrollments = await find(db, { kind: 'medicare', keys })
  return [...facts, ...ofEnrollments.filter(({ row }) => row.fact === 'reassignment')]
}

type Name = Pick<PersonName, 'last' | 'first'>

interface KeysSought {
  npi?: string
  names?: readonly Name[]
  organizations?: readonly string[]
  /** License numbers. */
  numbers?: readonly { state: string; number: string }[]
}

/** Licenses with the NPI, one of the names of persons, or one of the numbers in its state. */
export function findLicenses(db: ListSource, { state, ...keys }: KeysSought & { state?: string }) {
  return find(db, { kind: 'license', ...soughtBy(keys), ...(state !== undefined && { state }) })
}

/** Exclusions by the same; ended ones are found too. */
export function findExclusions(db: ListSource, keys: KeysSought) {
  return find(db, { kind: 'exclusion', ...soughtBy(keys) })
}

interface LicensesAndFacts {
  licenses: Listed<LicenseRow>[]
  facts: Listed<MedicareRow>[]
}

/** NPIs that are asked for in one statement, and statements at a time: few of the connections that all calls share. */
const [lookUpsAtOnce, statementsMax] = [100, 4]

/** Licenses and facts of Medicare. Calls at the same time share one query. */
export function licensesAndFactsFinder(db: ListSource) {
  const find = async (all: readonly ReturnType<typeof soughtBy>[]) => {
    const keys = new Set(all.flatMap((sought) => [...sought.keys, ...sought.ofStates.map(({ key }) => key)]))
    const kinds = ['license', 'medicare'] as const
    const byKey = new Map<string, FoundRow[]>()
    for (const { key, ...row } of await findRowsByKey(db, { kinds, keys: [...keys], countMax: rowsMax })) {
      const rows = byKey.get(key)
      if (rows === undefined) byKey.set(key, [row])
      else rows.push(row)
    }
    return (sought: ReturnType<typeof soughtBy>) => licensesAndFactsIn(byKey, sought)
  }
  const line = batchLine(find, { batchMax: lookUpsAtOnce, runningMax: statementsMax })
  return (keys: Pick<KeysSought, 'npi' | 'numbers'>): Promise<LicensesAndFacts> => line.ask(soughtBy(keys))
}

/** Rows of a list that say the same are one. */
function licensesAndFactsIn(
  byKey: ReadonlyMap<string, readonly FoundRow[]>,
  { keys, ofStates }: ReturnType<typeof soughtBy>,
): LicensesAndFacts {
  const rowsOf = (key: string) => byKey.get(key) ?? []
  const found = [
    ...keys.flatMap(rowsOf),
    ...ofStates.flatMap(({ key, state }) => rowsOf(key).filter((row) => row.state === null || row.state === state)),
  ]
  const once = [...new Map(found.map((row) => [`${row.list} ${row.fields}`, row])).values()].slice(0, rowsMax)
  const of = <Kind extends SourceKind>(kind: Kind) =>
    once.filter((row) => row.kind === kind).map((row) => listed(kind, row))
  return { licenses: of('license'), facts: of('medicare') }
}

function soughtBy({ npi, names = [], organizations = [], numbers = [] }: KeysSought) {
  const own = npi === undefined ? [] : [npiKey(npi)]
  const keys = [...own, ...names.map(nameKey), ...organizations.map(organizationKey)]
  const ofStates = numbers.flatMap(({ state, number }) => {
    const key = numberKey(state, number)
    return key === undefined ? [] : [{ key, state }]
  })
  return { keys: keys.filter((key) => key !== undefined), ofStates }
}

async function find<Kind extends SourceKind>(
  db: ListSource,
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
  const title = isSample ? `${sampleTitle}${list?.title ?? name} (fictional)` : (list?.title ?? name)
  const isStale = !isSample && (list === undefined || ageDays(date) > 2 * list.rhythmDays)
  const { rhythmDays = 0, wholeRollOf = [], actions } = list ?? {}
  const about = { kind, rhythmDays, wholeRollOf, ...(actions !== undefined && { actions }) }
  return { name, title, state, date, isStale, isSample, ...about }
}

export function ageDays(date: string): number {
  return Math.floor((Date.now() - Date.parse(date)) / dayMs)
}
