/**
 * Writes CMS's capitals the way people write: "O'BRIEN-MCDONALD III" as O'Brien-McDonald III, "OPEN MRI OF ST PAUL, LLC" as
 * Open MRI of St Paul, LLC, "1400 S 15TH ST STE 105N" as 1400 S 15th St Ste 105N. Text that has a lower-case letter was typed
 * with care by somebody and stays as it is. Only the case of letters ever changes, and where the rules are unsure the capitals
 * stay: a wrong guess ("Us Renal", "Aids Clinic") is worse than capitals. Which words are initials, and which are spoken, is in
 * word-kinds.ts; words that are both are decided by their neighbors (word-neighbors.ts).
 */
import {
  addressInitials,
  addressWords,
  initials,
  isSpoken,
  romanNumerals,
  shortWords,
  smallWords,
  specialCase,
} from './word-kinds.ts'
import { caseByNeighbors, neighborWords } from './word-neighbors.ts'

/** What the text is, since each kind has words that are written in their own way. An affix stands before or after a name. */
export type CaseStyle = 'family' | 'given' | 'affix' | 'organization' | 'address'

/** A value in the style of what it is. */
export function inCase(text: string, style: CaseStyle): string {
  if (text === '' || /\p{Ll}/u.test(text)) return text
  if (!text.includes(' ')) return casedToken(text, style, true)
  const tokens = text.split(' ')
  return tokens
    .map((token, index) => {
      const known = dependsOnNeighbors(token, style) ? caseByNeighbors(tokens, index, style) : undefined
      return known ?? casedToken(token, style, index === 0)
    })
    .join(' ')
}

/** Whether the word is written by the words beside it, so that it cannot be written by itself. */
export function dependsOnNeighbors(token: string, style: CaseStyle): boolean {
  return neighborWords[style]?.has(token.replace(/\W+$/, '')) === true
}

/** Tokens repeat a lot ("Street", "LLC", "SMITH"), so each is worked out once; the number of remembered ones is bounded. */
const remembered = new Map<string, string>()
const rememberedMax = 200_000

/** A word of a value that has no lower-case letter; `isFirst` when nothing stands before it. */
export function casedToken(token: string, style: CaseStyle, isFirst: boolean): string {
  if (!isFirst && (style === 'organization' || style === 'address') && smallWords.has(token)) return token.toLowerCase()
  const key = `${style} ${isFirst} ${token}`
  const known = remembered.get(key)
  if (known !== undefined) return known
  const cased = caseOf(token, style, isFirst)
  if (remembered.size >= rememberedMax) remembered.clear()
  remembered.set(key, cased)
  return cased
}

function caseOf(token: string, style: CaseStyle, isFirst: boolean): string {
  // AT&T, B&B, OB&GYN: what is joined by & is short for something.
  if (/^[A-Z]{1,3}(&[A-Z]{1,3})+$/.test(token)) return token
  if (token === 'CO-OP') return 'Co-Op'
  if (isPolynesian(token)) return capitalised(token)
  const runs = [...token.matchAll(runPattern)]
  const pieces: string[] = []
  let at = 0
  for (const [place, { 0: run, index }] of runs.entries()) {
    // With a dot they are titles; without, they may be a degree, a disease, or short for a disability.
    const isTitle = style === 'organization' && (run === 'MR' || run === 'MS') && token[index + 2] === '.'
    const cased = isTitle
      ? capitalised(run)
      : place > 0 && apostrophes.has(token[index - 1] ?? '')
        ? behindApostrophe(run, runs[place - 1]?.[0] ?? '', style)
        : casedRun(run, style, isFirst && place === 0)
    if (cased === undefined) return token
    pieces.push(token.slice(at, index), cased)
    at = index + run.length
  }
  pieces.push(token.slice(at))
  return pieces.join('')
}

/** Letters, their marks and digits; not the letters that are apostrophes. */
const runPattern = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/gu
/** What people type for one; the last two count as letters in Unicode. */
const apostrophes = new Set("'’‘`´\u02bb\u02bc")

/**
 * The end of "Kirk's" and "We'll", the Brien of "O'Brien"; undefined for all that could be any of
 * these ("DE'ANDRE").
 */
function behindApostrophe(run: string, before: string, style: CaseStyle): string | undefined {
  if (run.length === 1 || (run.length === 2 && before.length > 1)) return lower(run)
  if (before.length === 1) return before === 'B' || before === 'Y' ? lower(run) : capitalised(run)
  if (articles.has(before)) return casedRun(run, style, false)
  return undefined
}

/** Italian ones, as in Dell'Aquila and Sant'Anna. */
const articles = new Set(['DELL', 'DALL', 'NELL', 'SANT', 'QUELL'])

/**
 * Whether the apostrophes of a word are letters between vowels, as in Ka'ahumanu and Faga'alu: every consonant has a vowel behind
 * it, and two letters or more come first.
 */
function isPolynesian(token: string): boolean {
  return /^(?=[A-Z]{2})([HKLMNPWFSTVG]?[AEIOU])+(['’‘`´\u02bb\u02bc][AEIOU]([HKLMNPWFSTVG]?[AEIOU])*)+$/.test(token)
}

function casedRun(run: string, style: CaseStyle, isFirst: boolean): string {
  if (/\p{N}/u.test(run)) return /^\d+(ST|ND|RD|TH)$/.test(run) ? run.toLowerCase() : run
  const special = style === 'organization' ? specialCase.get(run) : undefined
  if (special !== undefined) return special
  if (/^MC(?=.*[AEIOUY])\p{L}{3,}$/u.test(run)) return `Mc${capitalised(run.slice(2))}`
  return staysUpper(run, style, isFirst) ? run : capitalised(run)
}

function capitalised(run: string): string {
  const [first = ''] = run
  return first + lower(run.slice(first.length))
}

/** The Turkish İ is i in small letters; elsewhere it would become an i with a second dot over it. */
function lower(run: string): string {
  return run.toLowerCase().replaceAll('i\u0307', 'i')
}

function staysUpper(run: string, style: CaseStyle, isFirst: boolean): boolean {
  if (run.length === 1) return true
  switch (style) {
    case 'family':
      // Vi and Xi are family names, and numerals behind one.
      return romanNumerals.has(run)
        ? !isFirst || !nameOrNumeral.has(run)
        : !isFirst && isConsonants(run, 3) && !shortWords.has(run)
    case 'given':
      if (romanNumerals.has(run)) return !isFirst || !nameOrNumeral.has(run)
      return run === 'NMI' || ((isConsonants(run, 3) || /^[AEO]J$/.test(run)) && !shortWords.has(run))
    case 'affix':
      return !titles.has(run)
    case 'organization':
      if (shortWords.has(run)) return false
      if (romanNumerals.has(run) || initials.has(run) || run.length <= 3) return true
      return run.length <= wordMax && !isSpoken(run)
    case 'address':
      if (addressWords.has(run)) return false
      if (romanNumerals.has(run) || initials.has(run) || addressInitials.has(run) || run.length === 2) return true
      return run.length <= wordMax && !isSpoken(run)
  }
}

const nameOrNumeral = new Set(['VI', 'XI'])

/** What stands before or behind a name; all else there is initials, or a numeral. */
const titles = new Set(['JR', 'SR', 'DR', 'MR', 'MRS', 'MS', 'MISS', 'PROF', 'REV', 'HON', 'SISTER', 'ESQ'])

function isConsonants(run: string, lengthMax: number): boolean {
  return run.length <= lengthMax && /^[B-DF-HJ-NP-TV-XZ]+$/.test(run)
}

/** Longer words are spoken. */
const wordMax = 6

/** A longer word of nothing but capitals keeps the first of them, unless it begins with MC: no word of its length is an exception. */
export function specialWordMax(style: CaseStyle): number {
  switch (style) {
    case 'family':
    case 'given':
      return Math.max(3, longest(romanNumerals))
    case 'affix':
      return Number.POSITIVE_INFINITY
    case 'organization':
    case 'address':
      return Math.max(
        wordMax,
        longest(initials),
        longest(addressInitials),
        longest(specialCase.keys()),
        longest(smallWords),
      )
  }
}

function longest(of: Iterable<string>): number {
  return Math.max(...Array.from(of, (word) => word.length))
}
