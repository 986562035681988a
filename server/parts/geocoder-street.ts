/** What the street part of an address looks like in the United States. */

/** Words after which a number is that of something else than a house or a ZIP code. */
export const numberedThings: ReadonlySet<string> = new Set(
  'box suite ste unit apt apartment room rm # no floor fl building bldg lot route rte rt highway hwy road rd'.split(
    ' ',
  ),
)

/** Whether a text begins as a street address does: a house number, then a name. */
export function isStreet(street: string): boolean {
  return /^\d[\dA-Za-z/-]* +\S*\p{L}/u.test(street)
}

const streetTypes =
  'st|street|ave|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|ct|court|pl|place|plz|plaza|sq|square|way|cir|circle|' +
  'ter|terrace|pkwy|parkway|hwy|highway'
const compassPoints = 'n|s|e|w|ne|nw|se|sw'
const units = 'suite|ste|unit|apt|apartment|room|rm|floor|fl|#'
const wholeStreet = new RegExp(
  `^\\d\\S* .*\\S (?:${streetTypes}|${compassPoints})\\.?(?:,? (?:${units})\\.? ?\\S+)?$`,
  'i',
)

/**
 * Whether a text is a street address and nothing more: a house number, a name, and at the end the type of the street or a
 * compass point, perhaps with a suite. "123 Main St Seatle" is not: a town may hide behind the street.
 */
export function isWholeStreet(text: string): boolean {
  return wholeStreet.test(text)
}
