/**
 * Looks for a person's name: first and last in one line, in order, without a further name, another middle name or
 * suffix. It fails when a name behind a heading shares neither word with any name on file.
 */
import { foldedWord, isSameWord, type Segment, segmentBelow, textOf, wordsBehind } from './words.ts'

export type Finding = readonly [result: 'passed' | 'failed' | 'warning' | 'unknown', sentence: string]

const plainConfidence = 88

const around = new Set(
  `NAME FULL LICENSEE HOLDER HOLDERS THAT DR MR MRS MS MISS TO PROVIDER NURSE DOCTOR PHYSICIAN REGISTERED IS HAS HAVING OF THIS CERTIFIES
  CERTIFY MD DO RN LPN NP APRN PA PHD DDS DMD BSN MSN FNP DNP FACP MBBS LICENSE LICENCE LIC NUMBER NO EXPIRES EXPIRATION DATE STATUS ACTIVE
  VALID ISSUED WHO BEING AND THE`.split(/\s+/),
)

const suffixes = new Set(['JR', 'SR', 'II', 'III', 'IV'])

const heading = /\b(full name|name of licensee|licensee name|licensee|name|holder|certify that|certifies that)\b\s*:?/i

interface Name {
  words: string[]
  suffix: string | undefined
}

/** Names on file are first, middle and last name in this order. */
export function findName(segments: readonly Segment[], namesOnFile: readonly string[]): Finding {
  const names = namesOnFile.map(nameOf).filter(({ words }) => words.length >= 2)
  if (names.length === 0) return ['unknown', 'No name is on file to compare with.']
  let doubt: Finding | undefined
  for (const segment of segments) {
    for (const [index, name] of names.entries()) {
      const match = matchIn(segment, name)
      if (match === 'same') return ['passed', `The document names ${namesOnFile[index]}.`]
      if (match === 'other')
        doubt ??= ['warning', `The document has a name like ${namesOnFile[index]}, with other names beside it.`]
    }
  }
  return doubt ?? contradiction(segments, names) ?? ['unknown', 'No name could be read on the document.']
}

function nameOf(text: string): Name {
  const words = wordsOf(text).filter((word) => word.length > 0)
  const suffix = words.find((word) => suffixes.has(word))
  return { words: words.filter((word) => !suffixes.has(word)), suffix }
}

/** In capitals. Hyphens separate words; apostrophes do not. */
function wordsOf(text: string): string[] {
  return text.split(/[\s\-‐–]+/).map((word) => {
    const folded = foldedWord(word)
    // A name begins with a capital: a small l there is an I.
    return /^l[a-z]/.test(word) && !around.has(folded) ? `I${folded.slice(1)}` : folded
  })
}

interface Piece {
  word: string
  isEnd: boolean
}

function piecesOf(segment: Segment): Piece[] {
  return segment.flatMap(({ text }) => {
    const words = wordsOf(text).filter((word) => word !== '')
    return words.map((word, at) => ({ word, isEnd: at === words.length - 1 && /[,:;)]$/.test(text) }))
  })
}

const middleMax = 4

function matchIn(segment: Segment, name: Name): 'same' | 'other' | undefined {
  const pieces = piecesOf(segment)
  const first = name.words[0] ?? ''
  const last = name.words.at(-1) ?? ''
  let outcome: 'other' | undefined
  for (let at = 0; at < pieces.length; at++) {
    if (isSameWord(pieces[at]?.word ?? '', first)) {
      for (let end = at + 1; end <= at + 1 + middleMax && end < pieces.length; end++) {
        if (pieces[end - 1]?.isEnd === true) break
        if (!isSameWord(pieces[end]?.word ?? '', last)) continue
        const middle = pieces.slice(at + 1, end).map(({ word }) => word)
        const isWhole = isBorder(pieces[at - 1]) && endsWell(pieces, end, name)
        if (isWhole && middleAgrees(middle, name.words.slice(1, -1))) return 'same'
        outcome = 'other'
      }
    }
    // Last name, comma, first name.
    const given = pieces[at + 1]
    const isTurned = pieces[at]?.isEnd === true && isSameWord(pieces[at]?.word ?? '', last)
    if (isTurned && given !== undefined && isSameWord(given.word, first)) {
      const rest = pieces.slice(at + 2).map(({ word }) => word)
      const stop = rest.findIndex((word) => around.has(word) || suffixes.has(word))
      const middle = stop === -1 ? rest : rest.slice(0, stop)
      const suffix = rest.find((word) => suffixes.has(word))
      const isWhole = isBorder(pieces[at - 1]) && (suffix === undefined || suffix === name.suffix)
      if (isWhole && middleAgrees(middle, name.words.slice(1, -1))) return 'same'
      outcome = 'other'
    }
  }
  return outcome
}

function isBorder(piece: Piece | undefined): boolean {
  return piece === undefined || piece.isEnd || around.has(piece.word)
}

/** Only the same suffix may follow the last name. */
function endsWell(pieces: readonly Piece[], end: number, name: Name): boolean {
  const next = pieces[end + 1]
  if (next !== undefined && suffixes.has(next.word)) return next.word === name.suffix
  return pieces[end]?.isEnd === true || isBorder(next === undefined ? undefined : { ...next, isEnd: false })
}

/** Middle names may be missing or initials; a different one is another person's. */
function middleAgrees(read: readonly string[], onFile: readonly string[]): boolean {
  if (read.length === 0 || onFile.length === 0) return true
  return read.every((word) =>
    onFile.some(
      (other) => isSameWord(word, other) || (Math.min(word.length, other.length) === 1 && word[0] === other[0]),
    ),
  )
}

function contradiction(segments: readonly Segment[], names: readonly Name[]): Finding | undefined {
  for (const segment of segments) {
    const found = heading.exec(textOf(segment))
    if (found === null) continue
    const behind = wordsBehind(segment, found)
    const candidates = behind.length > 0 ? behind : (segmentBelow(segments, segment) ?? [])
    const letters = candidates.filter(
      ({ text: word }) => /^[A-Za-z.,'’-]+$/.test(word) && !around.has(foldedWord(word)),
    )
    const isPlain = candidates.every(({ confidence }) => confidence >= plainConfidence)
    if (letters.length < 2 || letters.length > 4 || letters.length < candidates.length || !isPlain) continue
    const read = letters.flatMap((word) => wordsOf(word.text))
    const shares = names.some(({ words }) => words.some((word) => read.some((other) => isNear(word, other))))
    if (!shares) return ['failed', `The document names ${textOf(letters)}, who is not the person on file.`]
    return ['warning', `The document names ${textOf(letters)}, which is not quite a name on file.`]
  }
  return undefined
}

function isNear(a: string, b: string): boolean {
  if (a.length < 2 || b.length < 2) return false
  return changesBetween(a, b) <= Math.max(1, Math.floor(Math.min(a.length, b.length) / 3))
}

/** Levenshtein distance. */
function changesBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(same, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
