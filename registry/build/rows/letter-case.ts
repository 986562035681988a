/**
 * Writes CMS's capitals the way people write: "O'BRIEN-MCDONALD III" as O'Brien-McDonald III, "OPEN MRI OF ST PAUL, LLC" as
 * Open MRI of St Paul, LLC, "1400 S 15TH ST STE 105N" as 1400 S 15th St Ste 105N. Text that has a lower-case letter was typed
 * with care by somebody and stays as it is. Only the case of letters ever changes.
 */

/** What the text is, since each kind has words that are written in their own way. */
export type CaseStyle = 'family' | 'given' | 'organization' | 'address'

/** A value in the style of what it is. */
export function inCase(text: string, style: CaseStyle): string {
  if (text === '' || /\p{Ll}/u.test(text)) return text
  if (!text.includes(' ')) return casedToken(text, style, true)
  return text
    .split(' ')
    .map((token, index) => casedToken(token, style, index === 0))
    .join(' ')
}

/** Tokens repeat a lot ("Street", "LLC", "SMITH"), so each is worked out once; the number of remembered ones is bounded. */
const remembered: Record<CaseStyle, Map<string, string>> = {
  family: new Map(),
  given: new Map(),
  organization: new Map(),
  address: new Map(),
}
const rememberedMax = 100_000

/** A word of a value that has no lower-case letter; `isFirst` when nothing stands before it. */
export function casedToken(token: string, style: CaseStyle, isFirst: boolean): string {
  if (style === 'organization' && !isFirst && smallWords.has(token)) return token.toLowerCase()
  const known = remembered[style].get(token)
  if (known !== undefined) return known
  const cased = token.replace(/[\p{L}\p{M}\p{N}]+/gu, (run, offset: number) => casedRun(run, token, offset, style))
  if (remembered[style].size >= rememberedMax) remembered[style].clear()
  remembered[style].set(token, cased)
  return cased
}

function casedRun(run: string, token: string, offset: number, style: CaseStyle): string {
  if (/\p{N}/u.test(run)) return /^\d+(ST|ND|RD|TH)$/.test(run) ? run.toLowerCase() : run
  if (offset > 0 && isApostrophe(token[offset - 1]) && isEnding(run, token, offset)) return run.toLowerCase()
  const special = style === 'organization' ? specialCase.get(run) : undefined
  if (special !== undefined) return special
  if (staysUpper(run, style)) return run
  if (/^MC\p{L}{2,}$/u.test(run)) return `Mc${capitalised(run.slice(2))}`
  return capitalised(run)
}

function capitalised(run: string): string {
  const [first = '', ...rest] = run
  return first + rest.join('').toLowerCase()
}

function isApostrophe(character: string | undefined): boolean {
  return character === "'" || character === '’'
}

/** After an apostrophe: the end of "Kirk's" and "We'll", but not the Brien of "O'Brien" or the Angelo of "D'Angelo". */
function isEnding(run: string, token: string, offset: number): boolean {
  const isAfterOneLetter = offset === 2 || !/\p{L}/u.test(token[offset - 3] ?? ' ')
  return run.length === 1 || (run.length === 2 && !isAfterOneLetter)
}

function staysUpper(run: string, style: CaseStyle): boolean {
  switch (style) {
    case 'family':
      return romanNumerals.has(run)
    case 'given':
      return romanNumerals.has(run) || (/^[B-DF-HJ-NP-TV-XZ]{2}$/.test(run) && !spokenWords.has(run))
    case 'organization':
      return (
        romanNumerals.has(run) || initials.has(run) || (/^[B-DF-HJ-NP-TV-XZ]{2,5}$/.test(run) && !spokenWords.has(run))
      )
    case 'address':
      return romanNumerals.has(run) || addressInitials.has(run)
  }
}

/** A longer word of nothing but capitals keeps the first of them, unless it begins with MC: no word of its length is an exception. */
export function specialWordMax(style: CaseStyle): number {
  switch (style) {
    case 'family':
      return longest(romanNumerals)
    case 'given':
      return Math.max(2, longest(romanNumerals))
    case 'organization':
      return Math.max(5, longest(romanNumerals), longest(initials), longest(specialCase.keys()), longest(smallWords))
    case 'address':
      return Math.max(longest(romanNumerals), longest(addressInitials))
  }
}

function longest(of: Iterable<string>): number {
  return Math.max(...Array.from(of, (word) => word.length))
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

const romanNumerals = words('II III IV VI VII VIII IX')

/** Small words inside the name of an organization. */
const smallWords = words('OF THE AND FOR AT IN BY ON TO')

/** Initials that could be read as words; those without a vowel need no list. */
const initials = words(
  'LLC LLP LP PA PLLC PLLP PSC APC APMC ASC SC MD DO DDS DMD OD PT OT RN ARNP APRN USA US UCLA USC UC UT UNC UAB ' +
    'DBA MRI PET ENT EMS EMT ER ICU VA VNA YMCA AIDS HIV IV OB GYN OBGYN SNF LTAC DME ADHC ICF IDD CEO CFO COO CIO CMO ' +
    'CNO EVP AVP SE SW NE NW BOCES',
)

const addressInitials = words('N S E W NE NW SE SW PO US RR CR FM SR HC PMB APO FPO DPO PSC CMR NYC USA VA')

/** Without a vowel, but spoken as words or short for them. */
const spokenWords = words(
  'ST STE DR MR MRS MS JR SR MT FT LTD RD LN CT CTR PKWY HWY BLVD SQ BLDG FL SVC SVCS GRP HLTH MGMT DEPT DPT CNTY TWP PLZ ' +
    'PHCY PHARM INTL NTL RX DRS HSP HOSP NRSG MGR',
)

const specialCase = new Map([
  ['PHD', 'PhD'],
  ['PHARMD', 'PharmD'],
  ['PSYD', 'PsyD'],
  ['RPH', 'RPh'],
  ['AUD', 'AuD'],
])
