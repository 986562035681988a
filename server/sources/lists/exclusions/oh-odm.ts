/** Ohio: one list in two files, of people and of organizations, each a list of its own. */
import { partyOf } from '../../cells.ts'
import { exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

const page =
  'https://medicaid.ohio.gov/wps/portal/gov/medicaid/resources-for-providers/enrollment-and-support/provider-enrollment/provider-exclusion-and-suspension-list'
const common = { npis: 'NPI', since: 'Action Date', basis: ['Status'] }

export const ohOdmIndividuals = exclusionList(
  {
    name: 'oh-odm-individuals',
    title: 'Ohio ODM, Provider Exclusion and Suspension List, individuals',
    state: 'OH',
    layouts: [['Last Name', 'First Name', 'Middle Name', 'NPI', 'Provider ID', 'Status', 'Action Date', 'Date Added']],
    page,
  },
  {
    ...common,
    parties: (fields) => [partyOfColumns(fields('Last Name'), fields('First Name'), fields('Middle Name'))],
    nameColumn: 'Last Name',
  },
)

export const ohOdmOrganizations = exclusionList(
  {
    name: 'oh-odm-organizations',
    title: 'Ohio ODM, Provider Exclusion and Suspension List, organizations',
    state: 'OH',
    layouts: [['NPI', 'Organization Name', 'City', 'State', 'Provider ID', 'Status', 'Action Date', 'Date Added']],
    page,
  },
  {
    ...common,
    parties: (fields) => [partyOf(fields('Organization Name'), 'first last', true)],
    nameColumn: 'Organization Name',
    city: 'City',
    state: 'State',
  },
)
