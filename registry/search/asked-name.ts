/** What somebody types as a name: titles and credentials around it count for nothing, since a name on file has none. */
import { credentialLikeness } from '../vocabulary/credentials.ts'
import { wordsAsked } from './words.ts'

const titles = new Set('dr doctor prof professor mr mrs ms miss mx'.split(' '))

/** Letters of a credential that are written apart: M. D., D D S. */
const spacedMax = 3

/**
 * The words of a name, in their order, without titles that begin a part of it and credentials that end one; parts end
 * at commas. The very first word stays, unless it is a title, and so does the last one that is left. A credential that
 * is also a name (Do, Ma) is left out where it is written with dots, or where two other words are left.
 */
export function askedName(name: string): string[] {
  const parts = name.split(/[,;]/).map((part) => part.split(/\s+/).filter((token) => wordsAsked(token).length > 0))
  const left = () => parts.reduce((sum, part) => sum + part.length, 0)
  for (const part of parts) {
    while (left() > 1 && titles.has(wordsAsked(part[0] ?? '').join(''))) part.shift()
  }
  const first = parts.find((part) => part.length > 0)
  for (const part of parts) {
    const min = part === first ? 1 : 0
    for (;;) {
      const length = credentialAtEnd(part, left())
      if (length === 0 || part.length - length < min || left() === length) break
      part.length -= length
    }
  }
  return parts.flat().flatMap(wordsAsked)
}

/** How many tokens at the end of a part are a credential. `left` is how many tokens there are in all. */
function credentialAtEnd(part: readonly string[], left: number): number {
  const last = part.at(-1)
  if (last === undefined) return 0
  const ofLast = credentialLikeness(last)
  if (ofLast === 'surely' || (ofLast === 'maybe' && (last.includes('.') || left > 2))) return 1
  for (let length = 2; length <= Math.min(spacedMax, part.length); length++) {
    const tokens = part.slice(-length)
    const isSpaced = tokens.every((token) => wordsAsked(token).join('').length <= 2)
    const likeness = credentialLikeness(tokens.join(''))
    const isMeant = likeness === 'surely' || (likeness === 'maybe' && tokens.every((token) => token.includes('.')))
    if (isSpaced && left - length >= 2 && isMeant) return length
  }
  return 0
}
