/** Kentucky: two title lines; "N/A" for the first name of a practice. */
import { exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

const last = 'Last Name or Practice Name'

export const kyDms = exclusionList(
  {
    name: 'ky-dms',
    title: 'Kentucky DMS, Terminated and Excluded Providers',
    state: 'KY',
    layouts: [['First Name', last, 'NPI', 'License', 'Effective Date', 'Reason for Term/Exclusion']],
    page: 'https://www.chfs.ky.gov/agencies/dms/dpi/pe/Pages/terminated.aspx',
  },
  {
    parties: (fields) => [partyOfColumns(fields(last), fields('First Name'))],
    nameColumn: last,
    npis: 'NPI',
    licenses: 'License',
    since: 'Effective Date',
    basis: ['Reason for Term/Exclusion'],
    basisOfAll: 'Terminated or excluded',
  },
  {
    address: 'https://www.chfs.ky.gov/agencies/dms/dpi/pe/Documents/KYMedicaidTerminationList.xlsx',
  },
)
