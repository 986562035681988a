/** What the bench asks of everyone it compares: the same searches, and the answers in one shape. */
import type { SearchQuery } from '#registry/search/query'

export interface Answer {
  /** How many match in all. */
  total: number
  /** The page asked for. */
  npis: readonly number[]
  /** Of the page, nearest first; absent in a search without a place. */
  miles?: readonly number[]
  /** The record itself, as JSON: of a search by NPI alone. */
  record?: string
}

export interface Peer {
  readonly name: string
  /** What it is, with its version, and how it was set up. */
  readonly description: string
  /** Whether it can answer such a query at all. */
  takes(query: SearchQuery): boolean
  answer(query: SearchQuery): Answer | Promise<Answer>
  /** Bytes of its data and indexes, on disk or, where it keeps them there, in memory. */
  readonly bytes: number
  /** Seconds that loading and indexing took; undefined for the product, whose build is measured apart. */
  readonly loadSeconds: number | undefined
  close(): Promise<void>
}

/**
 * Whether the rows that peers load answer such a query. Facilities and ratings are not in them, a place has one specialty or the words
 * of a name beside it, and a sex stands beside a credential.
 */
export function isInRows(query: SearchQuery): boolean {
  const { facilityType, minRating, place, taxonomyCodes, credential, gender, organizationId, name } = query
  if (facilityType !== undefined || minRating !== undefined) return false
  if (place === undefined) return taxonomyCodes === undefined && (gender === undefined || credential !== undefined)
  const isOfPoint = [credential, gender, organizationId].every((filter) => filter === undefined)
  return isOfPoint && (taxonomyCodes === undefined || (taxonomyCodes.length === 1 && name === undefined))
}

/** What a place search has when it is answered row by row: several points of one provider, the nearest first. */
export interface PlacedRow {
  npi: number
  miles: number
}

/** Each provider once, with its nearest point, from rows in order of distance; then the page. */
export function pageOf(rows: readonly PlacedRow[], { offset, limit }: { offset: number; limit: number }) {
  const nearest = new Map<number, number>()
  for (const { npi, miles } of rows) if (!nearest.has(npi)) nearest.set(npi, miles)
  const page = [...nearest].slice(offset, offset + limit)
  return { npis: page.map(([npi]) => npi), miles: page.map(([, miles]) => miles) }
}

/** How many of the nearest points to fetch first: the page and, since a provider may have several, some more. */
export function pointsToFetch({ offset, limit }: { offset: number; limit: number }): number {
  return Math.ceil((offset + limit) * 1.5) + 20
}

/** What a provider is, as the peers store it. */
export const kinds = { doctor: 1, otherIndividual: 2, organization: 3 } as const

/** The kinds of a resource are next to each other, so that an index finds them as one range. */
export const kindRange = {
  doctors: [kinds.doctor, kinds.doctor],
  individuals: [kinds.doctor, kinds.otherIndividual],
  organizations: [kinds.organization, kinds.organization],
} as const satisfies Record<SearchQuery['resource'], readonly [number, number]>
