/**
 * What a taxonomy code means in plain words, and which codes plain words mean. The codes are those of NUCC's taxonomy; the
 * labels are an operator's own NUCC labels where given, else ours. Nothing fails: a code nobody knows gets the label of
 * its broader group, and words nobody knows get the nearest that are known.
 */
import { clinicianLabels } from './clinician-labels.ts'
import { nearestOf } from './nearest.ts'
import { organizationLabels } from './organization-labels.ts'
import { physicianLabels } from './physician-labels.ts'
import { foldPhrase, joinedKey, withoutFillers } from './specialty-folding.ts'
import { specialtyWords } from './specialty-words.ts'

export type FoundSpecialty = { codes: string[] } | { nearest: string | undefined }

/**
 * The rule for doctors: physicians (codes 202 to 209), dentists, podiatrists, optometrists and chiropractors. Students
 * and residents in training (390200000X) are none until they have a code of these.
 */
export function isDoctorTaxonomy(code: string): boolean {
  return doctorCode.test(code)
}

const doctorCode = /^(20[2-9]|1223|125Q|213E|152W|111N)[0-9A-Z]{5,6}X$/

/**
 * The label of a code in plain words, never the code itself. `nuccLabels` are those an operator has loaded, by code, and
 * come first.
 */
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

/**
 * The codes a text means: a taxonomy code in any case (also one that nobody has), a common word, a whole label, or words
 * that all stand in a label. `labels` are the codes in use with their labels; what is made of them is kept as long as the
 * map is, so pass the same map every time and never change it. Codes come in ascending order, each once: at least one,
 * but possibly none that is in use. Where nothing is meant, the nearest word or label that is known, if one is near enough.
 */
export function findSpecialty(text: string, labels: ReadonlyMap<string, string>): FoundSpecialty {
  const code = text.trim().toUpperCase()
  if (taxonomyCode.test(code)) return { codes: [code] }
  const index = indexOf(labels)
  const phrase = foldPhrase(text)
  const codes =
    index.codesByName.get(joinedKey(phrase)) ??
    index.codesByName.get(joinedKey(withoutFillers(phrase))) ??
    codesWithWords(phrase, index)
  return codes === undefined ? { nearest: nearestOf(text, index.names) } : { codes: [...codes] }
}

/** Makes what `findSpecialty` finds by, which otherwise the first to ask for these labels waits for. */
export function prepareSpecialties(labels: ReadonlyMap<string, string>): void {
  indexOf(labels)
}

const taxonomyCode = /^\d{2}[0-9A-Z]{7}X$/

/**
 * For codes that no label covers: classifications that have no code of their own, by four digits, and NUCC's broadest
 * groups, by two.
 */
const groupLabels: ReadonlyMap<string, string> = new Map([
  ['207S', 'Medical genetics'],
  ['207Z', 'Pathology'],
  ['2083', 'Preventive medicine'],
  ['2084', 'Psychiatry or neurology'],
  ['2085', 'Radiology'],
  ['10', 'Mental health provider'],
  ['11', 'Chiropractor'],
  ['12', 'Dental provider'],
  ['13', 'Nutrition provider'],
  ['14', 'Emergency medical service provider'],
  ['15', 'Eye care provider'],
  ['16', 'Nurse'],
  ['17', 'Other provider'],
  ['18', 'Pharmacist'],
  ['19', 'Group practice'],
  ['20', 'Physician'],
  ['21', 'Podiatry'],
  ['22', 'Rehabilitation provider'],
  ['23', 'Speech and hearing provider'],
  ['24', 'Technologist or technician'],
  ['25', 'Agency'],
  ['26', 'Clinic'],
  ['27', 'Hospital unit'],
  ['28', 'Hospital'],
  ['29', 'Laboratory'],
  ['30', 'Health plan'],
  ['31', 'Nursing or residential care facility'],
  ['32', 'Residential treatment facility'],
  ['33', 'Supplier'],
  ['34', 'Transport provider'],
  ['36', 'Advanced practice provider'],
  ['37', 'Care assistant'],
  ['38', 'Respite care'],
  ['39', 'Student or resident in training'],
  ['40', 'Other provider'],
])

let ownLabelsByCode: ReadonlyMap<string, string> | undefined

function ownLabels(): ReadonlyMap<string, string> {
  ownLabelsByCode ??= new Map(Object.entries({ ...physicianLabels, ...clinicianLabels, ...organizationLabels }))
  return ownLabelsByCode
}

interface SpecialtyIndex {
  /** Codes by the folded words and labels that stand for them. */
  codesByName: ReadonlyMap<string, readonly string[]>
  /** The codes in use, with the words of their labels. */
  labelWords: readonly (readonly [code: string, words: ReadonlySet<string>])[]
  /** Everything one could have meant, as one would write it. */
  names: ReadonlySet<string>
}

const indexes = new WeakMap<ReadonlyMap<string, string>, SpecialtyIndex>()

function indexOf(labels: ReadonlyMap<string, string>): SpecialtyIndex {
  const known = indexes.get(labels)
  if (known !== undefined) return known
  const made = makeIndex(labels)
  indexes.set(labels, made)
  return made
}

function makeIndex(labels: ReadonlyMap<string, string>): SpecialtyIndex {
  const codesByLabel = new Map<string, string[]>()
  for (const [code, label] of [...labels, ...ownLabels()]) {
    const key = joinedKey(foldPhrase(label))
    codesByLabel.set(key, [...(codesByLabel.get(key) ?? []), code])
  }
  // A word comes before a label of the same name: "Cardiology" means the field, not its one code.
  const codesByName = new Map([...codesByLabel].map(([key, codes]) => [key, ascending(codes)]))
  const allCodes = [...labels.keys(), ...ownLabels().keys()]
  for (const [words, patterns] of specialtyWords) {
    const codes = ascending(patterns.split(' ').flatMap((pattern) => matching(pattern, allCodes)))
    for (const word of words.split(', ')) codesByName.set(joinedKey(foldPhrase(word)), codes)
  }
  codesByName.delete('')
  return {
    codesByName,
    labelWords: [...labels].map(([code, label]) => [code, new Set(foldPhrase(label))]),
    names: new Set([...specialtyWords.flatMap(([words]) => words.split(', ')), ...labels.values()]),
  }
}

/** The codes a pattern of specialty-words.ts stands for. */
function matching(pattern: string, codes: readonly string[]): string[] {
  if (!pattern.endsWith('*')) return [pattern]
  const prefix = pattern.slice(0, -1)
  return codes.filter((code) => code.startsWith(prefix))
}

/** Codes in use whose label holds every word of the phrase. */
function codesWithWords(phrase: readonly string[], { labelWords }: SpecialtyIndex): string[] | undefined {
  if (phrase.length === 0) return undefined
  const found = labelWords.filter(([, words]) => phrase.every((word) => words.has(word)))
  return found.length === 0 ? undefined : ascending(found.map(([code]) => code))
}

const ascending = (codes: readonly string[]): string[] => [...new Set(codes)].sort()
