/** New York: "LAST FIRST M", padded, with credentials; the type of provider tells businesses. Older files have tabs. */
import { partyOf } from '../../cells.ts'
import { doingBusinessAs, exclusionList } from '../../exclusion-reader.ts'

const businessTypes =
  /^(?!owner|director).*\b(pharmacy|business|company|corporation|practice|group|laboratory|clinic|center|agency|supplier|school)$/i

export const nyOmig = exclusionList(
  {
    name: 'ny-omig',
    title: 'New York OMIG, Medicaid Exclusions',
    state: 'NY',
    layouts: [
      ['provider_name', 'license_num', 'npi_num', 'provider_type', 'exclusion_effective_date'],
      ['PROVIDER_NAME', 'LICENSE_NUMBER', 'NPI_Number', 'PROVIDER_TYPE', 'SANCTION_DATE', 'ACTION_TYPE'],
    ],
    page: 'https://omig.ny.gov/medicaid-fraud/medicaid-exclusions',
  },
  {
    parties: (fields) => {
      const name = fields('provider_name')
      // A practice under its owner's name is both.
      return [doingBusinessAs(partyOf(name, 'last first'), businessTypes.test(fields('provider_type')) ? name : '')]
    },
    nameColumn: 'provider_name',
    npis: 'npi_num|NPI_Number',
    licenses: 'license_num|LICENSE_NUMBER',
    since: 'exclusion_effective_date|SANCTION_DATE',
    basis: ['ACTION_TYPE'],
    basisOfAll: 'Exclusion',
  },
  { address: 'https://apps.omig.ny.gov/exclusions/exporttoexcel.aspx' },
)
