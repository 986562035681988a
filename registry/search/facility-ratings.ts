/** The ratings of facilities: few have one, so those who do are listed by their ordinals. */
import { parseJson, readerOf } from './json-reader.ts'
import { lowerBound } from './posting-lists.ts'
import { hasRatingFlag } from './providers.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

export class FacilityRatings {
  private readonly flags: Uint8Array
  private readonly facilities: Uint32Array
  private readonly numbers: Uint16Array
  /** By the number of a rating: what answers show, and its stars. */
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

  /** What an answer says of a facility's rating, as JSON; undefined when it has none. */
  textOf(ordinal: number): string | undefined {
    if ((this.flags[ordinal] & hasRatingFlag) === 0) return undefined
    return this.texts[this.numbers[lowerBound(this.facilities, ordinal, 0, this.facilities.length)]]
  }

  /** The facilities with so many stars or more, ascending. */
  atLeast(stars: number): Uint32Array {
    return this.facilities.filter((_, place) => this.stars[this.numbers[place]] >= stars)
  }
}
