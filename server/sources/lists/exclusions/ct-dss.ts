/** Connecticut: "," for a name where only the business acted; a term such as "5 years" does not end a row by itself. */
import { partyOf } from '../../cells.ts'
import { doingBusinessAs, exclusionList } from '../../exclusion-reader.ts'

export const ctDss = exclusionList(
  {
    name: 'ct-dss',
    title: 'Connecticut DSS, Quality Assurance Administrative Actions List',
    state: 'CT',
    layouts: [['Name', 'Business', 'Specialty', 'Address', 'Effective Date', 'Period', 'Administrative Action']],
    page: 'https://portal.ct.gov/DSS/Quality-Assurance/Quality-Assurance-Administrative-Actions-List',
  },
  {
    parties: (fields) => [doingBusinessAs(partyOf(fields('Name'), 'last first'), fields('Business'))],
    nameColumn: 'Name',
    since: 'Effective Date',
    basis: ['Administrative Action', 'Period'],
    address: 'Address',
  },
)
