/** How the one text box of the explorer is read: "cardiologist near 10118" is what is looked for, and where. */

export interface SearchText {
  /** A specialty, a name or an NPI; empty when only a place was typed. */
  what: string
  /** Undefined without a place. It may be empty while the place is being typed. */
  where: string | undefined
}

const placeWords = /(?:^|\s)(?:near|around|in)(?:\s+|$)(?!.*\s(?:near|around|in)(?:\s|$))/i
const zipAtEnd = /(?:^|\s)(\d{5}(?:-\d{4})?)$/

/** The last "near", "around" or "in" divides the text, and a ZIP code at the end is a place without one. */
export function splitSearchText(text: string): SearchText {
  const divided = placeWords.exec(text)
  if (divided !== null) {
    return { what: text.slice(0, divided.index).trim(), where: text.slice(divided.index + divided[0].length).trim() }
  }
  const zip = zipAtEnd.exec(text.trim())
  if (zip === null) return { what: text.trim(), where: undefined }
  return { what: text.trim().slice(0, zip.index).trim(), where: zip[1] }
}
