/** Alaska: names in capitals; organizations have a hyphen for a first name. */
import { exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

export const akMedicaid = exclusionList(
  {
    name: 'ak-medicaid',
    title: 'Alaska Department of Health, Medical Assistance Excluded Provider List',
    state: 'AK',
    layouts: [
      ['Exclusion Date', 'Last Name', 'First Name', 'Provider Type', 'Exclusion Authority', 'Exclusion Reason'],
    ],
    page: 'https://health.alaska.gov/en/office-of-the-commissioner/medicaid-program-integrity/',
  },
  {
    parties: (fields) => [partyOfColumns(fields('Last Name'), fields('First Name'))],
    nameColumn: 'Last Name',
    since: 'Exclusion Date',
    basis: ['Exclusion Reason', 'Exclusion Authority'],
  },
)
