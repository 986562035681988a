/** What was read of a document, lines from top to bottom, words from left to right; and how misread letters compare. */
export type Segment = readonly DocumentWord[]

/** A gap wider than this, in heights of the letters, separates segments. */
const gapHeightsMax = 2.5

export function segmentsOf({ lines }: DocumentText): Segment[] {
  return lines.flatMap((line) => {
    const segments: DocumentWord[][] = []
    for (const word of line) {
      const segment = segments.at(-1)
      const before = segment?.at(-1)
      const isFar = before === undefined || word.x0 - before.x1 > gapHeightsMax * (before.y1 - before.y0)
      if (segment === undefined || isFar) segments.push([word])
      else segment.push(word)
    }
    return segments
  })
}

export function textOf(segment: Segment): string {
  return segment.map(({ text }) => text).join(' ')
}

/** The words after what was found in `textOf(segment)`. */
export function wordsBehind(segment: Segment, { 0: found, index, input }: RegExpExecArray): Segment {
  const before = input.slice(0, index + found.length).trim()
  return segment.slice(before.split(' ').length)
}

export function segmentBelow(segments: readonly Segment[], heading: readonly DocumentWord[]): Segment | undefined {
  const { x0, x1, y0, y1 } = boxOf(heading)
  const height = y1 - y0
  const below = segments.filter((segment) => {
    const box = boxOf(segment)
    return box.y0 > (y0 + y1) / 2 && box.y0 < y1 + 2.5 * height && box.x0 < x1 && box.x1 > x0
  })
  return below.sort((a, b) => boxOf(a).y0 - boxOf(b).y0)[0]
}

function boxOf(words: readonly DocumentWord[]) {
  return {
    x0: Math.min(...words.map(({ x0 }) => x0)),
    x1: Math.max(...words.map(({ x1 }) => x1)),
    y0: Math.min(...words.map(({ y0 }) => y0)),
    y1: Math.max(...words.map(({ y1 }) => y1)),
  }
}

const digitOf: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1', '|': '1', S: '5', B: '8' }

export function asDigits(text: string): string {
  return [...text.toUpperCase()].map((character) => digitOf[character] ?? character).join('')
}

/** A letter for a digit or the other way round, never one digit for another. */
export function areConfused(read: string, meant: string): boolean {
  return digitOf[read] === meant || digitOf[meant] === read
}

/** In capitals without accents. */
export function foldedWord(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9|]/g, '')
    .toUpperCase()
}

/** At most one confused letter of five. */
export function isSameWord(read: string, meant: string): boolean {
  if (read.length !== meant.length || meant === '') return false
  let confused = 0
  for (let at = 0; at < meant.length; at++) {
    if (read.charAt(at) === meant.charAt(at)) continue
    if (!areConfused(read.charAt(at), meant.charAt(at))) return false
    confused++
  }
  return confused <= Math.floor(meant.length / 5)
}

export interface DocumentWord {
  text: string
  confidence: number
  /** Pixels of the image as it was read. */
  x0: number
  y0: number
  x1: number
  y1: number
}

export interface DocumentText {
  lines: readonly (readonly DocumentWord[])[]
}
