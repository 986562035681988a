/** What rows of lists are looked up by: keys of one letter for what it is, and the folded text. */
import { licenseNumberKey } from './match/license-number.ts'
import { businessKey } from './match/match.ts'
import type { AnyRow, MedicareRow, PersonName, SourceList } from './source-list.ts'

const suffix = /[\s,]+(JR|SR|II|III|IV)\.?$/

/** In capitals, letters only, without accents and suffixes such as JR, as names are compared. */
function foldedName(name: string): string {
  const capitals = name.normalize('NFKD').toUpperCase().trim()
  return capitals.replace(suffix, '').replace(/[^A-Z]/g, '')
}

export const npiKey = (npi: string): string => `i${npi}`

/** Undefined unless there are letters in both. */
export function nameKey({ last, first }: Pick<PersonName, 'last' | 'first'>): string | undefined {
  const [lastName, firstName] = [foldedName(last), foldedName(first)]
  return lastName === '' || firstName === '' ? undefined : `n${lastName}|${firstName}`
}

/** An index has no room for the longest names. */
const organizationLengthMax = 100

/** Undefined unless there is a letter in it. Lists of earlier versions have it by migration 0047. */
export function organizationKey(name: string): string | undefined {
  const key = businessKey(name)
  return /[a-z]/.test(key) ? `o${key.slice(0, organizationLengthMax)}` : undefined
}

/** Undefined for what is no number. */
export function numberKey(state: string, number: string): string | undefined {
  const key = licenseNumberKey(state, number)
  return key === '' ? undefined : `l${key}`
}

export const enrollmentKey = (id: string): string => `e${id.replace(/\W/g, '')}`

/** Each once. */
export function keysOf(list: Pick<SourceList, 'state' | 'supplementName'>, row: AnyRow): string[] {
  return [...new Set(allKeys(list, row).filter((key) => key !== undefined))]
}

function allKeys(list: Pick<SourceList, 'state' | 'supplementName'>, row: AnyRow): (string | undefined)[] {
  if ('fact' in row) return medicareKeys(row)
  const state = row.state ?? list.state ?? ''
  if ('profession' in row) {
    const { npi, name, otherNames, number } = row
    const own = [numberKey(state, number), npi === null ? undefined : npiKey(npi)]
    return [...own, nameKey(name), ...otherNames.map(nameKey)]
  }
  const { npis, name, otherNames, licenseNumbers, organization, since } = row
  const folded = `${foldedName(name?.last ?? '')}|${foldedName(name?.first ?? '')}|${foldedName(organization ?? '')}`
  return [
    ...npis.map(npiKey),
    ...(name === null ? otherNames : [name, ...otherNames]).map(nameKey),
    organizationKey(organization ?? ''),
    ...licenseNumbers.map((number) => numberKey(list.state ?? state, number)),
    // By this a row of a supplement finds the one whose place it takes.
    ...(list.supplementName === undefined ? [] : [`s${folded}|${npis.join('|')}|${since}`]),
  ]
}

function medicareKeys(row: MedicareRow): string[] {
  switch (row.fact) {
    case 'enrollment':
      return [npiKey(row.npi), enrollmentKey(row.enrollmentId)]
    case 'reassignment':
      return [enrollmentKey(row.enrollmentId), enrollmentKey(row.toEnrollmentId)]
    default:
      return [npiKey(row.npi)]
  }
}
