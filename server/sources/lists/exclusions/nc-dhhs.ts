/** North Carolina: header on line 7. Its notes say that the exclusion is of the entity only, not of its owner. */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

const npis = 'NPI/ATYPICAL ID (EXCLUDED)'

export const ncDhhs = exclusionList(
  {
    name: 'nc-dhhs',
    title: 'North Carolina DHHS, State Excluded Providers List',
    state: 'NC',
    layouts: [['EXCLUDED ENTITY', npis, 'EFFECTIVE DATE', 'REASON FOR EXCLUSION', 'CITY', 'STATE']],
    page: 'https://medicaid.ncdhhs.gov/providers/excluded-providers',
  },
  {
    parties: (fields) => [partyOf(fields('EXCLUDED ENTITY'), 'first last')],
    nameColumn: 'EXCLUDED ENTITY',
    npis,
    since: 'EFFECTIVE DATE',
    basis: ['REASON FOR EXCLUSION'],
    city: 'CITY',
    state: 'STATE',
  },
)
