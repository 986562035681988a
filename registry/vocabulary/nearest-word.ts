/** The work grows with the square of the length. */
const lengthMax = 64

/**
 * The candidate with the fewest edits (insert, delete, change, swap), ignoring case; the first of equals. Undefined
 * when none is near: one edit for words of up to four letters, else a third of the letters.
 */
export function nearestOf(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.trim().toLowerCase()
  if (wanted.length === 0 || wanted.length > lengthMax) return undefined
  let nearest: string | undefined
  let bound = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - wanted.length) >= bound) continue
    const edits = editDistance(wanted, candidate.toLowerCase(), bound)
    if (edits < bound) {
      bound = edits
      nearest = candidate
    }
  }
  return nearest
}

/** Whether a text begins with the word, but for one edit (insert, delete, change, swap). Case counts. */
export function beginsNearly(text: string, word: string): boolean {
  let same = 0
  while (same < word.length && text[same] === word[same]) same++
  const rest = word.slice(same + 1)
  const isSwap = word[same] === text[same + 1] && word[same + 1] === text[same]
  return (
    text.startsWith(rest, same + 1) ||
    text.startsWith(rest, same) ||
    text.startsWith(word.slice(same), same + 1) ||
    (isSwap && text.startsWith(word.slice(same + 2), same + 2))
  )
}

/** Whether a word is another one but for one edit (insert, delete, change, swap), ignoring case. */
export function isOneEditFrom(word: string, other: string): boolean {
  const isLikely = Math.abs(word.length - other.length) <= 1 && word.length <= lengthMax
  return isLikely && editDistance(word.toLowerCase(), other.toLowerCase(), 2) === 1
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** The texts of lower-case letters that are one edit away from a word. */
export function oneEditFrom(word: string): Set<string> {
  const near = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, behind] = [word.slice(0, at), word.slice(at)]
    for (const letter of letters) near.add(before + letter + behind).add(before + letter + behind.slice(1))
    near.add(before + behind.slice(1))
    near.add(before + behind.slice(1, 2) + behind.slice(0, 1) + behind.slice(2))
  }
  near.delete(word)
  return near
}

/** Optimal string alignment; `bound` as soon as it cannot be less. */
function editDistance(from: string, to: string, bound: number): number {
  let beforeLast = new Uint16Array(to.length + 1)
  let last = Uint16Array.from({ length: to.length + 1 }, (_, column) => column)
  let current = new Uint16Array(to.length + 1)
  for (let row = 1; row <= from.length; row++) {
    current[0] = row
    let least = row
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1]
      let edits = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (isSame ? 0 : 1))
      const isSwap = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      if (isSwap) edits = Math.min(edits, at(beforeLast, column - 2) + 1)
      current[column] = edits
      if (edits < least) least = edits
    }
    if (least >= bound) return bound
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  return at(last, to.length)
}

const at = (row: Uint16Array, column: number): number => row[column] ?? 0
