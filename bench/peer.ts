/** What every peer of the bench answers, and the product as one of them. */
import type { Registry, SearchQuery } from '#registry/search/query'

export interface Answer {
  total: number
  npis: readonly number[]
  /** Distances of the page, nearest first; absent in a search without a place. */
  miles?: readonly number[]
  record?: string
}

export interface Peer {
  readonly name: string
  readonly description: string
  takes(query: SearchQuery): boolean
  answer(query: SearchQuery): Answer | Promise<Answer>
  readonly bytes: number
  readonly loadSeconds?: number
  close(): Promise<void>
}

/** The product, which finds and counts as the peers do; with records it also answers them as JSON. */
export function product(registry: Registry, bytes: number, hasRecords: boolean): Peer {
  return {
    name: hasRecords ? 'Praxidex, with records' : 'Praxidex',
    description: hasRecords ? 'in process: `search`, which also reads the records' : 'in process: `find`',
    bytes,
    takes: ({ npis }) => hasRecords || npis === undefined,
    answer(query) {
      const found = hasRecords ? registry.search(query) : registry.find(query)
      const npis = found.hits.map(({ npi }) => npi)
      if (query.npis !== undefined && 'json' in found)
        return { total: found.total, npis, record: String(found.json).slice(1, -1) }
      if (query.place === undefined) return { total: found.total, npis }
      return { total: found.total, npis, miles: found.hits.map(({ distanceMiles }) => distanceMiles ?? Number.NaN) }
    },
    async close() {},
  }
}

/** The tables lack facilities, ratings, several specialties, and some combinations. */
export function isInTables(query: SearchQuery): boolean {
  const { facilityType, minRating, place, taxonomyCodes, credential, gender, organizationId, name } = query
  if (facilityType !== undefined || minRating !== undefined) return false
  if (place === undefined) return taxonomyCodes === undefined && (gender === undefined || credential !== undefined)
  const isOfPoint = credential === undefined && gender === undefined && organizationId === undefined
  return isOfPoint && (taxonomyCodes === undefined || (taxonomyCodes.length === 1 && name === undefined))
}

/** Each provider once, by its nearest point; then the page. */
export function pageOf(points: { npi: number; miles: number }[], { offset, limit }: SearchQuery) {
  const nearest = new Map<number, number>()
  for (const { npi, miles } of points.sort((a, b) => a.miles - b.miles || a.npi - b.npi))
    if (!nearest.has(npi)) nearest.set(npi, miles)
  const page = [...nearest].slice(offset, offset + limit)
  return { npis: page.map(([npi]) => npi), miles: page.map(([, miles]) => miles) }
}

/** How many of the nearest points to fetch first: the page and some more, since a provider may have several. */
export function pointsToFetch({ offset, limit }: SearchQuery): number {
  return Math.ceil((offset + limit) * 1.5) + 20
}

/** What a provider is, as the peers store it; the kinds of a resource are a range. */
export const kinds = { doctors: 1, individuals: 2, organizations: 3 } as const
export const kindRange = { doctors: [1, 1], individuals: [1, 2], organizations: [3, 3] } as const
