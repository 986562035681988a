/** Refuses queries outside the bounds that registry/search/query.ts states. */
import { codesMax, type Filters, hitsMax, npisMax, type SearchPlace, starsMax, textLengthMax } from './query.ts'

/** Fails with a RangeError that names the member, what was expected and what came. */
export function checkFilters(filters: Filters): void {
  if (filters.place !== undefined) checkPlace(filters.place)
  if (filters.unplacedIn !== undefined) {
    if (filters.place !== undefined) throw new RangeError('unplacedIn: expected instead of place, got both')
    checkState('unplacedIn.state', filters.unplacedIn.state)
    checkLength('unplacedIn.city', filters.unplacedIn.city)
  }
  checkCount('taxonomyCodes', filters.taxonomyCodes, codesMax)
  checkCount('npis', filters.npis, npisMax)
  checkLength('name', filters.name)
  checkLength('credential', filters.credential)
  checkStars(filters.minRating)
}

export function checkPage(offset: number, limit: number): void {
  checkWhole('offset', offset)
  checkWhole('limit', limit)
  if (offset + limit > hitsMax) {
    throw new RangeError(`offset and limit: expected at most ${hitsMax} together, got ${offset + limit}`)
  }
}

function checkWhole(member: string, value: number): void {
  const isExpected = Number.isSafeInteger(value) && value >= 0
  if (!isExpected) throw new RangeError(`${member}: expected a whole number from 0, got ${value}`)
}

function checkPlace({ latitude, longitude, radiusMiles, state }: SearchPlace): void {
  checkBetween('latitude', latitude, 90)
  checkBetween('longitude', longitude, 180)
  if (radiusMiles === undefined && state === undefined) {
    throw new RangeError('place: expected radiusMiles or state or both, got neither')
  }
  if (radiusMiles !== undefined && !(radiusMiles > 0 && radiusMiles < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`radiusMiles: expected a number of miles above 0, got ${radiusMiles}`)
  }
  if (state !== undefined) checkState('state', state)
}

function checkState(member: string, state: string): void {
  if (/^[A-Z]{2}$/.test(state)) return
  throw new RangeError(`${member}: expected two capital letters, got ${JSON.stringify(state)}`)
}

function checkBetween(member: string, value: number, bound: number): void {
  if (!(value >= -bound && value <= bound)) {
    throw new RangeError(`${member}: expected degrees from -${bound} to ${bound}, got ${value}`)
  }
}

function checkCount(member: string, values: readonly unknown[] | undefined, max: number): void {
  if (values !== undefined && values.length > max) {
    throw new RangeError(`${member}: expected at most ${max}, got ${values.length}`)
  }
}

function checkStars(stars: number | undefined): void {
  if (stars !== undefined && !(stars >= 1 && stars <= starsMax)) {
    throw new RangeError(`minRating: expected 1 to ${starsMax} stars, got ${stars}`)
  }
}

function checkLength(member: string, text: string | undefined): void {
  if (text !== undefined && text.length > textLengthMax) {
    throw new RangeError(`${member}: expected at most ${textLengthMax} characters, got ${text.length}`)
  }
}
