import { WrittenCities } from '#registry/places/written-cities'
import { type Compared, linkNeighbours, type NeighbourLinks } from './index/neighbors.ts'
import type { SpareBatch } from './join/batch.ts'
import { Join, type JoinedFile, type JoinedRange } from './join/join.ts'
import { ProviderRenderer } from './join/providers.ts'
import type { PlacedCities } from './rows/city-tally.ts'
import { type SegmentAnswer, SegmentReader, type SegmentTask } from './rows/segments.ts'

/** The heavy steps of a build, as they are asked for, in this thread or from another. */

export interface JoinSetup {
  /** By their numbers in the staging. */
  files: readonly JoinedFile[]
  /** The operator's taxonomy labels, by code. */
  labels: ReadonlyMap<string, string>
  /** How the rows write their cities. */
  cities?: PlacedCities
}

export interface RangeTask {
  /** The staged rows of a range of NPIs, in memory that threads share. */
  bytes: Uint8Array<SharedArrayBuffer>
  spare?: SpareBatch
}

export class Tasks {
  readonly #maker: number
  readonly #segments = new SegmentReader()
  #join: Join | undefined

  /** `maker` tells the vocabularies of several from each other. */
  constructor(maker: number) {
    this.#maker = maker
  }

  segment(task: SegmentTask): SegmentAnswer {
    return this.#segments.read(task)
  }

  /** Comes before the first range. */
  startJoining({ files, labels, cities }: JoinSetup): void {
    const written = cities && new WrittenCities(cities.names, cities.positions)
    this.#join = new Join(files, new ProviderRenderer(labels, this.#maker, written))
  }

  range({ bytes, spare }: RangeTask): JoinedRange {
    if (this.#join === undefined) throw new Error('expected startJoining before the first range')
    return this.#join.range(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), spare)
  }

  link(compared: Compared): NeighbourLinks {
    return linkNeighbours(compared)
  }
}

/** What a thread may be asked, by name. */
export interface Questions {
  segment: SegmentTask
  startJoining: JoinSetup
  range: RangeTask
  link: Compared
}

/** What it answers. */
export interface Answers {
  segment: SegmentAnswer
  startJoining: undefined
  range: JoinedRange
  link: NeighbourLinks
}

export type Request = { [K in keyof Questions]: { kind: K; question: Questions[K] } }[keyof Questions]

export type Reply =
  | { kind: 'done'; answer: Answers[keyof Answers] }
  | { kind: 'failed'; message: string; sentences: readonly string[] | undefined }

/** The memory of the columns and bytes among the members of an object, to be given to another thread instead of copied. */
export function buffersIn(holder: object): ArrayBuffer[] {
  const values: unknown[] = Object.values(holder)
  return values.flatMap((value) => {
    return ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer ? [value.buffer] : []
  })
}
