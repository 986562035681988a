/** Indiana: a title line first, two NPIs divided by "/", several places in a cell. */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

const npis = 'National Provider Identification (NPI)'

export const inFssa = exclusionList(
  {
    name: 'in-fssa',
    title: 'Indiana FSSA, Provider Terminations',
    state: 'IN',
    layouts: [['Provider Name', npis, 'Service Location Address', 'Termination Effective Date']],
    page: 'https://www.in.gov/fssa/ompp/provider-information/termination-of-provider-participation-in-medicaid-and-chip/',
  },
  {
    parties: (fields) => [partyOf(fields('Provider Name'), 'first last')],
    nameColumn: 'Provider Name',
    npis,
    since: 'Termination Effective Date',
    basis: [],
    basisOfAll: 'Termination',
    address: 'Service Location Address',
  },
)
