/**
 * Whether a row of a primary source is of the person asked for. License numbers and NPIs tell people apart; a name
 * alone is never more than possible, since people share names. What leaves a doubt is possible too: a person decides.
 */
import { hasValidCheckDigit } from '#registry/npi'
import { queryWords } from '#registry/search/words'
import type { ExclusionRow, LicenseRow, PersonName } from '../source-list.ts'
import { basisOf, type Evidence, type NpiAgreement, sentences } from './basis.ts'
import { compareNumbers, type NumberAgreement, professionKeys, stateKey } from './license-number.ts'
import { compareNames, firstAgrees, hasName, lastAgrees, type NameAgreement } from './person-name.ts'

export interface Person {
  name: PersonName
  /** Former names and aliases. */
  otherNames: readonly PersonName[]
  npi: string | null
}

/** `state` is two letters; what is not known is empty. */
export interface License {
  state: string
  profession: string
  number: string
}

/** A row with the state of its list; null for federal lists. */
export type Listed<Row> = Row & { listState: string | null }

/** Insufficient: something is missing without which nothing can be said. */
export interface Match {
  verdict: 'match' | 'possible' | 'no_match' | 'insufficient'
  /** The reason for the verdict: "number and last name agree; first name is a nickname". */
  basis: string
}

export function matchLicense(asked: Person & License, row: Listed<LicenseRow>): Match {
  const names = compareNames(namesOf(asked), namesOf(row))
  const [state, listState] = [asked.state, row.listState ?? ''].map(stateKey)
  if (names === undefined) return verdict('insufficient', sentences.nameMissing)
  if (state === '' || listState === '') return verdict('insufficient', sentences.stateMissing)
  if (state !== listState) return verdict('no_match', sentences.otherState)
  const [ours, theirs] = [professionKeys(asked.profession), professionKeys(row.profession)]
  const isProfessionKnown = ours.length > 0 && theirs.length > 0
  const professions = isProfessionKnown ? ours.filter((one) => theirs.includes(one)) : [...ours, ...theirs]
  if (isProfessionKnown && professions.length === 0) return verdict('no_match', sentences.otherProfession)
  const number = compareNumbers(state, professions, asked.number, row.number)
  const npi = compareNpis(asked.npi, row.npi === null ? [] : [row.npi])
  const evidence = { number, npi, names }
  if (npi === 'differs') return verdict('no_match', sentences.npiDiffers)
  if (number === 'differs') {
    const isPossible = npi === 'same' && (lastAgrees(names) || firstAgrees(names))
    if (!isPossible) return verdict('no_match', sentences.numberDiffers)
    return verdict('possible', basisOf(evidence, sentences.numberDiffers))
  }
  const found = judge(evidence, true)
  if (found.verdict !== 'match' || isProfessionKnown) return found
  return verdict('possible', basisOf(evidence, sentences.profession))
}

/** A row names no profession, so a license number is no proof where its prefix or the names leave a doubt. */
export function matchExclusion(asked: Person & { licenses: readonly License[] }, row: Listed<ExclusionRow>): Match {
  const persons = row.name === null ? row.otherNames : [row.name, ...row.otherNames]
  if (!hasName(namesOf(asked)) || (!hasName(persons) && row.organization === null)) {
    return verdict('insufficient', sentences.nameMissing)
  }
  const names = compareNames(namesOf(asked), persons)
  const evidence = { number: listedNumber(asked.licenses, row), npi: compareNpis(asked.npi, row.npis), names }
  const isListed = evidence.npi === 'same'
  if (evidence.npi === 'differs') return verdict('no_match', sentences.npiDiffers)
  if (names === undefined) {
    if (!isListed) return verdict('no_match', sentences.organization)
    return verdict('possible', basisOf(evidence, sentences.organization))
  }
  // Lists hold wrong NPIs, but one that is listed is for a person to look at, whatever the name.
  if (isListed && !lastAgrees(names) && !firstAgrees(names)) return verdict('possible', basisOf(evidence))
  return judge({ ...evidence, names }, isListed)
}

/** Names alone are never more than possible; an NPI with another name is for a person to look at. */
export function matchOrganization(asked: { npi: string; names: readonly string[] }, row: ExclusionRow): Match {
  const npi = compareNpis(asked.npi, row.npis)
  const listed = businessKey(row.organization ?? '')
  const isNamed = listed !== '' && asked.names.some((name) => businessKey(name) === listed)
  if (npi === 'differs') return verdict('no_match', sentences.npiDiffers)
  if (npi === 'same') {
    if (isNamed) return verdict('match', sentences.npiAndName)
    return verdict('possible', basisOf({ number: 'missing', npi, names: undefined }, sentences.nameDiffers))
  }
  return isNamed ? verdict('possible', sentences.nameAlone) : verdict('no_match', sentences.nameDiffers)
}

/** What names of organizations are compared by: letters and digits, without the legal form at the end. */
export function businessKey(name: string): string {
  const words = queryWords(name.replaceAll('.', ''))
  while (words.length > 1 && legalForms.has(words[words.length - 1] ?? '')) words.pop()
  return words.join('')
}

const legalForms = new Set('llc inc incorporated pc pa corp corporation co company ltd pllc lp llp'.split(' '))

/** `isProven`: number or NPI tell the person from a namesake by themselves. */
function judge(evidence: Evidence & { names: NameAgreement }, isProven: boolean): Match {
  const { number, npi, names } = evidence
  const [last, first] = [lastAgrees(names), firstAgrees(names)]
  const hasNumber = number === 'same' || number === 'but_for_prefix'
  if (!last && !first && hasNumber) return verdict('no_match', sentences.numberOfAnother)
  if (!last && !first && npi === 'same') return verdict('no_match', sentences.npiOfAnother)
  if (!hasNumber && npi !== 'same') {
    if (!last || !first) return verdict('no_match', sentences.nameDiffers)
    return verdict('possible', basisOf(evidence, sentences.nameAlone))
  }
  const lacksPrefix = number === 'but_for_prefix' && npi !== 'same'
  const isDoubted = isProven
    ? lacksPrefix && names.middleDiffers
    : lacksPrefix || names.middleDiffers || names.first === 'initial'
  const isOne = last && first && !names.suffixDiffers && !isDoubted
  return verdict(isOne ? 'match' : 'possible', basisOf(evidence))
}

function verdict(verdict: Match['verdict'], basis: string): Match {
  return { verdict, basis }
}

function listedNumber(licenses: readonly License[], row: Listed<ExclusionRow>): NumberAgreement {
  const agreements = row.licenseNumbers.flatMap((number) => {
    // "MD11722 (OR)" is a license of another state than the list's.
    const [, named] = /\(([A-Z]{2})\.?\)\s*$/i.exec(number) ?? []
    const state = stateKey(named ?? row.listState ?? row.state ?? '')
    const ofState = licenses.filter((license) => state !== '' && stateKey(license.state) === state)
    return ofState.map((license) => compareNumbers(state, professionKeys(license.profession), license.number, number))
  })
  return agreements.find((one) => one === 'same') ?? agreements.find((one) => one === 'but_for_prefix') ?? 'missing'
}

function compareNpis(asked: string | null, listed: readonly string[]): NpiAgreement {
  const valid = listed.filter(hasValidCheckDigit)
  if (asked === null || !hasValidCheckDigit(asked) || valid.length === 0) return 'missing'
  return valid.includes(asked) ? 'same' : 'differs'
}

function namesOf({ name, otherNames }: Pick<LicenseRow, 'name' | 'otherNames'>): PersonName[] {
  return [name, ...otherNames]
}
