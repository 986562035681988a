/** What the street part of an address looks like in the United States. */
import { stateByName } from '#registry/places/places'

const units = 'suite|ste|unit|apt|apartment|room|rm|floor|fl|building|bldg|#'
/** A number behind one of these is no house number and no ZIP code. */
const numbered = `${units}|box|lot|no|route|rte|rt|rr|hc|highway|hwy|road|rd|psc|cmr`
const streetTypes =
  'st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|ct|court|pl|place|plz|plaza|sq|square|way|cir|circle|' +
  'ter|terrace|pkwy|parkway|hwy|highway|trl|trail|loop|pike|tpke|turnpike|expy|expressway|fwy|freeway|aly|alley|path|' +
  'xing|crossing|ext|extension|broadway'
const compassPoints = 'n|s|e|w|ne|nw|se|sw'
const number = String.raw`#?(?:\w|[\w-]*\d[\w-]*)`

const numberedWord = new RegExp(`^(?:${numbered})$`, 'i')

/** Whether a number behind this word is of something else than a house or a ZIP code. FL is Florida, for no floor has five digits. */
export function isNumberedThing(word: string): boolean {
  return numberedWord.test(word) && stateByName(word) === undefined
}

/** Whether a text begins as a street address does: a house number, then a name. */
export function isStreet(street: string): boolean {
  return /^\d[\dA-Za-z/-]* +\S*\p{L}/u.test(street)
}

const streetEnd = `(?:(?:${streetTypes}|${compassPoints})\\.?(?:,? (?:${units})\\.? ?\\S+)?)`
const wholeStreet = new RegExp(`^\\d\\S* .*\\S ${streetEnd}$`, 'i')

/**
 * Whether a text is a street address and nothing more: a house number, a name, and at the end the type of the street or a
 * compass point, perhaps with a suite. "123 Main St Seatle" is not: a town may hide behind the street.
 */
export function isWholeStreet(text: string): boolean {
  return wholeStreet.test(text)
}

const endOfStreet = new RegExp(
  `(?:\\S ${streetEnd}|^broadway|(?:^|[ ,])(?:${numbered})\\.? ?${number}|\\d(?:st|nd|rd|th) (?:floor|fl)\\.?)$`,
  'i',
)

/** Whether a text ends as a street does, so that what comes next is a town: "5 Main St", "Fifth Avenue", "PO Box 12", "Suite B". */
export function endsStreet(text: string): boolean {
  return endOfStreet.test(text)
}

/** Whether a line of an address, between its commas, is about a street or a building: what ends as a street, or has a number in it. */
export function isStreetLine(line: string): boolean {
  return endsStreet(line) || (/\d/.test(line) && !/^\d{5}(-?\d{4})?$/.test(line))
}
