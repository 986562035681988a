/**
 * What is wrong with JSON that parses: an object with two members of the same name, of which programs take one or the other, and
 * nesting deeper than any body of ours. Looks at text that is known to be valid JSON.
 */
import { shownName } from '../shown.ts'

/** Objects and lists within each other; no body of ours has more than two. */
const depthMax = 10

/** The words for what is wrong; undefined when nothing is. */
export function jsonMistake(text: string): string | undefined {
  /** For each open object its names so far; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  /** Whether the next string is the name of a member. */
  let isName = false
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        isName = text[at] === '{'
        open.push(isName ? new Set() : undefined)
        if (open.length > depthMax) return `it is nested more than ${depthMax} levels deep`
        break
      case '}':
      case ']':
        open.pop()
        isName = false
        break
      case ',':
        isName = open.at(-1) !== undefined
        break
      case '"': {
        const end = stringEnd(text, at)
        if (isName) {
          const name = String(JSON.parse(text.slice(at, end + 1)))
          if (open.at(-1)?.has(name)) return `it has two members of the name ${shownName(name)}`
          open.at(-1)?.add(name)
          isName = false
        }
        at = end
      }
    }
  }
  return undefined
}

/** Where the string that begins at `start` ends: at the first quotation mark behind an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (end === -1 || backslashes % 2 === 0) return end === -1 ? text.length : end
  }
}
