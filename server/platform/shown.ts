/**
 * How a sentence repeats what somebody sent: cut at a length, and with every character escaped that a terminal or a page would
 * not print but obey (control characters, changes of the writing direction, line separators). Secrets never come here.
 */

/** Characters of a value that a sentence repeats. */
const shownLengthMax = 60

/** The value in quotation marks, as JSON, or the word for what is none. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value) && value.length > 1) return `${value.length} values`
  return shownName(JSON.stringify(value) ?? typeof value)
}

/** A text as it is, without quotation marks: a name, a path. */
export function shownName(text: string): string {
  const start = text.slice(0, 2 * shownLengthMax)
  const characters = [...printable(start)]
  const isCut = characters.length > shownLengthMax || start.length < text.length
  return isCut ? `${characters.slice(0, shownLengthMax).join('')}…` : characters.join('')
}

/** The text with what cannot be printed written as its code. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}
