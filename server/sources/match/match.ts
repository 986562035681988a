/**
 * Whether a row of a primary source is of the person asked for. License numbers and NPIs tell people apart; a name
 * alone is never more than possible, since people share names. What leaves a doubt is possible too: a person decides.
 */
import { hasValidCheckDigit } from '#registry/npi'
import type { ExclusionRow, LicenseRow, PersonName } from '../source-list.ts'
import { basisOf, type Evidence, type NpiAgreement, sentences } from './basis.ts'
import { compareNumbers, type NumberAgreement, professionKey } from './license-number.ts'
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
  /** What led to the verdict: "number and last name agree; first name is a nickname". */
  basis: string
}

export function matchLicense(asked: Person & License, row: Listed<LicenseRow>): Match {
  const names = compareNames(namesOf(asked), namesOf(row))
  const [state, listState] = [asked.state, row.listState ?? ''].map(stateKey)
  if (names === undefined) return { verdict: 'insufficient', basis: sentences.nameMissing }
  if (state === '' || listState === '') return { verdict: 'insufficient', basis: sentences.stateMissing }
  if (state !== listState) return { verdict: 'no_match', basis: sentences.otherState }
  const [profession, rowProfession] = [asked, row].map((one) => professionKey(one.profession))
  const isProfessionKnown = profession !== '' && rowProfession !== ''
  if (isProfessionKnown && profession !== rowProfession) {
    return { verdict: 'no_match', basis: sentences.otherProfession }
  }
  const number = compareNumbers(state, profession || rowProfession, asked.number, row.number)
  const npi = compareNpis(asked.npi, row.npi === null ? [] : [row.npi])
  const evidence = { number, npi, names }
  if (number === 'differs' && npi === 'same' && (lastAgrees(names) || firstAgrees(names))) {
    return { verdict: 'possible', basis: basisOf(evidence, sentences.numberDiffers) }
  }
  if (number === 'differs') return { verdict: 'no_match', basis: sentences.numberDiffers }
  const found = judge(evidence, true)
  if (found.verdict !== 'match' || isProfessionKnown) return found
  return { verdict: 'possible', basis: `${found.basis}; ${sentences.profession}` }
}

/** A row names no profession, so a license number alone is no proof where the names leave a doubt. */
export function matchExclusion(asked: Person & { licenses: readonly License[] }, row: Listed<ExclusionRow>): Match {
  const persons = row.name === null ? row.otherNames : [row.name, ...row.otherNames]
  const names = compareNames(namesOf(asked), persons)
  const npi = compareNpis(asked.npi, row.npis)
  if (!hasName(namesOf(asked)) || (!hasName(persons) && row.organization === null)) {
    return { verdict: 'insufficient', basis: sentences.nameMissing }
  }
  if (npi === 'differs') return { verdict: 'no_match', basis: sentences.npiDiffers }
  const number = listedNumber(asked.licenses, row)
  const evidence = { number, npi, names }
  // Lists hold wrong NPIs, but one that is listed is for a person to look at, whatever the name.
  if (npi === 'same' && names === undefined) {
    return { verdict: 'possible', basis: basisOf(evidence, sentences.organization) }
  }
  if (names === undefined) return { verdict: 'no_match', basis: sentences.organization }
  if (npi === 'same' && !lastAgrees(names) && !firstAgrees(names)) {
    return { verdict: 'possible', basis: basisOf(evidence) }
  }
  return judge({ number, npi, names }, npi === 'same')
}

/** `isProven`: number or NPI tell the person from a namesake by themselves. */
function judge(evidence: Evidence & { names: NameAgreement }, isProven: boolean): Match {
  const { number, npi, names } = evidence
  if (npi === 'differs') return { verdict: 'no_match', basis: sentences.npiDiffers }
  const [last, first] = [lastAgrees(names), firstAgrees(names)]
  const hasNumber = number === 'same' || number === 'but_for_prefix'
  if (!last && !first) {
    const basis = hasNumber
      ? sentences.numberOfAnother
      : npi === 'same'
        ? sentences.npiOfAnother
        : sentences.nameDiffers
    return { verdict: 'no_match', basis }
  }
  if (!hasNumber && npi !== 'same') {
    if (!last || !first) return { verdict: 'no_match', basis: sentences.nameDiffers }
    return { verdict: 'possible', basis: basisOf(evidence, sentences.nameAlone) }
  }
  const isNamesake = names.middleDiffers && (!isProven || (number === 'but_for_prefix' && npi !== 'same'))
  const isOne = last && first && !names.suffixDiffers && !isNamesake && (isProven || names.first !== 'initial')
  return { verdict: isOne ? 'match' : 'possible', basis: basisOf(evidence) }
}

function listedNumber(licenses: readonly License[], row: Listed<ExclusionRow>): NumberAgreement {
  const agreements = row.licenseNumbers.flatMap((number) => {
    // "MD11722 (OR)" is a license of another state than the list's.
    const [, named] = /\(([A-Z]{2})\.?\)\s*$/i.exec(number) ?? []
    const state = stateKey(named ?? row.listState ?? row.state ?? '')
    const ofState = licenses.filter((license) => state !== '' && stateKey(license.state) === state)
    return ofState.map((license) => compareNumbers(state, license.profession, license.number, number))
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

function stateKey(state: string): string {
  return state.trim().toUpperCase()
}
