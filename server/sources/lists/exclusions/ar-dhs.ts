/** Arkansas: no NPI, date or license; a person, a facility or both. */
import { partyOf } from '../../cells.ts'
import { doingBusinessAs, exclusionList } from '../../exclusion-reader.ts'

export const arDhs = exclusionList(
  {
    name: 'ar-dhs',
    title: 'Arkansas DHS, Excluded Provider List',
    state: 'AR',
    layouts: [['Division', 'Facility Name', 'Provider Name', 'City', 'State', 'Zip']],
    page: 'https://dhs.arkansas.gov/dhs/portal/Exclusions/PublicSearch/',
  },
  {
    parties: (fields) => [doingBusinessAs(partyOf(fields('Provider Name'), 'last first'), fields('Facility Name'))],
    nameColumn: 'Provider Name',
    basis: ['Division'],
    basisOfAll: 'Excluded',
    city: 'City',
    state: 'State',
  },
  {
    address: 'https://dhs.arkansas.gov/dhs/portal/exclusions/publicsearch/Download',
  },
)
