/**
 * Writes CMS's capitals the way people write: O'Brien-McDonald III, Open MRI of St Paul, LLC. Text with a lower-case
 * letter stays. Only the case of letters changes, and where the rules are unsure the capitals stay: a wrong guess ("Us
 * Renal") is worse.
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

/** Each kind of text has words with a case of their own. An affix comes before or after a name. */
export type CaseStyle = 'family' | 'given' | 'affix' | 'organization' | 'address'

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

export function dependsOnNeighbors(token: string, style: CaseStyle): boolean {
  return neighborWords[style]?.has(token.replace(/\W+$/, '')) === true
}

/** A word of a text without lower-case letters. */
export function casedToken(token: string, style: CaseStyle, isFirst: boolean): string {
  if (!isFirst && (style === 'organization' || style === 'address') && smallWords.has(token)) return token.toLowerCase()
  // AT&T, B&B, OB&GYN: what is joined by & is an abbreviation.
  if (/^[A-Z]{1,3}(&[A-Z]{1,3})+$/.test(token)) return token
  if (token === 'CO-OP') return 'Co-Op'
  if (isPolynesian(token)) return capitalized(token)
  const runs = [...token.matchAll(runPattern)]
  const pieces: string[] = []
  let at = 0
  for (const [place, { 0: run, index }] of runs.entries()) {
    // With a dot they are titles; without, they may be a degree, a disease, or an abbreviation.
    const isTitle = style === 'organization' && (run === 'MR' || run === 'MS') && token[index + 2] === '.'
    const cased = isTitle
      ? capitalized(run)
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

const runPattern = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}\p{M}\p{N}]+/gu
/** The last two count as letters in Unicode. */
const apostrophes = new Set("'’‘`´\u02bb\u02bc")

/** The end of "Kirk's" and "We'll", the Brien of "O'Brien"; undefined where it could be any of these ("DE'ANDRE"). */
function behindApostrophe(run: string, before: string, style: CaseStyle): string | undefined {
  if (run.length === 1 || (run.length === 2 && before.length > 1)) return lower(run)
  if (before.length === 1) return before === 'B' || before === 'Y' ? lower(run) : capitalized(run)
  if (articles.has(before)) return casedRun(run, style, false)
  return undefined
}

/** Italian ones, as in Dell'Aquila and Sant'Anna. */
const articles = new Set(['DELL', 'DALL', 'NELL', 'SANT', 'QUELL'])

/** Ka'ahumanu: each consonant has a vowel behind it, and two letters or more come before the apostrophe. */
function isPolynesian(token: string): boolean {
  return /^(?=[A-Z]{2})([HKLMNPWFSTVG]?[AEIOU])+(['’‘`´\u02bb\u02bc][AEIOU]([HKLMNPWFSTVG]?[AEIOU])*)+$/.test(token)
}

function casedRun(run: string, style: CaseStyle, isFirst: boolean): string {
  if (/\p{N}/u.test(run)) return /^\d+(ST|ND|RD|TH)$/.test(run) ? run.toLowerCase() : run
  const special = style === 'organization' ? specialCase.get(run) : undefined
  if (special !== undefined) return special
  if (/^MC(?=.*[AEIOUY])\p{L}{3,}$/u.test(run)) return `Mc${capitalized(run.slice(2))}`
  return staysUpper(run, style, isFirst) ? run : capitalized(run)
}

function capitalized(run: string): string {
  const [first = ''] = run
  return first + lower(run.slice(first.length))
}

/** The Turkish İ becomes i, without a second dot. */
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
        : !isFirst && isFewConsonants(run) && !shortWords.has(run)
    case 'given':
      if (romanNumerals.has(run)) return !isFirst || !nameOrNumeral.has(run)
      return run === 'NMI' || ((isFewConsonants(run) || /^[AEO]J$/.test(run)) && !shortWords.has(run))
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

/** Anything else before or behind a name is initials or a numeral. */
const titles = new Set(['JR', 'SR', 'DR', 'MR', 'MRS', 'MS', 'MISS', 'PROF', 'REV', 'HON', 'SISTER', 'ESQ'])

function isFewConsonants(run: string): boolean {
  return /^[B-DF-HJ-NP-TV-XZ]{1,3}$/.test(run)
}

/** Longer words are spoken. */
const wordMax = 6

/** A longer word of capitals keeps the first of them, unless it begins with MC. */
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

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

const neighborWords: Readonly<Partial<Record<CaseStyle, ReadonlySet<string>>>> = {
  organization: words('AIDS CO DE DO IN LA ME US'),
  address: words('CO CT DE FL IN LA MS MT OR PR'),
}

function caseByNeighbors(tokens: readonly string[], index: number, style: CaseStyle): string | undefined {
  const token = tokens[index] ?? ''
  const neighbors = neighborsOf(tokens, index)
  switch (writing(wordOf(token), neighbors, style)) {
    case 'capitals':
      return token
    case 'spoken':
      return token.charAt(0) + token.slice(1).toLowerCase()
    case 'small':
      return token.toLowerCase()
    case undefined:
      return undefined
  }
}

interface Neighbors {
  all: readonly string[]
  before: string
  beforeThat: string
  behind: string
  isFirst: boolean
  isSetOff: boolean
  /** Whether nothing, a form of company or a credential comes next. */
  isLast: boolean
}

function neighborsOf(tokens: readonly string[], index: number): Neighbors {
  const all = tokens.map(wordOf)
  const behind = all[index + 1] ?? ''
  return {
    all,
    before: all[index - 1] ?? '',
    beforeThat: all[index - 2] ?? '',
    behind,
    isFirst: index === 0,
    isSetOff: /,$/.test(tokens[index - 1] ?? ''),
    isLast: /[,;)]$/.test(tokens[index] ?? '') || behind === '' || endings.has(behind),
  }
}

function wordOf(token: string): string {
  return token.replace(/[^A-Z0-9&]/g, '')
}

const endings = words(
  'LLC LLP LP INC PC PA PLLC PLLP PLC PSC SC APC APMC LTD CORP CORPORATION CO COMPANY DBA MD DO DDS DMD DPM DC OD PHD RN FACS FACOG FACP MPH',
)

type Writing = 'capitals' | 'spoken' | 'small' | undefined

function writing(word: string, neighbors: Neighbors, style: CaseStyle): Writing {
  if (style === 'address') return inAddress(word, neighbors)
  const { all, before, beforeThat, behind, isFirst, isLast, isSetOff } = neighbors
  switch (word) {
    case 'AIDS':
      if (all.includes('HIV')) return 'capitals'
      return all.some((one) => hearing.has(one)) || aided.has(before) ? 'spoken' : 'capitals'
    case 'DO':
      if (isSetOff || isLast) return 'capitals'
      return isFirst || doing.has(before) || done.has(behind) ? 'spoken' : 'capitals'
    case 'US': {
      const isObject = forUs.has(before) || (before === 'OF' && someOf.has(beforeThat))
      return isObject && (isLast || behind === 'AND' || behind === '&') ? 'spoken' : 'capitals'
    }
    case 'ME':
      return before !== 'OF' && forUs.has(before) ? 'spoken' : 'capitals'
    case 'IN':
      return isFirst ? 'spoken' : before === 'OF' || isLast || isSetOff ? 'capitals' : 'small'
    case 'CO':
      return before === 'OF' || isSetOff ? 'capitals' : 'spoken'
    default:
      // LA and DE: an article, or a state.
      return isLast || isSetOff || behind === 'COUNTY' ? 'capitals' : 'spoken'
  }
}

function inAddress(word: string, { isFirst, isLast, behind }: Neighbors): Writing {
  // Indiana and Oregon, or the words.
  if (word === 'IN' || word === 'OR') return isFirst || isLast || highways.has(behind) ? 'capitals' : 'small'
  return highways.has(behind) ? 'capitals' : 'spoken'
}

const hearing = words('HEARING AUDIOLOGY AUDIOLOGICAL AUDIO EAR EARS')
const aided = words('WALKING MOBILITY LIVING VISION VISUAL SLEEP DAILY SURGICAL ORTHOPEDIC TEACHING')
const doing = words('CAN WE YOU I TO WILL THEY MUST SHOULD KWON')
const done = words('IT NOT THAT THIS WELL GOOD MORE THE YOUR OUR NO')
const forUs = words('FOR WITH TO R ARE TRUST LIKE AROUND BEHIND LET JOIN BETWEEN ABOUT CALL CONTACT 4 N & AND JUST BY')
const someOf = words('ALL EACH BOTH MOST ONE')
const highways = words('HWY HIGHWAY ROUTE RTE RT STATE')
