/** Arizona: "SSN" for an NPI marks a person, some as "LAST/FIRST"; a term of five years ends, a permanent one not. */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

export const azAhcccs = exclusionList(
  {
    name: 'az-ahcccs',
    title: 'Arizona AHCCCS, Provider Exclusions',
    state: 'AZ',
    layouts: [['NPI', 'Provider Name', 'Exclusion Effective Date', 'Exclusion End Date']],
    page: 'https://www.azahcccs.gov/Fraud/Providers/actions.html',
  },
  {
    parties: (fields) => [
      partyOf(
        fields('Provider Name').replace(/^(\w+)\/(\w+)$/, '$1, $2'),
        'first last',
        fields('NPI').toUpperCase() === 'SSN' ? false : undefined,
      ),
    ],
    nameColumn: 'Provider Name',
    npis: 'NPI',
    since: 'Exclusion Effective Date',
    until: 'Exclusion End Date',
    basis: [],
    basisOfAll: 'Exclusion',
  },
)
