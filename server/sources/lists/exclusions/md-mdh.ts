/** Maryland: organizations stand in the last name's column; notes below the rows explain the codes of sanctions. */
import { exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

const last = 'LAST NAME/ORGANIZATION'

export const mdMdh = exclusionList(
  {
    name: 'md-mdh',
    title: 'Maryland MDH, Sanctioned Providers',
    state: 'MD',
    layouts: [
      [last, 'FIRST NAME', 'SANCTION TYPE', 'NPI', 'LICENSE NO', 'TERMINATION/SANCTION DATE', 'CITY/STATE/ZIP'],
    ],
    page: 'https://health.maryland.gov/mmcp/provider/Pages/sanctioned_list.aspx',
  },
  {
    parties: (fields) => [partyOfColumns(fields(last), fields('FIRST NAME'))],
    nameColumn: last,
    npis: 'NPI',
    licenses: 'LICENSE NO',
    since: 'TERMINATION/SANCTION DATE',
    basis: ['SANCTION TYPE'],
    basisOfAll: 'Sanctioned',
    hasHeadings: true,
    address: 'CITY/STATE/ZIP',
  },
)
