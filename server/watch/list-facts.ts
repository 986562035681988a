/** Asks one list what it says of many providers, by the rules of look-ups and searches. */
import type { Kysely } from 'kysely'
import { lowerBound } from '#registry/search/posting-lists'
import type { Registry } from '#registry/search/query'
import type { Tables } from '../platform/database/tables.ts'
import { type LoadedList, rowsOfList } from '../sources/ask.ts'
import { npiKey, numberKey } from '../sources/keys.ts'
import { boardOf } from '../sources/looked-up.ts'
import { medicareFields } from '../sources/medicare-facts.ts'
import { askedBy, type RegistryPerson } from '../sources/registry-person.ts'
import { byNpi, isInForce } from '../sources/search-exclusions.ts'
import type { SourceKind } from '../sources/source-list.ts'
import { type ExclusionFact, type Facts, licenseKey } from './facts.ts'

interface Question {
  list: LoadedList
  npis: readonly number[]
  registry: Registry
  /** yyyy-mm-dd */
  today: string
  /** What it said of them when it was last compared. */
  known?: ReadonlyMap<number, Facts>
}

/** Facts by NPI; none for those of whom the list says nothing and would not. */
export function factsOf(db: Kysely<Tables>, question: Question): Promise<Map<number, Facts>> {
  switch (question.list.kind) {
    case 'exclusion':
      return exclusionFacts(db, question)
    case 'license':
      return licenseFacts(db, question)
    case 'medicare':
      return medicareFacts(db, question)
  }
}

type Keys = Map<number, string[]>

async function rowsByNpi<Kind extends SourceKind>(db: Kysely<Tables>, kind: Kind, list: LoadedList, keys: Keys) {
  const byKey = await rowsOfList(db, kind, list, [...new Set([...keys.values()].flat())])
  return new Map([...keys].map(([npi, own]) => [npi, [...new Set(own.flatMap((key) => byKey.get(key) ?? []))]]))
}

/** One that is known stays while its row does: a provider may have left the registry, or changed what was compared. */
async function exclusionFacts(db: Kysely<Tables>, { list, npis, registry, today, known = new Map() }: Question) {
  const knownOf = (npi: number): readonly ExclusionFact[] => {
    const facts = known.get(npi)
    return facts?.kind === 'exclusion' ? facts.exclusions : []
  }
  const keyOf = (number: string) => numberKey(list.state ?? '', number) ?? []
  const keys: Keys = new Map(
    npis.map((npi) => {
      const numbers = knownOf(npi).flatMap((one) => one.numbers ?? [])
      return [npi, [npiKey(String(npi)), ...numbers.flatMap(keyOf)]]
    }),
  )
  const people = list.state === null ? [] : peopleWith(list.state, npis, registry)
  for (const [npi, { licenses }] of people) {
    const numbers = licenses.flatMap(({ state, number }) => (state === list.state ? [numberKey(state, number)] : []))
    keys.get(npi)?.push(...numbers.filter((key) => key !== undefined))
  }
  const facts = new Map<number, Facts>()
  for (const [npi, rows] of await rowsByNpi(db, 'exclusion', list, keys)) {
    if (rows.length === 0) continue
    const { judge } = byNpi(npi, registry)
    const exclusions = rows.flatMap((one) => {
      const { npis: named, licenseNumbers, basis: grounds, since, until } = one.row
      const isNamed = named.includes(String(npi))
      const judged = judge(one).verdict
      const isExcluded = judged === 'match' || (judged === 'possible' && isNamed)
      const before = knownOf(npi).find(
        ({ numbers = [], ...other }) =>
          other.grounds === grounds && other.since === since && licenseNumbers.some((each) => numbers.includes(each)),
      )
      const verdict = isExcluded ? judged : before?.verdict
      if (verdict === undefined) return []
      const fact = { verdict, grounds, since, until, isInForce: isInForce(one.row, today) }
      const isByNumber = list.state !== null && !isNamed && licenseNumbers.length > 0
      return [isByNumber ? { ...fact, numbers: licenseNumbers } : fact]
    })
    if (exclusions.length > 0) facts.set(npi, { kind: 'exclusion', exclusions })
  }
  return facts
}

async function licenseFacts(db: Kysely<Tables>, { list, npis, registry }: Question) {
  const people = peopleWith(list.state, npis, registry)
  const reportedBy = ({ licenses }: RegistryPerson) =>
    licenses.filter(({ state }) => list.state === null || state === list.state)
  const keys: Keys = new Map()
  for (const [npi, person] of people) {
    const numbers = reportedBy(person).map(({ state, number }) => numberKey(state, number))
    keys.set(
      npi,
      [npiKey(String(npi)), ...numbers].filter((key) => key !== undefined),
    )
  }
  const facts = new Map<number, Facts>()
  for (const [npi, rows] of await rowsByNpi(db, 'license', list, keys)) {
    const person = people.get(npi)
    if (person === undefined) continue
    const licenses = reportedBy(person).map((license) => {
      const verified = boardOf(license, person, rows)?.verified ?? null
      if (verified === null) return [licenseKey(license), null]
      const { status, statusText, expiresOn, discipline, disciplinedOn } = verified
      return [licenseKey(license), { status, statusText, expiresOn, discipline, disciplinedOn }]
    })
    if (licenses.length > 0) facts.set(npi, { kind: 'license', licenses: Object.fromEntries(licenses) })
  }
  return facts
}

async function medicareFacts(db: Kysely<Tables>, { list, npis, today }: Question) {
  const keys: Keys = new Map(npis.map((npi) => [npi, [npiKey(String(npi))]]))
  const facts = new Map<number, Facts>()
  for (const [npi, rows] of await rowsByNpi(db, 'medicare', list, keys)) {
    const fields = Object.entries(medicareFields(rows, [list], today)).map(([field, { value }]) => [field, value])
    if (fields.length > 0) facts.set(npi, { kind: 'medicare', values: Object.fromEntries(fields) })
  }
  return facts
}

/** The people among them with a license in the state; with any, for a list of several states. */
function peopleWith(state: string | null, npis: readonly number[], registry: Registry): Map<number, RegistryPerson> {
  const people = new Map<number, RegistryPerson>()
  const licensed = state === null ? undefined : licensedIn(registry, state)
  for (const npi of npis) {
    if (licensed !== undefined && !has(licensed, npi)) continue
    const asked = askedBy(registry, npi)
    if (asked.kind === 'person' && asked.person.licenses.length > 0) people.set(npi, asked.person)
  }
  return people
}

const licensedNpis = new WeakMap<Registry, Map<string, Uint32Array>>()

/** Kept, since each batch of a list asks for it. */
function licensedIn(registry: Registry, state: string): Uint32Array {
  const known = licensedNpis.get(registry) ?? new Map<string, Uint32Array>()
  licensedNpis.set(registry, known)
  const npis = known.get(state) ?? registry.licensedIn(state)
  known.set(state, npis)
  return npis
}

function has(ascending: Uint32Array, npi: number): boolean {
  return ascending[lowerBound(ascending, npi, 0, ascending.length)] === npi
}
