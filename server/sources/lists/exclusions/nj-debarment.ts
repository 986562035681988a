/** New Jersey: a day in "Expiration Date" ends a row, "PERMANENT" and "DECEASED" there do not. */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

export const njDebarment = exclusionList(
  {
    name: 'nj-debarment',
    title: 'New Jersey Medicaid Fraud Division, Consolidated Debarment Report',
    state: 'NJ',
    layouts: [['Provider Name', 'Title', 'NPI', 'City', 'State', 'Action', 'Effective Date', 'Expiration Date']],
    page: 'https://www.nj.gov/comptroller/',
  },
  {
    parties: (fields) => [partyOf(fields('Provider Name'), 'last first')],
    nameColumn: 'Provider Name',
    npis: 'NPI',
    since: 'Effective Date',
    until: 'Expiration Date',
    basis: ['Action'],
    city: 'City',
    state: 'State',
  },
)
