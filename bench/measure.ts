/**
 * Measures peers on classes of queries. Answers are compared with the product's before anything is timed. Peers take
 * turns in every round, so that other work of the machine meets all. A figure is the median of the rounds.
 */
import type { SearchQuery } from '#registry/search/query'
import type { Answer, Peer } from './peer.ts'
import type { QueryClass } from './queries.ts'

const rounds = 3
const turnMs = 50
/** How long the answers of a peer to one class are compared; at least two are, and all of the product's. */
const compareMs = 500
const runsKept = 25

export interface Figures {
  rate: number
  /** Of the slowest query, by the median of its runs. */
  slowestMs: number
}

/** By the names of class and peer. The first of `peers` is the one whose answers the others must give. */
export type Measured = Record<string, Record<string, Figures>>

export async function measure(peers: readonly Peer[], classes: readonly QueryClass[], say: (text: string) => void) {
  const differences: string[] = []
  for (const peer of peers) {
    say(`comparing the answers of ${peer.name}`)
    for (const one of classes) differences.push(...(await compare(peers[0], peer, one)))
  }
  if (differences.length > 0) throw new Error(`The answers differ:\n${differences.join('\n')}`)
  const turns = classes.flatMap((one) => peers.map((peer) => new Turns(peer, one)))
  const taken = turns.filter(({ queries }) => queries.length > 0)
  for (let round = 0; round < rounds; round++) {
    say(`round ${round + 1} of ${rounds}`)
    for (const { name } of classes) {
      const ofClass = taken.filter(({ className }) => className === name)
      for (const index of ofClass.keys()) await ofClass[(index + round) % ofClass.length].take()
    }
  }
  const measured: Measured = Object.fromEntries(classes.map(({ name }) => [name, {}]))
  for (const turn of taken) measured[turn.className][turn.peer.name] = turn.figures()
  return measured
}

async function compare(judge: Peer, peer: Peer, { name, queries }: QueryClass): Promise<string[]> {
  const differences: string[] = []
  const taken = queries.filter((query) => peer.takes(query))
  const startedMs = performance.now()
  for (const [index, query] of taken.entries()) {
    if (peer !== judge && index >= 2 && performance.now() - startedMs > compareMs) break
    const difference = differenceOf(query, await judge.answer(query), await peer.answer(query))
    if (difference !== undefined) differences.push(`${peer.name}, ${name}, ${JSON.stringify(query)}: ${difference}`)
  }
  return differences
}

/** Redis keeps positions to within a meter; the others differ from the product by less than a millimeter. */
const milesTolerated = 0.002

/** Undefined if it does not differ. With a place, providers at the same distance may come in any order. */
export function differenceOf(query: SearchQuery, expected: Answer, got: Answer): string | undefined {
  if (got.total !== expected.total) return `expected a total of ${expected.total}; got ${got.total}`
  if (got.npis.length !== expected.npis.length)
    return `expected ${expected.npis.length} on the page; got ${got.npis.length}`
  if (query.npis !== undefined) return got.record === expected.record ? undefined : 'the record is another one'
  const { miles } = expected
  if (miles === undefined || got.miles === undefined) {
    const place = expected.npis.findIndex((npi, index) => npi !== got.npis[index])
    return place === -1 ? undefined : `expected NPI ${expected.npis[place]} in place ${place}; got ${got.npis[place]}`
  }
  const gotMiles = got.miles
  const far = miles.findIndex((mile, index) => !(Math.abs(mile - gotMiles[index]) <= milesTolerated))
  if (far !== -1) return `expected ${miles[far]} miles in place ${far}; got ${gotMiles[far]}`
  // Those as far away as the last, and on a later page as the first, may be on the next or the previous page.
  const first = query.offset === 0 ? Number.NEGATIVE_INFINITY : miles[0] + milesTolerated
  const last = (miles.at(-1) ?? 0) - milesTolerated
  const missing = expected.npis.find(
    (npi, index) => miles[index] > first && miles[index] < last && !got.npis.includes(npi),
  )
  return missing === undefined ? undefined : `expected NPI ${missing} on the page; it is not there`
}

class Turns {
  readonly peer: Peer
  readonly className: string
  readonly queries: readonly SearchQuery[]
  readonly #rates: number[] = []
  readonly #runs: number[][]
  #next = 0

  constructor(peer: Peer, { name, queries }: QueryClass) {
    this.peer = peer
    this.className = name
    this.queries = queries.filter((query) => peer.takes(query))
    this.#runs = this.queries.map(() => [])
  }

  async take(): Promise<void> {
    const startedMs = performance.now()
    let count = 0
    for (let nowMs = startedMs; count === 0 || nowMs - startedMs < turnMs; count++) {
      const index = this.#next++ % this.queries.length
      const answer = this.peer.answer(this.queries[index])
      if (answer instanceof Promise) await answer
      const thenMs = nowMs
      nowMs = performance.now()
      if (this.#runs[index].length < runsKept) this.#runs[index].push(nowMs - thenMs)
    }
    this.#rates.push((1000 * count) / (performance.now() - startedMs))
  }

  figures(): Figures {
    return {
      rate: median(this.#rates),
      slowestMs: Math.max(...this.#runs.filter((runs) => runs.length > 0).map(median)),
    }
  }
}

export function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = ascending.length >> 1
  return ascending.length % 2 === 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2
}
