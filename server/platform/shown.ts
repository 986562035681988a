/** How a message repeats what was sent: cut, with control, bidi and separator characters escaped. No secrets. */

const shownLengthMax = 60

export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (Array.isArray(value) && value.length > 1) return `${value.length} values`
  return shownName(JSON.stringify(value) ?? typeof value)
}

/** What a value is where its content is not repeated: an array, a number. */
export function kindShown(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/** Without quotation marks: a name, a path. */
export function shownName(text: string): string {
  const start = text.slice(0, 2 * shownLengthMax)
  const characters = [...printable(start)]
  const isCut = characters.length > shownLengthMax || start.length < text.length
  return isCut ? `${characters.slice(0, shownLengthMax).join('')}…` : characters.join('')
}

export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}
