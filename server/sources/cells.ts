/**
 * What the cells of published lists say: days, names and NPIs in every form that agencies and boards write. Nothing
 * here throws: what cannot be read is left out or, for a day, distinguished from none.
 */
import { hasValidCheckDigit } from '#registry/npi'
import { credentialLikeness } from '#registry/vocabulary/credentials'
import { dayMs } from '../platform/times.ts'
import type { PersonName } from './source-list.ts'

/** Whom a cell names: a person, an organization, or a person and the business that is theirs. */
export interface Party {
  name: PersonName | null
  organization: string | null
  otherNames: readonly PersonName[]
}

/** How a name without a comma is written: "Ann B Lee" or "LEE ANN B". */
export type NameOrder = 'first last' | 'last first'

const none = /^[-–.]*$|^(?:n\/?a|none|unknown|nrf|ssn|not (?:on file|available|applicable|provided))\.?$/i

/** Spaces and line breaks as one space; empty for "N/A", "None", "-" and the like. */
export function textOf(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim()
  return none.test(text) ? '' : text
}

/** As `textOf`, but of a name: Na, None and Null are people's names too. */
export function nameTextOf(cell: string): string {
  const text = cell.replace(/\s+/g, ' ').trim()
  return /^(?:[-–.]*|n\/a)$/i.test(text) ? '' : text
}

const endless = /^(?:indefinite(?:ly)?(?: effective)?|permanent(?:ly)?|perm[ae]+nent|lifetime|life|indef\.?|deceased)$/i

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const dayForms: readonly [form: RegExp, order: 'ymd' | 'mdy' | 'dmy'][] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\d.*)?$/, 'ymd'],
  [/^(\d{4})(\d{2})(\d{2})$/, 'ymd'],
  [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?: \d.*)?$/, 'mdy'],
  [/^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i, 'mdy'],
  [/^(\d{1,2})[- ]([a-z]{3,9})[- ](\d{4}|\d{2})(?: \d.*)?$/i, 'dmy'],
]

/** From here on a year means "without an end": lists write 2299, 2999 and 9999. */
const endlessYear = 2199
const firstYear = 1900
/** Years of two digits from here on are of the century before: 8/15/83 is 1983, 6/20/26 is 2026. */
const shortYearMin = 70
const excelDayZero = Date.UTC(1899, 11, 30)

/**
 * A day as yyyy-mm-dd; null for none and for "Indefinite"; undefined for what is no day. Reads yyyymmdd, ISO,
 * m/d/yyyy and m/d/yy with or without a time, names of months, and Excel's serial numbers.
 */
export function dayOf(cell: string): string | null | undefined {
  const text = textOf(cell).replace(/^(?:(?:reinstated|effective) )+/i, '')
  if (text === '' || /^0+$/.test(text) || endless.test(text)) return null
  if (/^\d{5,7}(?:\.\d+)?$/.test(text)) return dayOfTime(excelDayZero + Math.floor(Number(text)) * dayMs)
  for (const [form, order] of dayForms) {
    const found = form.exec(text)
    if (found === null) continue
    const part = (letter: string) => found[order.indexOf(letter) + 1] ?? ''
    return dayOfParts(yearOf(part('y')), monthOf(part('m')), Number(part('d')))
  }
  return undefined
}

function dayOfParts(year: number, month: number, day: number): string | null | undefined {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isDay ? dayOfTime(date.getTime()) : undefined
}

function dayOfTime(time: number): string | null | undefined {
  const year = new Date(time).getUTCFullYear()
  if (!(year >= firstYear && year <= 9999)) return undefined
  return year >= endlessYear ? null : new Date(time).toISOString().slice(0, 10)
}

function yearOf(text: string): number {
  const year = Number(text)
  return text.length === 4 ? year : year + (year < shortYearMin ? 2000 : 1900)
}

function monthOf(text: string): number {
  return /^\d/.test(text) ? Number(text) : months.indexOf(text.slice(0, 3).toLowerCase()) + 1
}

/** Every NPI in a cell, whatever divides them; numbers with a wrong check digit and longer ones are no NPIs. */
export function npisOf(cell: string): string[] {
  const found = cell.match(/(?<![\p{L}\p{N}])\d{10}(?![\p{L}\p{N}])/gu) ?? []
  return [...new Set(found.filter((npi) => hasValidCheckDigit(npi)))]
}

/** The license numbers in a cell as published, "MD000001E (PA)" with its state. */
export function licensesOf(cell: string): string[] {
  const parts = cell.split(/[,;/\n]|(?<=\))\s|\s&\s/).map(textOf)
  return parts.filter((part) => /\d/.test(part) && !/^0+$/.test(part) && !/^(?:npi|promise)\b/i.test(part))
}

/** "Baltimore MD 21202", "12 Main St, Towson, MD 21204": the first place of the cell, without its street. */
export function placeOf(cell: string): { city: string | null; state: string | null } {
  const form = /(?:^|[,\n])\s*(\p{L}[\p{L} .'-]*?)[,.]?\s+([a-z]{2}),?(?:\s+\d{5}(?:\s?-\s?\d{4})?)?,?\s*(?=$|[\n;])/iu
  const [, city, state] = form.exec(cell) ?? []
  return { city: city ?? null, state: state === undefined ? null : state.toUpperCase() }
}

const legalForm =
  /\b(?:L\.?L\.?C|L\.?L\.?P|P\.?L\.?L\.?C|INC|INCORPORATED|CORP|CORPORATION|LTD|LIMITED|P\.?C|P\.?S\.?C|A\.?P\.?C)\b|\b(?:M\.?D|D\.?O|D\.?D\.?S|D\.?M\.?D|D\.?P\.?M|O\.?D|D\.?C)\W{1,3}P\.?A\b/i

const businessWords = new RegExp(
  `\\b(?:${[
    'academy|accessibility|adult|aesthetics|agency|alliance|alternatives?|ambul(?:ance|ette)|apothecary|assist(?:ed|ance)',
    'assoc(?:iates|iation|s|n)?|behaviou?ral|billing|business|cab|cardiology|cares?|caring|case management|centers?|centre',
    'chemists?|child(?:care|rens?)?|chiropractic|church|clinics?|clinical|co|company|consult(?:ing|ants?)|counsel(?:ing|ors)',
    'ctr|daycare|dental|dentistry|dentures?|dermatology|developmental?|diagnostics?|dialysis|dme|drugs?|emergency|ems',
    'enterprises?|equip(?:ment)?|eye|facility|familycare|family|farmacia|for|foundation|from|group|hands|hearing|healing|health\\w*',
    'home ?(?:care|health|s)?|homehealth|hospice|hospitals?|imaging|insight|institute|integrated|international|kids|labs?|laborator(?:y|ies)|labratories',
    'learning|leasing|living|management|manor|mart|medical|medi?|medicine|mental|mgmt|mobility|network|nursery|nursing',
    'nutrition|of|opti(?:cal|cians|que)|options|orthopedics?|our|outreach|pain|partners|pathology|pediatrics?|personal|phar(?:m|ma|macy|macies)',
    'phcy|phmcy|physical|physicians?|pllp|podiatry|practice|preschools?|products?|program|project|psychiatry|psychological|radiology',
    'recovery|rehab\\w*|residential|residences?|resources|schools?|scvs|seniors?|services?|shoes|solutions?|specialt(?:y|ies)|spine|staffing',
    'store|supp[l0o]\\w*|supports?|surg(?:ery|ical|icals)|svcs?|systems?|taxi|technolog(?:y|ies)|the|therap(?:y|ies|eutics?)|toxicology',
    'trans(?:it|port\\w*)?|treatment|trust|university|unlimited|urgent|ventures|vision|visiting|waiver|wellness|wheelchairs?|with|wound|your',
  ].join('|')})\\b`,
  'i',
)

const doctorTitle = /\s(?:M\.?D|D\.?O|D\.?D\.?S|D\.?M\.?D|D\.?P\.?M|R\.?N|L\.?P\.?N|Ph\.?D)\.?$/i
const wordsMax = 5
const particles = new Set('de la las los del della der den di van von da dos al el bin ibn abdel abu st mc'.split(' '))

/** Whether a name is a business's by its words; a name that says nothing either way is taken for a person's. */
export function isOrganization(text: string): boolean {
  if (legalForm.test(text)) return true
  if (doctorTitle.test(text)) return false
  const [head = '', next] = text.split(',')
  const words = wordsOf(head)
  if (words.length < 2) return next === undefined
  const counted = words.filter((word) => !particles.has(word.toLowerCase()))
  return businessWords.test(head) || /[\d&@#]|\s-\s|\band\b/i.test(head) || counted.length > wordsMax
}

const jobForm = /\b(?:administrator|aide|assistant|nurse|owner|practitioner|technician|therapist|worker)\b/i
const suffixForm = /^(?:jr|sr|ii|iii|iv|2nd|3rd)\.?$/i
const titles = new Set(
  (
    'DR MR MRS MS REV AAC SUDP ML LM MW PSY MHC SW NA DN HIS DCW DSW TSS TTS CSW CHHA PN LPCMH RECIPIENT OWNER ENTITY BENEFICIARY ' +
    'PODIATRIST PHARMACIST DENTIST CLINICS DECEASED'
  ).split(' '),
)

/** Of the parts that a list has in columns; titles, suffixes and remarks in brackets are taken out of them. */
export function nameOf(last: string, first: string, middle = '', suffix = ''): PersonName {
  const [lasts, firsts, middles] = [last, first, textOf(middle)].map((part) => {
    const [head = '', ...tail] = part.split(',')
    return trimmedWords(tail.every((piece) => isTitle(piece, 'maybe')) ? head : part, 'surely')
  })
  const suffixes = [suffix, middle].flatMap(wordsOf).filter((word) => suffixForm.test(word))
  return {
    last: lasts?.words.join(' ') ?? '',
    first: firsts?.words.join(' ') ?? '',
    middle: wordsOf(middles?.words.join(' ') ?? '')
      .filter((word) => !suffixForm.test(word))
      .join(' '),
    suffix: [...suffixes, ...(lasts?.suffixes ?? []), ...(firsts?.suffixes ?? [])][0]?.replace('.', '') ?? '',
  }
}

/** A person by columns, with the other names that stand in brackets or after "aka" in any of them. */
export function personOf(last: string, first: string, middle = '', suffix = ''): Party {
  const [lastMain = '', ...lasts] = aliasesOf(last)
  const [firstMain = '', ...firsts] = aliasesOf(first)
  const name = nameOf(lastMain, firstMain, middle, suffix)
  const otherNames = [
    ...lasts.map((alias) => (/[ ,]/.test(alias) ? fullName(alias, 'first last') : { ...name, last: alias })),
    ...firsts.map((alias) => ({ ...name, first: alias })),
  ]
  return { name, organization: null, otherNames }
}

/**
 * Whom a cell names in full, with the names after "aka", "/" and in brackets and the business after "dba"; null for an
 * empty cell. "Last, First" is known by its comma, other names by `order`.
 */
export function partyOf(cell: string, order: NameOrder, organization?: boolean): Party | null {
  const text = nameTextOf(cell).replace(/,? (?:former )?(?:employee|owner) of .*$/i, '')
  if (text === '') return null
  const [first = '', ...rest] = aliasesOf(text)
  const [written = '', ...others] = first === '' ? rest : [first, ...rest]
  if (!/\p{L}/u.test(written)) return null
  // "Roe aka Poe, Ann": the given name stands after the last alias.
  const given = /,.*$/.exec(others.at(-1) ?? '')?.[0] ?? ''
  const main = /[ ,]/.test(written) ? written : written + given
  // A name cut off after its comma is a person's.
  if (organization ?? (isOrganization(main) && !/^\S+,$/.test(text)))
    return { name: null, organization: text, otherNames: [] }
  const name = fullName(main, order)
  const isBusiness = (alias: string) => alias.includes(' ') && (legalForm.test(alias) || businessWords.test(alias))
  const business = others.find(isBusiness)
  const otherNames = others
    .filter((alias) => alias !== business)
    .flatMap(listedNames)
    .map((alias) => (/[ ,]/.test(alias) ? fullName(alias, 'first last') : { ...name, last: alias }))
  return { name, organization: business ?? null, otherNames }
}

const aliasMark =
  /\b(?:aka\/dba|a\.?k\.?a|a\/k\/a|a\/ka|f\.?k\.?a|f\/k\/a|d\.?b\.?a|d[/\\]b[/\\]a|t\/a)(?![a-z])[.:/]*|\s\/\s/i

/** The name as written first, then the others; remarks in brackets that are no names are left out. */
function aliasesOf(text: string): string[] {
  const bracketed: string[] = []
  const main = text.replace(/\(([^)]*)\)?/g, (_, inside: string) => {
    const [before = '', marked] = inside.split(aliasMark)
    const alias = (marked ?? before).trim()
    if (marked !== undefined || (/^\p{L}[\p{L}'-]+$/u.test(alias) && !isTitle(alias, 'maybe'))) bracketed.push(alias)
    return ' '
  })
  return [...main.split(aliasMark), ...bracketed]
    .map((part) => part.replace(/\s+/g, ' ').replace(/^[\s,/]+|[\s,/]+$/g, ''))
    .filter((part, index) => index === 0 || part !== '')
}

/** "Ann Lee, Ann B. Lee & Ann Roe" is three names, "LEE, ANN" is one. */
function listedNames(alias: string): string[] {
  return alias.split(/;|\s-\s|,?\s*&/).flatMap((part) => {
    const names = part.split(',').map((name) => name.trim())
    return names.every((name) => name.includes(' ')) ? names : [part.trim()]
  })
}

function fullName(text: string, order: NameOrder): PersonName {
  const [head = '', ...tail] = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const suffix = tail.find((part) => suffixForm.test(part)) ?? ''
  const isInOrder = order === 'first last' && (/\s\p{L}\.?\s/u.test(head) || tail.every((part) => jobForm.test(part)))
  const [given, ...rest] = tail.filter(
    (part) => !suffixForm.test(part) && !isInOrder && (!isTitle(part, 'maybe') || !head.includes(' ')),
  )
  if (given !== undefined) {
    const { words, suffixes } = trimmedWords(given, 'maybe')
    const [first = '', ...middle] = words
    const initials = rest.filter((part) => /^\p{L}\.?$/u.test(part))
    const last = trimmedWords(head, 'maybe')
    const suffixText = [suffix, ...last.suffixes, ...suffixes].join(' ')
    return nameOf(last.words.join(' '), first, [...middle, ...initials].join(' '), suffixText)
  }
  const { words, suffixes } = trimmedWords(head, wordsOf(head).length > 2 ? 'maybe' : 'surely')
  const isLastFirst = order === 'last first' || (words.length === 3 && /^\p{L}\.?$/u.test(words[2] ?? ''))
  const at = isLastFirst ? lastNameEnd(words) : lastNameStart(words)
  const last = isLastFirst ? words.slice(0, at) : words.slice(at)
  const [first = '', ...middle] = isLastFirst ? words.slice(at) : words.slice(0, at)
  return nameOf(last.join(' '), first, middle.join(' '), [suffix, ...suffixes].join(' '))
}

/** "Ana de la Cruz" has three words of a last name, "DE LA CRUZ ANA" too; each function answers where it is parted. */
function lastNameStart(words: readonly string[]): number {
  let start = words.length - 1
  while (start > 1 && particles.has(words[start - 1]?.toLowerCase() ?? '')) start--
  return start
}

function lastNameEnd(words: readonly string[]): number {
  let end = 1
  while (end < words.length - 1 && particles.has(words[end - 1]?.toLowerCase() ?? '')) end++
  return end
}

interface Words {
  words: string[]
  suffixes: string[]
}

/** Without suffixes, titles before and after, and numbers of inmates; one word at least stays. */
function trimmedWords(text: string, likeness: 'surely' | 'maybe'): Words {
  const all = wordsOf(text.replace(/(?:\binmate\s*)?#\S*/gi, ' ')).filter((word) => /\p{L}/u.test(word))
  const suffixes = all.length > 1 ? all.filter((word) => suffixForm.test(word)) : []
  const words = all.filter((word) => !suffixes.includes(word))
  if (words.length > 1 && /^(?:dr|mr|mrs|ms)\.?$/i.test(words[0] ?? '')) words.shift()
  while (words.length > 1 && isTitle(words.at(-1) ?? '', likeness)) words.pop()
  return { words, suffixes }
}

function wordsOf(text: string): string[] {
  return nameTextOf(text)
    .split(/[\s,]+/)
    .filter((word) => word !== '')
}

/** Whether a part of a name is a credential or a job: "MD", "RN & LPN", "PCA". */
function isTitle(text: string, likeness: 'surely' | 'maybe'): boolean {
  const words = text.split(/[\s,&()]+|\band\b/i).filter((word) => word !== '')
  return words.every((word) => {
    const found = credentialLikeness(word)
    return titles.has(word.replace(/[^\p{L}]/gu, '').toUpperCase()) || found === 'surely' || found === likeness
  })
}
