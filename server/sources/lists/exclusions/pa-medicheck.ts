/**
 * Pennsylvania: people in columns, their names on file in aliases, businesses in two columns; a past "EndDate" ends a
 * row, 12/31/2299 does not. The layout of 2016 is the same but for the FEIN.
 */
import { partyOf } from '../../cells.ts'
import { alsoKnownAs, doingBusinessAs, exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

const part = (name: string) => `NAM_${name}_PROVR`

export const paMedicheck = exclusionList(
  {
    name: 'pa-medicheck',
    title: 'Pennsylvania DHS, MediCheck Precluded Providers',
    state: 'PA',
    layouts: [
      ['ProviderName', 'LicenseNumber', 'Status', 'BeginDate', 'EndDate', part('LAST'), part('FIRST'), 'IDN_NPI'],
    ],
    page: 'https://www.pa.gov/agencies/dhs/report-fraud/medicheck-list',
  },
  {
    parties: (fields) => {
      const [last, first, middle, suffix] = ['LAST', 'FIRST', 'MIDDLE', 'SUFFIX'].map((name) => fields(part(name)))
      const person = first === '' ? null : partyOfColumns(last ?? '', first ?? '', middle, suffix)
      const named = doingBusinessAs(person, fields('NAM_BUSNS_MP')) ?? partyOf(fields('ProviderName'), 'first last')
      return [alsoKnownAs(named, fields('NAM_PROVR_ALT'))]
    },
    nameColumn: 'ProviderName',
    npis: 'IDN_NPI',
    licenses: 'LicenseNumber',
    since: 'BeginDate',
    until: 'EndDate',
    basis: ['Status'],
    basisOfAll: 'Precluded',
  },
)
