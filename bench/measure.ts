/**
 * Measures peers on classes of queries. Answers are compared before anything is timed, which also warms everyone up. Then
 * come rounds: in each, every class is asked of every peer for a while, the peers in turn, each round beginning with another
 * one, so that whatever else the machine does meets all of them. The rate of a round is queries answered by time taken; the
 * figure is the median of the rounds.
 */
import type { SearchQuery } from '#registry/search/query'
import { differenceOf } from './check-answers.ts'
import type { Answer, Peer } from './peers/peer.ts'
import type { QueryClass } from './queries.ts'

export const rounds = 3
/** How long a peer is asked queries of a class in one round, in milliseconds; at least one query is always finished. */
const turnMs = 50
/**
 * How long a peer's answers to one class are compared before the timing; at least two are, and of the judge all, which warms its
 * records.
 */
const compareMs = 500
/** Runs kept of each query for its median. */
const runsKept = 25

interface Figures {
  /** Queries a second: the median of the rounds. */
  rate: number
  /** Milliseconds of the slowest query, each by the median of its runs. */
  slowestMs: number
  /** Milliseconds of the longest single run. */
  longestMs: number
}

/** Figures by peer and class; undefined where the peer cannot answer the class. */
export type Measured = Map<Peer, Map<QueryClass, Figures>>

/** Compares, then measures. `judge` is the peer whose answers the others must give; it is one of `peers`. */
export async function measure(
  judge: Peer,
  peers: readonly Peer[],
  classes: readonly QueryClass[],
  onProgress: (text: string) => void,
): Promise<Measured> {
  const differences: string[] = []
  for (const peer of peers) {
    onProgress(`comparing the answers of ${peer.name}`)
    for (const one of classes) differences.push(...(await compare(judge, peer, one)))
  }
  if (differences.length > 0) throw new Error(`The answers differ:\n${differences.join('\n')}`)

  const turns = peers.flatMap((peer) =>
    classes.map((one) => new Turns(peer, one)).filter(({ queries }) => queries.length > 0),
  )
  for (let round = 0; round < rounds; round++) {
    onProgress(`round ${round + 1} of ${rounds}`)
    for (const one of classes) {
      const ofClass = turns.filter(({ queryClass }) => queryClass === one)
      for (let turn = 0; turn < ofClass.length; turn++) await ofClass[(turn + round) % ofClass.length].take()
    }
  }
  return new Map(
    peers.map((peer) => {
      const own = turns.filter((turn) => turn.peer === peer)
      return [peer, new Map(own.map((turn) => [turn.queryClass, turn.figures()]))]
    }),
  )
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

/** The turns of one peer at one class: goes through the list of queries, and on from where the last turn ended. */
class Turns {
  readonly peer: Peer
  readonly queryClass: QueryClass
  readonly queries: readonly SearchQuery[]
  private readonly rates: number[] = []
  private readonly runs: number[][]
  private longestMs = 0
  private next = 0

  constructor(peer: Peer, queryClass: QueryClass) {
    this.peer = peer
    this.queryClass = queryClass
    this.queries = queryClass.queries.filter((query) => peer.takes(query))
    this.runs = this.queries.map(() => [])
  }

  async take(): Promise<void> {
    const startedMs = performance.now()
    let count = 0
    let nowMs = startedMs
    while (count === 0 || nowMs - startedMs < turnMs) {
      const index = this.next++ % this.queries.length
      const answer: Answer | Promise<Answer> = this.peer.answer(this.queries[index])
      if (answer instanceof Promise) await answer
      const thenMs = nowMs
      nowMs = performance.now()
      this.note(index, nowMs - thenMs)
      count++
    }
    this.rates.push((1000 * count) / (nowMs - startedMs))
  }

  figures(): Figures {
    return {
      rate: median(this.rates),
      slowestMs: Math.max(...this.runs.filter((runs) => runs.length > 0).map(median)),
      longestMs: this.longestMs,
    }
  }

  private note(index: number, ms: number): void {
    if (ms > this.longestMs) this.longestMs = ms
    if (this.runs[index].length < runsKept) this.runs[index].push(ms)
  }
}

export function median(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b)
  const middle = ascending.length >> 1
  return ascending.length % 2 === 1 ? ascending[middle] : (ascending[middle - 1] + ascending[middle]) / 2
}
