/** Montana: aliases in brackets, or in rows of their own below the person's ("a.k.a. Ann Roe") without a date. */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

const name = 'Terminated/Excluded Provider(s)'

export const mtDphhs = exclusionList(
  {
    name: 'mt-dphhs',
    title: 'Montana DPHHS, Terminated or Excluded Providers',
    state: 'MT',
    layouts: [[name, 'Healthcare Profession', 'NPI', 'Effective Date', 'column 5']],
    page: 'https://dphhs.mt.gov/montanahealthcareprograms/terminatedexcludedproviders',
  },
  {
    parties: (fields) => [partyOf(fields(name), /^a\.?k/i.test(fields(name)) ? 'first last' : 'last first')],
    nameColumn: name,
    npis: 'NPI',
    since: 'Effective Date',
    basis: ['column 5'],
    basisOfAll: 'Another name of the provider above it in the list',
  },
)
