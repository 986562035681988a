/** Draws what to ask for from the sample: places, specialties, names and credentials of providers that are there. */
import type { Registry, Resource, SearchQuery } from '#registry/search/query'
import { credentialForm, wordsAsked } from '#registry/search/words'
import { recordAt } from './rows.ts'

export type Asked = Omit<SearchQuery, 'offset' | 'limit'> & { offset?: number }

export interface Point {
  latitude: number
  longitude: number
}

interface Drawn extends Point {
  npi: number
  resource: Resource
  state: string
  code: string
  words: string[]
  credentials: string[]
  organizationIds: string[]
}

/** Providers that are looked at; everything is drawn from them. */
const poolSize = 3_000
const seed = 2026

export class Draw {
  private readonly registry: Registry
  private readonly pool: Drawn[]
  private readonly doctors: Drawn[]
  private state = seed

  /** From the first `providers` of the sample with the seed `sampleSeed`. */
  constructor(registry: Registry, providers: number, sampleSeed: number) {
    this.registry = registry
    this.pool = Array.from({ length: poolSize }, () => drawn(registry, this.below(providers), sampleSeed)).flatMap(
      (one) => one ?? [],
    )
    this.doctors = this.pool.filter(({ resource }) => resource === 'doctors')
    if (this.doctors.length === 0) throw new Error(`expected doctors among ${providers} providers; got none`)
  }

  /** A whole number from 0 to below `below`, by Park and Miller's generator. */
  below(below: number): number {
    this.state = (this.state * 48_271) % 2_147_483_647
    return this.state % below
  }

  times(count: number, make: () => Asked): Asked[] {
    return Array.from({ length: count }, make)
  }

  provider(): Drawn {
    return this.pool[this.below(this.pool.length)]
  }

  doctor(): Drawn {
    return this.doctors[this.below(this.doctors.length)]
  }

  /** A point at most this many degrees from another, in whole microdegrees. */
  near({ latitude, longitude }: Point, degrees: number): Point {
    const moved = (from: number) => Math.round((from + (this.below(2001) / 1000 - 1) * degrees) * 1e6) / 1e6
    return { latitude: moved(latitude), longitude: moved(longitude) }
  }

  /** Where somebody in the state practises. */
  inState(state: string): Point {
    const there = this.pool.filter((one) => one.state === state)
    const { latitude, longitude } = there[this.below(Math.max(1, there.length))] ?? this.pool[0]
    return { latitude, longitude }
  }

  /** The specialties that most doctors have. */
  commonCodes(count: number): string[] {
    return mostFrequent(
      this.doctors.map(({ code }) => code),
      count,
    )
  }

  /** The credentials that most people have. */
  credentials(count: number): string[] {
    return mostFrequent(
      this.pool.flatMap(({ credentials }) => credentials),
      count,
    )
  }

  /** An organization that somebody is at. */
  organizationId(): string {
    const linked = this.doctors.filter(({ organizationIds }) => organizationIds.length > 0)
    return linked[this.below(Math.max(1, linked.length))]?.organizationIds[0] ?? 'org_0000000'
  }

  /** Words of people's names: those that fewest and most people have, and two of one person's. */
  wordsByCount() {
    const people = this.pool.filter(({ resource, words }) => resource !== 'organizations' && words.length > 1)
    const known = [...new Set(people.flatMap(({ words }) => words))].filter((word) => word.length >= wordLengthMin)
    const counted = known
      .map((word) => ({ word, count: this.registry.count({ resource: 'individuals', name: word }) }))
      .sort((a, b) => a.count - b.count || (a.word < b.word ? -1 : 1))
      .map(({ word }) => word)
    return {
      rare: counted.slice(0, 20),
      common: counted.slice(-8),
      pairs: people.slice(0, 40).map(({ words }) => `${words[0]} ${words.at(-1)}`),
    }
  }
}

/** Shorter words are mostly initials. */
const wordLengthMin = 4

/** Undefined for a provider that is deactivated, has no taxonomy or could not be placed. */
function drawn(registry: Registry, index: number, sampleSeed: number): Drawn | undefined {
  const found = recordAt(registry, index, sampleSeed)
  const coords = found?.record.address.coords
  const code = found?.record.taxonomies[0]?.code
  if (found === undefined || coords === null || coords === undefined || code === undefined) return undefined
  const { npi, resource, record } = found
  return {
    npi,
    resource,
    latitude: coords[1],
    longitude: coords[0],
    state: record.address.state,
    code,
    words: wordsAsked(record.name),
    credentials: record.credentials.map(credentialForm).filter((form) => form !== ''),
    organizationIds: record.organizationIds,
  }
}

function mostFrequent(values: readonly string[], count: number): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
    .slice(0, count)
    .map(([value]) => value)
}
