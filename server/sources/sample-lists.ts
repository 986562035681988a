/**
 * Invented lists about the invented providers of the sample registry, so that everything can be tried on first start:
 * a roll of the licenses that they have in the registry, a few exclusions, and facts of Medicare. They are made where
 * no list was ever loaded, say nothing of real providers, and end when a real list is loaded in their place.
 */
import { setImmediate } from 'node:timers/promises'
import type { z } from 'zod'
import { individualFull } from '#contract/providers'
import { withCheckDigit } from '#registry/npi'
import type { Registry } from '#registry/search/query'
import type { Database } from '../platform/database/database.ts'
import { oigLeie } from './lists/exclusions/leie.ts'
import { ListHeld, loadList } from './load-list.ts'
import { nameOf } from './registry-person.ts'
import type {
  AnyList,
  AnyRow,
  ExclusionRow,
  LicenseRow,
  LicenseStatus,
  MedicareRow,
  SourceList,
} from './source-list.ts'
import { hasVersions } from './source-store.ts'

const invented = {
  state: null,
  layouts: [],
  page: '',
  rhythmDays: 365,
  terms: 'Invented.',
  wholeRollOf: [],
  read: () => [],
} as const

const licenses: SourceList<'license'> = {
  ...invented,
  kind: 'license',
  name: 'sample-licenses',
  title: 'license rolls',
  actions: 'too',
}
export const sampleMedicare: SourceList<'medicare'> = {
  ...invented,
  kind: 'medicare',
  name: 'sample-medicare',
  title: 'Medicare files',
}

/** Those that no publisher has. */
export const sampleLists: readonly AnyList[] = [licenses, sampleMedicare]

const peopleMax = 50_000
const peopleAtOnce = 250

/** Does nothing beside a real registry, and where a list was loaded before. */
export async function ensureSampleLists(database: Database, registry: Registry): Promise<void> {
  if (!registry.isSample || (await hasVersions(database.db))) return
  const made = await inventedLists(registry)
  try {
    for (const { list, rows } of made) await load(database, list, registry.sourceDate, rows)
  } catch (error) {
    // Another process on this database makes them.
    if (!(error instanceof ListHeld)) throw error
  }
}

/** Made in short steps, so that a process that serves goes on serving. */
export async function inventedLists(registry: Registry): Promise<{ list: AnyList; rows: readonly AnyRow[] }[]> {
  const people: Person[] = []
  for await (const some of peopleIn(registry)) people.push(...some)
  return [
    { list: licenses, rows: people.flatMap(licensesOf) },
    { list: oigLeie, rows: exclusionsAmong(people) },
    { list: sampleMedicare, rows: people.flatMap(factsOf) },
  ]
}

async function load(database: Database, list: AnyList, date: string, rows: readonly AnyRow[]): Promise<void> {
  const items = (async function* () {
    yield { table: '', items: [{ line: 1, made: rows }] }
  })()
  const given = { list, items, date, from: 'sample', isSupplement: false, isSample: true } as const
  await loadList(database, given, { leaveOutRefused: false, allowCountChange: true })
}

const shape = individualFull.pick({ npi: true, nameParts: true, credentials: true, taxonomies: true, address: true })
type Person = z.output<typeof shape>

async function* peopleIn(registry: Registry): AsyncGenerator<Person[]> {
  for (let offset = 0; offset < peopleMax; offset += peopleAtOnce) {
    const { hits } = registry.find({ resource: 'individuals', offset, limit: peopleAtOnce })
    yield hits.flatMap(({ npi }) => {
      const found = registry.get(npi)
      return found.kind === 'found' ? shape.parse(JSON.parse(found.json('individuals').toString('utf8'))) : []
    })
    if (hits.length < peopleAtOnce) return
    await setImmediate()
  }
}

/** One in fifty is expired, one in three hundred suspended. */
function licensesOf(person: Person): LicenseRow[] {
  const { npi, credentials, taxonomies } = person
  const [profession] = credentials
  if (profession === undefined) return []
  const [isExpired, isSuspended] = [npi % 50 === 7, npi % 300 === 11]
  const status: LicenseStatus = isSuspended ? 'suspended' : isExpired ? 'expired' : 'active'
  return taxonomies.flatMap(({ licenseNumber: number, licenseState: state }) =>
    number === undefined || state === undefined
      ? []
      : [
          {
            state,
            profession,
            number,
            npi: String(npi),
            name: nameOf(person.nameParts),
            otherNames: [],
            status,
            statusText: status.toUpperCase(),
            issuedOn: '2015-07-01',
            expiresOn: isExpired ? '2025-06-30' : '2099-06-30',
            discipline: isSuspended ? 'Suspended pending a hearing' : null,
            disciplinedOn: isSuspended ? '2026-02-02' : null,
          },
        ],
  )
}

/** Where they are among all people. */
const excludedByNpi = [0.27, 0.61]
const excludedByName = 0.4

/** Two people by NPI, one by a name that no other has, and a business. */
function exclusionsAmong(people: readonly Person[]): ExclusionRow[] {
  const row = (one: Partial<ExclusionRow>): ExclusionRow => ({
    npis: [],
    name: null,
    organization: null,
    otherNames: [],
    licenseNumbers: [],
    city: null,
    state: 'OH',
    basis: '1128a1',
    since: '2024-05-20',
    until: null,
    waiverState: null,
    ...one,
  })
  const full = ({ nameParts: { last, first } }: Person) => `${last}|${first}`
  const counts = new Map<string, number>()
  for (const person of people) counts.set(full(person), (counts.get(full(person)) ?? 0) + 1)
  const unique = people
    .slice(Math.floor(excludedByName * people.length))
    .find((person) => counts.get(full(person)) === 1)
  const byNpi = excludedByNpi.flatMap((share) => people[Math.floor(share * people.length)] ?? [])
  const byName = unique === undefined ? [] : [unique]
  return [
    ...byNpi.map((person) =>
      row({ npis: [String(person.npi)], name: nameOf(person.nameParts), state: person.address.state }),
    ),
    ...byName.map((person) => row({ name: nameOf(person.nameParts), state: person.address.state })),
    row({ npis: [String(withCheckDigit(299_999_999))], organization: 'SAMPLE PHARMACY LLC' }),
  ]
}

const ordering = ['MD', 'DO', 'NP', 'PA', 'DPM', 'DDS', 'CNS', 'CNM']

/** One in forty of those who may order opted out instead. */
function factsOf({ npi: number, credentials }: Person): MedicareRow[] {
  if (!credentials.some((credential) => ordering.includes(credential))) return []
  const npi = String(number)
  if (number % 40 === 13)
    return [{ fact: 'opt_out', npi, since: '2025-01-01', until: '2099-01-01', mayOrderAndRefer: true }]
  return [
    { fact: 'order_refer', npi, partB: true, dme: true, hha: true, pmd: true, hospice: true },
    { fact: 'clinician', npi, acceptsAssignment: number % 10 !== 3 },
  ]
}
