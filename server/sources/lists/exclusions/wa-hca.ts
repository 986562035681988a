/** Washington: a cell names several, line by line: people make a row each, with the businesses named beside them. */
import { type Party, partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

export const waHca = exclusionList(
  {
    name: 'wa-hca',
    title: 'Washington HCA, Provider Termination and Exclusion List',
    state: 'WA',
    layouts: [['Name', 'License #', 'NPI # or P1 #', 'Date of Exclusion', 'Action']],
    page: 'https://www.hca.wa.gov/billers-providers-partners/become-apple-health-provider/provider-termination-and-exclusion-list',
  },
  {
    parties: (fields) => partiesOfLines(fields('Name').split('\n')),
    nameColumn: 'Name',
    npis: 'NPI # or P1 #',
    licenses: 'License #',
    since: 'Date of Exclusion',
    basis: ['Action'],
  },
)

function partiesOfLines(lines: readonly string[]): Party[] {
  const parties = lines
    .map((line) => partyOf(line.replace(/^\s*dba\b:?/i, ''), 'last first'))
    .filter((party) => party !== null)
  const people = parties.filter(({ name }) => name !== null)
  const businesses = parties.map(({ organization }) => organization).filter((name) => name !== null)
  const organization = businesses.length === 0 ? null : businesses.join('; ')
  return people.length > 0
    ? people.map((person) => ({ ...person, organization }))
    : parties.slice(0, 1).map((party) => ({ ...party, organization }))
}
