/**
 * Louisiana: a day in "Reinstate" ends a row, 12/31/9999 there does not. The affiliated entity is the employer, no
 * party to the row.
 */
import { exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

const last = 'Last Name or Entity Name'

export const laLdh = exclusionList(
  {
    name: 'la-ldh',
    title: 'Louisiana LDH, Adverse Actions List',
    state: 'LA',
    layouts: [['First Name', last, 'NPI#', 'Reason for Exclusion', 'Type of Exclusion', 'Effective Date', 'Reinstate']],
    page: 'https://adverseactions.ldh.la.gov/SelSearch/',
  },
  {
    parties: (fields) => [partyOfColumns(fields(last), fields('First Name'))],
    nameColumn: last,
    npis: 'NPI#',
    since: 'Effective Date',
    until: 'Reinstate',
    basis: ['Type of Exclusion', 'Reason for Exclusion', 'Reason for Termination'],
    address: 'State and Zip',
  },
  {
    address: 'https://adverseactions.ldh.la.gov/SelSearch/SelSearch/Export',
  },
)
