/** Illinois: people as "LAST FIRST M". The affiliation of a barred person is no party to the row. */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

export const ilHfs = exclusionList(
  {
    name: 'il-hfs',
    title: 'Illinois HFS-OIG, Provider Sanctions',
    state: 'IL',
    layouts: [
      [
        'Provider Name',
        'License #',
        'NPI',
        'Provider Type',
        'Affiliation',
        'Action Date',
        'Action Type',
        'City',
        'State',
      ],
    ],
    page: 'https://hfs.illinois.gov',
  },
  {
    parties: (fields) => [partyOf(fields('Provider Name'), 'last first')],
    nameColumn: 'Provider Name',
    npis: 'NPI',
    licenses: 'License #',
    since: 'Action Date',
    basis: ['Action Type'],
    city: 'City',
    state: 'State',
  },
)
