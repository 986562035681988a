/**
 * What is wrong with JSON that parses: an object with two members of the same name, of which programs take one or the other, and
 * nesting deeper than any body of ours. And what can be told of JSON before it is parsed: whether it has more pieces than any of ours.
 */
import { jsonMarksMax } from '#contract/limits'
import { shownName } from '../platform/shown.ts'

/** Objects and lists within each other; no body of ours has more than two. */
const depthMax = 10

/** What a name, a text, a list or an object begins with, and what stands between two members. */
const marks = [...'",[{'].map((mark) => mark.charCodeAt(0))

/**
 * Whether there are more than jsonMarksMax of them, also within texts. A pass over 14 MB takes some milliseconds, and parsing as much
 * made of names takes seconds.
 */
export function hasTooManyMarks(bytes: Buffer): boolean {
  let count = 0
  for (const mark of marks) {
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
      if (++count > jsonMarksMax) return true
    }
  }
  return false
}

/** The words for what is wrong with text that is known to be valid JSON; undefined when nothing is. */
export function jsonMistake(text: string): string | undefined {
  /** For each open object its names so far; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
  /** Whether the next string is the name of a member. */
  let isName = false
  const mark = /["{}[\],]/g
  while (mark.test(text)) {
    const at = mark.lastIndex - 1
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
        mark.lastIndex = end + 1
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
