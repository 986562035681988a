/** Reviews of providers. Few have any, so they are listed by ordinals; texts stay on disk and are read by page. */
import { parseJson, readerOf } from './json-reader.ts'
import { lowerBound } from './posting-lists.ts'
import { hasRatingFlag, hasReviewsFlag } from './providers.ts'
import type { DiskFile, SnapshotFiles } from './snapshot.ts'

/** So that 32 bits reach 32 GB. */
export const reviewAlignment = 8

export interface ReviewPage {
  total: number
  json: Buffer
}

const endBytes = 4
const comma = Buffer.from(',')
const opening = Buffer.from('[')
const closing = Buffer.from(']')

export class Reviews {
  private readonly flags: Uint8Array
  private readonly providers: Uint32Array
  private readonly starts: Uint32Array
  private readonly counts: Uint32Array
  private readonly averages: Uint16Array
  private readonly file: DiskFile

  constructor(files: SnapshotFiles, flags: Uint8Array) {
    this.flags = flags
    this.providers = files.u32('reviewed-providers')
    this.starts = files.u32('review-starts')
    this.counts = files.u32('review-counts')
    this.averages = files.u16('review-averages')
    this.file = files.onDisk('reviews', 'bin')
  }

  /** As JSON; undefined when there are none. */
  summaryOf(ordinal: number): string | undefined {
    const place = this.placeOf(ordinal)
    if (place === undefined) return undefined
    const average = this.averages[place] === 0 ? null : this.averages[place] / 100
    return `{"averageRating":${average},"count":${this.counts[place]}}`
  }

  /** Newest first. */
  page(ordinal: number, offset: number, limit: number): ReviewPage {
    const place = this.placeOf(ordinal)
    const total = place === undefined ? 0 : this.counts[place]
    const count = Math.min(limit, total - offset)
    if (place === undefined || count <= 0) return { total, json: Buffer.concat([opening, closing]) }
    const start = this.starts[place] * reviewAlignment
    const before = offset === 0 ? 0 : 1
    const ends = new Uint32Array(before + count)
    this.read(new Uint8Array(ends.buffer), start + (offset - before) * endBytes)
    const from = before === 0 ? 0 : ends[0]
    const entries = new Uint8Array(ends[ends.length - 1] - from)
    this.read(entries, start + total * endBytes + from)
    const parts: Uint8Array[] = [opening]
    for (let at = before, begin = 0; at < ends.length; at++) {
      if (at > before) parts.push(comma)
      parts.push(entries.subarray(begin, ends[at] - from))
      begin = ends[at] - from
    }
    return { total, json: Buffer.concat([...parts, closing]) }
  }

  private placeOf(ordinal: number): number | undefined {
    if ((this.flags[ordinal] & hasReviewsFlag) === 0) return undefined
    return lowerBound(this.providers, ordinal, 0, this.providers.length)
  }

  private read(target: Uint8Array, position: number): void {
    this.file.readInto(target, position, target.length)
  }
}

export class FacilityRatings {
  private readonly flags: Uint8Array
  private readonly facilities: Uint32Array
  private readonly numbers: Uint16Array
  private readonly texts: readonly string[]
  private readonly stars: readonly number[]

  constructor(files: SnapshotFiles, flags: Uint8Array) {
    this.flags = flags
    this.facilities = files.u32('rated-facilities')
    this.numbers = files.u16('facility-rating-numbers')
    this.texts = files.lines('facility-ratings')
    const name = 'facility-ratings.utf8'
    this.stars = this.texts.map((text) => readerOf(parseJson(text, name), name).whole('stars'))
  }

  /** As JSON; undefined when it has none. */
  textOf(ordinal: number): string | undefined {
    if ((this.flags[ordinal] & hasRatingFlag) === 0) return undefined
    return this.texts[this.numbers[lowerBound(this.facilities, ordinal, 0, this.facilities.length)]]
  }

  /** Ascending. */
  atLeast(stars: number): Uint32Array {
    return this.facilities.filter((_, place) => this.stars[this.numbers[place]] >= stars)
  }
}
