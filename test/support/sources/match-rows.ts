/** Rows and people for tests of matching, with what a test does not name left plain. */
import type { License, Listed, Person } from '#server/sources/match/match'
import type { ExclusionRow, LicenseRow, PersonName } from '#server/sources/source-list'

/** "Last, First Middle, Suffix", as lists write names; the last two may be missing. */
export function nameOf(text: string): PersonName {
  const [last = '', given = '', suffix = ''] = text.split(',').map((part) => part.trim())
  const [first = '', ...middle] = given.split(' ')
  return { last, first, middle: middle.join(' '), suffix }
}

export function licenseRow(row: Partial<Listed<LicenseRow>>): Listed<LicenseRow> {
  return {
    listState: 'CO',
    profession: 'RN',
    number: '',
    npi: null,
    name: nameOf('Rivera, Anna'),
    otherNames: [],
    status: 'active',
    statusText: 'Active',
    issuedOn: null,
    expiresOn: null,
    discipline: null,
    disciplinedOn: null,
    ...row,
  }
}

export function exclusionRow(row: Partial<Listed<ExclusionRow>>): Listed<ExclusionRow> {
  return {
    listState: null,
    npis: [],
    name: nameOf('Rivera, Anna'),
    organization: null,
    otherNames: [],
    licenseNumbers: [],
    city: null,
    state: null,
    basis: '1128a1',
    since: '2020-01-20',
    until: null,
    waiverState: null,
    ...row,
  }
}

export function licenseAsked(asked: Partial<Person & License>): Person & License {
  return {
    name: nameOf('Rivera, Anna'),
    otherNames: [],
    npi: null,
    state: 'CO',
    profession: 'RN',
    number: '',
    ...asked,
  }
}
