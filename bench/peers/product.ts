/** The product itself, in process: as it answers a page with its records, and as it only finds them. */
import type { Registry } from '#registry/search/query'
import type { Peer } from './peer.ts'

/** Finds the page and reads its records, ready to be sent. */
export function productSearch(registry: Registry, bytes: number): Peer {
  return {
    name: 'Praxidex, with records',
    description: `Praxidex in process: \`search\`, which finds the page, counts the total and answers the records as JSON`,
    bytes,
    loadSeconds: undefined,
    takes: () => true,
    answer(query) {
      const { total, hits, json } = registry.search(query)
      const npis = hits.map(({ npi }) => npi)
      if (query.npis !== undefined) return { total, npis, record: json.toString('utf8', 1, json.length - 1) }
      return query.place === undefined ? { total, npis } : { total, npis, miles: hits.map(milesOf) }
    },
    async close() {},
  }
}

/** Finds the page and counts the total: what the peers are asked for. */
export function productFind(registry: Registry, bytes: number): Peer {
  return {
    name: 'Praxidex',
    description: 'Praxidex in process: `find`, which finds the page and counts the total, as the peers do',
    bytes,
    loadSeconds: undefined,
    // Without the record there is nothing to find in a look-up.
    takes: ({ npis }) => npis === undefined,
    answer(query) {
      const { total, hits } = registry.find(query)
      const npis = hits.map(({ npi }) => npi)
      return query.place === undefined ? { total, npis } : { total, npis, miles: hits.map(milesOf) }
    },
    async close() {},
  }
}

function milesOf({ distanceMiles }: { distanceMiles: number | undefined }): number {
  return distanceMiles ?? Number.NaN
}
