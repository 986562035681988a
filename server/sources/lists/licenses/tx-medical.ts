import type { Fields } from '../../source-list.ts'
import { knownProfessions, licenseList, portalLayouts } from './license-list.ts'

/** Words of the two columns of discipline that end or halt a license; others leave it as registered. */
const statuses = {
  revoked: 'revoked',
  'revoked by board': 'revoked',
  suspended: 'suspended',
  'suspended by board': 'suspended',
  'temporarily suspended': 'suspended',
  'cancelled by board': 'inactive',
  'automatic licensure cancelled': 'inactive',
  'currently licensed y': 'active',
  'currently licensed n': 'inactive',
} as const

export const txMedical = licenseList({
  name: 'tx-medical',
  title: 'Texas Medical Board, all licenses',
  state: 'TX',
  layouts: portalLayouts([
    'license_type',
    'first_name',
    'middle_name',
    'last_name',
    'license_number',
    'license_expiration_date',
    'registration_status',
    'disciplinary_status',
    'license_status',
    'degree',
    'currently_licensed',
  ]),
  address: 'https://data.texas.gov/resource/tm3v-pfq9.csv?$limit=50000000',
  page: 'https://data.texas.gov/d/tm3v-pfq9',
  rhythmDays: 1,
  terms: 'Public record of the State of Texas.',
  wholeRollOf: knownProfessions.filter((profession) => /^(MD|DO|PA)$/.test(profession)),
  columns: {
    number: 'license_number',
    name: { last: 'last_name', first: 'first_name', middle: 'middle_name' },
    profession: 'license_type',
    degree: 'degree',
    status: {
      column: 'license_status',
      read: (_, fields) => endOf(fields) ?? `currently licensed ${fields('currently_licensed')}`,
    },
    statusText: { column: 'registration_status', read: (text, fields) => endOf(fields) ?? text },
    expires: 'license_expiration_date',
    discipline: {
      column: 'disciplinary_status',
      read: (status, fields) =>
        [...new Set([status, fields('license_status'), fields('current_board_action_description')])]
          .filter((text) => !/^(|none|complaint dismissed)$/i.test(text))
          .join('; '),
    },
    disciplined: 'current_board_action_date',
  },
  number: { form: /^[A-Z]{0,4}\d{1,8}$/, example: 'T1234' },
  statuses,
  professions: {
    physician: 'MD/DO',
    'physician license': 'MD/DO',
    'physician assistant license': 'PA',
  },
  hasOtherTrades: true,
})

/** The word that ends or halts the license. */
function endOf(fields: Fields): string | undefined {
  return [fields('license_status'), fields('disciplinary_status')].find((text) =>
    Object.hasOwn(statuses, text.toLowerCase()),
  )
}
