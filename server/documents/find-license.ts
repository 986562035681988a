/** Looks for a license number on file. It fails when one behind a heading differs from all in more than one place. */
import { stateNames } from '#registry/places/geography'
import type { Finding } from './find-name.ts'
import { areConfused, type DocumentWord, type Segment, segmentBelow, textOf } from './words.ts'

export interface LicenseOnFile {
  number: string
  state: string | null
}

/** Shorter numbers cannot be distinguished from others. */
const lengthMin = 4
const digitsMin = 3

/** Characters of a number with letters that needs no heading. */
const telling = 6

const plainConfidence = 88

const label = /\b(licen[sc]e|lic|license no|certificate|registration|permit|number|under number)\b\.?|#|\bno\b\.?/i
const otherLabel = /\b(npi|phone|tel|fax|zip|dea|ssn|expir\w*|issued|valid|date|dob|birth)\b/i

const noPrefix = new Set(['NO', 'LIC', 'NUM', 'ID', 'IS'])

interface Candidate {
  number: string
  isLabelled: boolean
  /** Of two words, one of which may be something else. */
  isJoined: boolean
  confidence: number
}

/** `credential` may come before a number without being part of it. */
export function findLicense(
  segments: readonly Segment[],
  licenses: readonly LicenseOnFile[],
  credential: string,
): Finding {
  const { usable, matching, read } = compare(segments, licenses, credential)
  if (usable.length === 0) return ['unknown', 'No license number is on file to compare with.']
  if (matching.length > 0) return ofState(segments, matching)
  if (read === undefined) return ['unknown', 'No license number could be read.']
  // One misread digit is no contradiction.
  const isNear = usable.some(({ number }) => placesApart(read.number, plain(number)) <= 1)
  return isNear
    ? ['warning', `The document shows a number like ${read.number}, which is not quite one on file.`]
    : ['failed', `The document shows the license number ${read.number}, which is not on file.`]
}

/** A number on file, or one behind a heading, where the document names one office of a state. */
export function readLicense(
  segments: readonly Segment[],
  licenses: readonly LicenseOnFile[],
  credential: string,
): { number: string; state: string } | undefined {
  const { matching, read } = compare(segments, licenses, credential)
  const [state, ...others] = findStates(segments).issuing
  const number = matching.find((one) => one.state === state)?.number ?? matching[0]?.number ?? read?.number
  return state === undefined || others.length > 0 || number === undefined ? undefined : { number, state }
}

function compare(segments: readonly Segment[], licenses: readonly LicenseOnFile[], credential: string) {
  const usable = licenses.filter(({ number }) => isTelling(plain(number)))
  const candidates = segments.flatMap((segment) => candidatesIn(segments, segment, credential))
  const matching = usable.filter(({ number }) => candidates.some((one) => isNumber(one, plain(number))))
  const read = candidates.find(({ number, isLabelled, isJoined, confidence }) => {
    return isLabelled && !isJoined && confidence >= plainConfidence && isTelling(number)
  })
  return { usable, matching, read }
}

function ofState(segments: readonly Segment[], matching: readonly LicenseOnFile[]): Finding {
  const [first] = matching
  const number = first?.number ?? ''
  const stateless = matching.find(({ state }) => state === null)
  if (stateless !== undefined) return ['passed', `The document shows the license number ${number}, which is on file.`]
  const { issuing, named } = findStates(segments)
  const states = issuing.size > 0 ? issuing : named
  const same = matching.find(({ state }) => state !== null && states.has(state))
  if (same !== undefined && states.size === 1) {
    return ['passed', `The document shows the license number ${same.number} of ${same.state}, which is on file.`]
  }
  const onFile = matching.map(({ state }) => state).join(', ')
  if (same === undefined && issuing.size > 0) {
    return [
      'failed',
      `The document shows the number ${number} for ${[...issuing].join(', ')}; on file it is of ${onFile}.`,
    ]
  }
  return [
    'warning',
    `The document shows the number ${number}, on file for ${onFile}, but it is unclear for which state.`,
  ]
}

function candidatesIn(segments: readonly Segment[], segment: Segment, credential: string): Candidate[] {
  return segment.flatMap((word, at) => {
    const before = segment.slice(0, at)
    if (!hasDigits(word) || continues(segment[at - 1], word)) return []
    const next = segment[at + 1]
    const isJoined = next !== undefined && continues(word, next)
    const number = plain(word.text) + (isJoined ? plain(next.text) : '')
    const isLabelled = hasLabel(before) || isBelowLabel(segments, segment, at)
    const prefix = plain(segment[at - 1]?.text ?? '')
    // A few letters before a number are part of it, unless they describe it.
    const isPrefixed = /^[A-Z]{1,3}$/.test(prefix) && !noPrefix.has(prefix) && !/:$/.test(segment[at - 1]?.text ?? '')
    const numbers = isPrefixed ? [prefix + number, ...(prefix === credential ? [number] : [])] : [number]
    if (number.startsWith(credential)) numbers.push(number.slice(credential.length))
    return numbers.map((one) => ({ number: one, isLabelled, isJoined, confidence: word.confidence }))
  })
}

function hasDigits({ text }: DocumentWord): boolean {
  return /\d/.test(text) && !text.includes('/')
}

/** Recognition may see a blank within a number. */
function continues(before: DocumentWord | undefined, word: DocumentWord): boolean {
  if (before === undefined || !hasDigits(before) || !hasDigits(word)) return false
  return word.x0 - before.x1 < before.y1 - before.y0
}

function hasLabel(before: Segment): boolean {
  const text = textOf(before)
  const at = text.search(label)
  // The nearest label before a number describes it.
  return at !== -1 && !otherLabel.test(text.slice(at))
}

function isBelowLabel(segments: readonly Segment[], segment: Segment, at: number): boolean {
  const word = segment[at]
  if (at !== 0 || word === undefined) return false
  return segments.some(
    (heading) =>
      label.test(textOf(heading)) &&
      !/\d/.test(textOf(heading)) &&
      !otherLabel.test(textOf(heading)) &&
      segmentBelow(segments, heading) === segment,
  )
}

function plain(text: string): string {
  return text.toUpperCase().replace(/[^A-Z0-9|]/g, '')
}

function isTelling(number: string): boolean {
  return number.length >= lengthMin && number.replace(/\D/g, '').length >= digitsMin
}

function isNumber({ number, isLabelled }: Candidate, onFile: string): boolean {
  const isFree = /[A-Z]/.test(onFile) && onFile.length >= telling
  return (isLabelled || isFree) && isSameNumber(number, onFile)
}

/** Leading zeros may be missing. One letter may be a misread digit, but not among the first, which tell kinds apart. */
function isSameNumber(read: string, onFile: string): boolean {
  if (read === onFile) return true
  const isBothFigures = /^\d+$/.test(read) && /^\d+$/.test(onFile)
  if (isBothFigures) return onFile.length > lengthMin && read.replace(/^0+/, '') === onFile.replace(/^0+/, '')
  if (read.length !== onFile.length || onFile.length <= lengthMin) return false
  const differing = [...onFile].flatMap((character, at) => (read[at] === character ? [] : [at]))
  const prefixLength = /^[A-Z]*/.exec(onFile)?.[0].length ?? 0
  return (
    differing.length === 1 &&
    differing.every((at) => at >= Math.max(1, prefixLength) && areConfused(read.charAt(at), onFile.charAt(at)))
  )
}

/** Places that differ by more than recognition confuses. */
function placesApart(a: string, b: string): number {
  if (a.length !== b.length) return Math.abs(a.length - b.length) === 1 && (a.includes(b) || b.includes(a)) ? 1 : 2
  return [...a].filter((character, at) => character !== b[at] && !areConfused(character, b.charAt(at))).length
}

interface StatesRead {
  /** Of an office: "State of Ohio", "Ohio Board of Nursing". */
  issuing: Set<string>
  /** Named, but not as an office. */
  named: Set<string>
}

const byLength = (a: readonly [string, string], b: readonly [string, string]) => b[1].length - a[1].length

function findStates(segments: readonly Segment[]): StatesRead {
  const found: StatesRead = { issuing: new Set(), named: new Set() }
  const names = [...stateNames].sort(byLength)
  for (const segment of segments) {
    let text = textOf(segment)
      .toLowerCase()
      .replace(/[^a-z:]+/g, ' ')
    for (const [code, name] of names) {
      const words = name.toLowerCase().replace(/[^a-z]+/g, ' ')
      const place = new RegExp(`\\b${words}\\b`)
      if (!place.test(text)) continue
      const office = new RegExp(
        `\\b(state|commonwealth|territory) of ${words}\\b|\\b${words} (state )?(medical |nursing )?(board|department|office|state)\\b|\\bstate: ?${words}\\b`,
      )
      found[office.test(text) ? 'issuing' : 'named'].add(code)
      text = text.replaceAll(new RegExp(`\\b${words}\\b`, 'g'), ' ')
    }
    const labelled = /\bstate:\s*([A-Z]{2})\b/i.exec(textOf(segment))?.[1]?.toUpperCase()
    if (labelled !== undefined && stateNames.has(labelled)) found.issuing.add(labelled)
  }
  return found
}
