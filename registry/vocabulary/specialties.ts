/**
 * What a taxonomy code (NUCC) means in plain words, and which codes plain words mean. Labels are an operator's own NUCC
 * labels where given, else ours. An unknown code gets its broader group's label, unknown words the nearest known ones.
 */

import { withoutIgnorable } from '../search/words.ts'
import cms from './cms-descriptions.json' with { type: 'json' }
import { beginsNearly, nearestOf } from './nearest-word.ts'
import words from './specialty-words.json' with { type: 'json' }
import labels from './taxonomy-labels.json' with { type: 'json' }

export const physicianLabels: Readonly<Record<string, string>> = labels.physicians
export const clinicianLabels: Readonly<Record<string, string>> = labels.clinicians
export const organizationLabels: Readonly<Record<string, string>> = labels.organizations
export const rareLabels: Readonly<Record<string, string>> = labels.rare

/** CMS's descriptions by group, then by code. */
export const cmsDescriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = cms.groups

/** Common words for fields of care, separated by commas, and the codes they mean; `*` ends the beginning of codes. */
export const specialtyWords: readonly (readonly [words: string, codes: string])[] = Object.values(
  words.sections,
).flatMap((section: Record<string, string>) => Object.entries(section))

export type FoundSpecialty = { codes: string[] } | { nearest: string | undefined }

/**
 * The rule for doctors: physicians (codes 202 to 209), dentists, podiatrists, optometrists and chiropractors. Students
 * and residents in training (390200000X) are none until they have a code of these.
 */
export function isDoctorTaxonomy(code: string): boolean {
  return doctorCode.test(code)
}

const doctorCode = /^(20[2-9]|1223|125Q|213E|152W|111N)[0-9A-Z]{5,6}X$/

/** The label in plain words, never the code. `nuccLabels` are the operator's, by code, and come first. */
export function labelOf(code: string, nuccLabels: ReadonlyMap<string, string>): string {
  return (
    nuccLabels.get(code) ??
    ownLabels().get(code) ??
    ownLabels().get(`${code.slice(0, 4)}00000X`) ??
    groupLabels.get(code.slice(0, 4)) ??
    groupLabels.get(code.slice(0, 2)) ??
    'Other provider'
  )
}

export interface KnownSpecialties {
  /** The codes in use with their labels. */
  labels: ReadonlyMap<string, string>
  /** What an operator's NUCC table says of each of its codes: `Grouping/Classification, Specialization`. */
  descriptions: ReadonlyMap<string, string>
}

/**
 * The codes a text means: a code in any case, a description of NUCC or CMS, a common word, a whole label, or words that
 * all stand in what is known of a code; ascending, possibly none in use. A description means its own code, and of a
 * common word of the same letters only codes below it. `known` keys a cache: pass the same object and never change it.
 * Where nothing is meant, the nearest known word.
 */
export function findSpecialty(text: string, known: KnownSpecialties): FoundSpecialty {
  const code = text.trim().toUpperCase()
  if (taxonomyCode.test(code)) return { codes: [code] }
  const index = indexOf(known)
  const phrase = foldPhrase(text)
  const codes =
    index.codesByDescription.get(descriptionKey(text)) ??
    index.codesByName.get(joinedKey(phrase)) ??
    index.codesByName.get(joinedKey(withoutFillers(phrase))) ??
    codesWithWords(phrase, index)
  return codes === undefined ? { nearest: nearestOf(text, index.names) } : { codes: [...codes] }
}

/** NUCC's "Classification, Specialization" of a code where the operator's table has it, else its label. */
export function taxonomyNameOf(code: string, { labels, descriptions }: KnownSpecialties): string {
  const description = descriptions.get(code)
  return description === undefined ? labelOf(code, labels) : description.slice(description.indexOf('/') + 1)
}

/**
 * Codes in use with the text as whole words of a classification, a specialization or a label; with `isPrefix` as the
 * beginning of such words. Never across the comma between the first two.
 */
export function codesNamed(text: string, isPrefix: boolean, known: KnownSpecialties): string[] {
  const asked = ` ${spaced(text)}${isPrefix ? '' : ' '}`
  if (asked.trim() === '') return []
  const pieces = (code: string, label: string) => [label, ...taxonomyNameOf(code, known).split(', ')]
  const has = (piece: string) => ` ${spaced(piece)} `.includes(asked)
  return [...known.labels].filter(([code, label]) => pieces(code, label).some(has)).map(([code]) => code)
}

function spaced(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

/** Shorter texts are near to too much. */
const nearLengthMin = 4

/**
 * Labels in use and common words that the text begins, or that have a word which it begins; with one wrong letter where
 * there are no others. The name of the profession counts as that of its field: cardiologist suggests Cardiology. Each
 * is a text that `findSpecialty` knows. The shortest first, whole beginnings before words.
 */
export function suggestSpecialties(text: string, known: KnownSpecialties, limit: number): string[] {
  const typed = plainWords(text).join(' ')
  if (typed === '') return []
  const { suggested } = indexOf(known)
  const having = (isMatch: (plain: string) => boolean) => suggested.filter(({ plains }) => plains.some(isMatch))
  const begun = having((plain) => plain.startsWith(typed))
  const within = having((plain) => plain.includes(` ${typed}`)).filter((one) => !begun.includes(one))
  const isNear = typed.length >= nearLengthMin && begun.length + within.length === 0
  const near = isNear ? having((plain) => beginsNearly(plain, typed)) : []
  return [...begun, ...within, ...near].slice(0, limit).map(({ shown }) => shown)
}

/** Builds the index before the first query. */
export function prepareSpecialties(known: KnownSpecialties): void {
  indexOf(known)
}

const taxonomyCode = /^\d{2}[0-9A-Z]{7}X$/

/** For codes without a label: classifications by four digits, NUCC's groups by two. */
const groupLabels: ReadonlyMap<string, string> = new Map(Object.entries(labels.groups))

let ownLabelsByCode: ReadonlyMap<string, string> | undefined

function ownLabels(): ReadonlyMap<string, string> {
  ownLabelsByCode ??= new Map(
    Object.entries({ ...physicianLabels, ...clinicianLabels, ...organizationLabels, ...rareLabels }),
  )
  return ownLabelsByCode
}

interface SpecialtyIndex {
  codesByDescription: ReadonlyMap<string, readonly string[]>
  codesByName: ReadonlyMap<string, readonly string[]>
  codeWords: readonly (readonly [code: string, words: ReadonlySet<string>])[]
  names: ReadonlySet<string>
  suggested: readonly Suggested[]
}

interface Suggested {
  shown: string
  /** Its words in lower case, and those of its profession. */
  plains: readonly string[]
}

const indexes = new WeakMap<KnownSpecialties, SpecialtyIndex>()

function indexOf(known: KnownSpecialties): SpecialtyIndex {
  const made = indexes.get(known) ?? makeIndex(known)
  indexes.set(known, made)
  return made
}

function makeIndex({ labels, descriptions }: KnownSpecialties): SpecialtyIndex {
  const described = allDescriptions(descriptions)
  const codesByName = new CodesByKey()
  for (const [code, label] of [...labels, ...ownLabels()]) codesByName.add(joinedKey(foldPhrase(label)), code)
  for (const { code, text } of described) codesByName.add(joinedKey(foldPhrase(text)), code)
  // A word comes before a label of the same name: "Cardiology" means the field, not its one code.
  const allCodes = [...labels.keys(), ...ownLabels().keys(), ...descriptions.keys()]
  const codesByWord = new Map<string, readonly string[]>()
  for (const [words, patterns] of specialtyWords) {
    const codes = patterns.split(' ').flatMap((pattern) => matching(pattern, allCodes))
    for (const word of words.split(', ')) codesByWord.set(joinedKey(foldPhrase(word)), ascending(codes))
  }
  const fields = new Set([...specialtyWords.flatMap(([words]) => words.split(', ')), ...labels.values()])
  // Of equally near names, the field comes first.
  const names = new Set([...fields, ...[...fields].flatMap(professionsOf)])
  const wordsOfCode = new Map([...labels].map(([code, label]) => [code, foldPhrase(label)]))
  for (const { code, text } of described) wordsOfCode.get(code)?.push(...foldPhrase(text))
  return {
    codesByDescription: codesByDescription(described, codesByWord),
    codesByName: new Map([...codesByName.all(), ...codesByWord]),
    codeWords: [...wordsOfCode].map(([code, words]) => [code, new Set(words)]),
    names,
    suggested: suggestedOf([...labels.values(), ...fields]),
  }
}

/** The first of equal texts, so labels before words. */
function suggestedOf(names: readonly string[]): Suggested[] {
  const shownByPlain = new Map<string, string>()
  for (const name of names) {
    const plain = plainWords(name).join(' ')
    if (!shownByPlain.has(plain)) shownByPlain.set(plain, name.slice(0, 1).toUpperCase() + name.slice(1))
  }
  const suggested = Array.from(shownByPlain, ([plain, shown]) => {
    return { shown, plain, plains: [plain, ...professionsOf(plain).filter((name) => !shownByPlain.has(name))] }
  })
  return suggested.sort((a, b) => a.plain.length - b.plain.length || (a.plain < b.plain ? -1 : 1))
}

/** Endings of fields, and of who practices them. */
const professionEndings: readonly (readonly [RegExp, string])[] = [
  [/ology$/, 'ologist'],
  [/(iatr|metr)y$/, '$1ist'],
  [/odontics$/, 'odontist'],
  [/surgery$/, 'surgeon'],
  [/therapy$/, 'therapist'],
  [/chiropractic$/, 'chiropractor'],
]

/** The profession of a field, in lower case; none where no ending names one. */
function professionsOf(field: string): string[] {
  const plain = field.toLowerCase()
  return professionEndings.filter(([ending]) => ending.test(plain)).map(([ending, name]) => plain.replace(ending, name))
}

class CodesByKey {
  readonly #codes = new Map<string, Set<string>>()

  add(key: string, code: string): void {
    if (key === '') return
    this.#codes.set(key, (this.#codes.get(key) ?? new Set()).add(code))
  }

  all(): [key: string, codes: string[]][] {
    return [...this.#codes].map(([key, codes]) => [key, ascending([...codes])])
  }
}

interface Described {
  code: string
  grouping: string
  text: string
}

/** An operator's descriptions, and those of CMS that the operator's do not give to other codes. */
function allDescriptions(operators: ReadonlyMap<string, string>): Described[] {
  const described = Array.from(operators, ([code, whole]): Described => {
    const end = whole.indexOf('/')
    return { code, grouping: whole.slice(0, end), text: whole.slice(end + 1) }
  })
  const codesByKey = new CodesByKey()
  for (const { code, text } of described) codesByKey.add(descriptionKey(text), code)
  const codesOfOperator = new Map(codesByKey.all())
  for (const [grouping, texts] of Object.entries(cmsDescriptions)) {
    for (const [code, several] of Object.entries(texts)) {
      for (const text of several.split(' | ')) {
        if (codesOfOperator.get(descriptionKey(text))?.includes(code) !== false)
          described.push({ code, grouping, text })
      }
    }
  }
  return described
}

function codesByDescription(
  described: readonly Described[],
  codesByWord: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, readonly string[]> {
  const codesByKey = new CodesByKey()
  for (const { code, grouping, text } of described) {
    const ofWord = codesByWord.get(joinedKey(foldPhrase(text))) ?? []
    for (const one of [code, ...ofWord.filter((other) => isBelow(other, code))]) {
      codesByKey.add(descriptionKey(text), one)
      codesByKey.add(descriptionKey(`${grouping} ${text}`), one)
    }
  }
  return new Map(codesByKey.all())
}

/** A classification's own code ends in 00000X; those of its specializations begin as it does. */
function isBelow(code: string, classification: string): boolean {
  return classification.endsWith('00000X') && code.startsWith(classification.slice(0, -6))
}

const descriptionKey = (text: string): string => joinedKey(plainWords(text))

function matching(pattern: string, codes: readonly string[]): string[] {
  if (!pattern.endsWith('*')) return [pattern]
  const prefix = pattern.slice(0, -1)
  return codes.filter((code) => code.startsWith(prefix))
}

function codesWithWords(phrase: readonly string[], { codeWords }: SpecialtyIndex): string[] | undefined {
  if (phrase.length === 0) return undefined
  const found = codeWords.filter(([, words]) => phrase.every((word) => words.has(word)))
  return found.length === 0 ? undefined : ascending(found.map(([code]) => code))
}

const ascending = (codes: readonly string[]): string[] => [...new Set(codes)].sort()

/** Without words that carry no meaning. */
export function foldPhrase(text: string): string[] {
  return plainWords(text).map(foldWord)
}

function plainWords(text: string): string[] {
  return withoutIgnorable(text)
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !emptyWords.has(word))
}

/** Drops "doctor", "specialist" and the like: heart doctor, skin specialist, but physician assistant. */
function withoutFillers(phrase: readonly string[]): string[] {
  const isMeant = (word: string) => !fillers.has(word)
  return phrase.slice(Math.max(0, phrase.findIndex(isMeant)), phrase.findLastIndex(isMeant) + 1)
}

/** "ob gyn" and "obgyn" are one. */
export const joinedKey = (phrase: readonly string[]): string => phrase.join('')

const emptyWords = new Set(['a', 'an', 'and', 'the', 'of', 'for', 'in', 'with', 'to', 'my', 's'])

/** Folded, as they come out of `foldPhrase`. */
const fillers = new Set('doctor doc dr physic md do specialist provider specialty practice'.split(' '))

/** Endings by which a person, a field and an adjective differ. */
const endings: readonly (readonly [RegExp, string])[] = [
  [/wives$/, 'wife'],
  [/ies$/, 'y'],
  [/(?<!^physi)([^s])s$/, '$1'],
  [/^women$/, 'woman'],
  [/^children$/, 'child'],
  [/paed/, 'ped'],
  [/gynaec/, 'gynec'],
  [/anaesth/, 'anesth'],
  [/haemat/, 'hemat'],
  [/oesoph/, 'esoph'],
  [/(counsel)l(or|ing)$/, '$1$2'],
  [/ologist$|ological$|ologic$/, 'ology'],
  [/(iatr|metr)(ist|ic)$/, '$1y'],
  [/odontist$|odontia$/, 'odontic'],
  [/ician$/, 'ic'],
  [/therapist$/, 'therapy'],
  [/surgeon$|surgical$/, 'surgery'],
  [/chiropractor$/, 'chiropractic'],
]

function foldWord(word: string): string {
  return endings.reduce((folded, [ending, replacement]) => folded.replace(ending, replacement), word)
}
