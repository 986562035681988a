/**
 * What JSON.parse accepts and we refuse: duplicate names, which programs read differently, deep nesting, and too many
 * pieces.
 */
import { jsonMarksMax } from '#contract/limits'
import { shownName } from '../platform/shown.ts'

/** No body of ours needs more than two. */
const depthMax = 10

const marks = [...'",[{'].map((mark) => mark.charCodeAt(0))

/** A pass over 14 MB takes milliseconds; parsing as much made of names takes seconds. */
export function hasTooManyMarks(bytes: Buffer): boolean {
  let count = 0
  for (const mark of marks) {
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + 1)) {
      if (++count > jsonMarksMax) return true
    }
  }
  return false
}

/** Undefined when nothing is wrong. The text is valid JSON. */
export function jsonMistake(text: string): string | undefined {
  /** Names of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = []
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

/** The first quotation mark behind an even number of backslashes. */
function stringEnd(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (end === -1 || backslashes % 2 === 0) return end === -1 ? text.length : end
  }
}
