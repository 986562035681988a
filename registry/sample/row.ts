/**
 * How rows of CMS's files are put together. A piece is a run of neighbouring fields already joined; a row is its pieces
 * joined. Every field is quoted and every line ends with LF, as CMS writes them.
 */

const separator = '","'

/** Joins fields, or pieces, that stand next to each other. */
export const piece = (...fields: string[]): string => fields.join(separator)

/** A run of empty fields. */
export function blank(count: number): string {
  blanks[count] ??= separator.repeat(count - 1)
  return blanks[count]
}

const blanks: string[] = []

/** A whole line. */
export const line = (...pieces: string[]): string => `"${pieces.join(separator)}"\n`

/** A field's text, with double quotes doubled. Only texts that may hold one need it. */
export const quoted = (text: string): string => text.replaceAll('"', '""')
