import { knownProfessions, licenseList, portalLayouts } from './license-list.ts'

/** The first three digits of a number are the kind of license: 036 is a physician's. */
const kindLength = 3

export const ilIdfpr = licenseList({
  name: 'il-idfpr',
  title: 'Illinois IDFPR, professional licenses',
  state: 'IL',
  layouts: portalLayouts([
    'license_type',
    'description',
    'license_number',
    'license_status',
    'business',
    'first_name',
    'middle',
    'last_name',
    'suffix',
    'original_issue_date',
    'expiration_date',
    'ever_disciplined',
    'discipline_start_date',
    'action',
    'discipline_reason',
  ]),
  address: 'https://data.illinois.gov/resource/pzzh-kp68.csv?$limit=50000000',
  page: 'https://data.illinois.gov/d/pzzh-kp68',
  rhythmDays: 1,
  terms: 'Open Database License (ODbL): say that the data are Illinois’s, and share a database made of them alike.',
  wholeRollOf: knownProfessions,
  columns: {
    number: 'license_number',
    name: { last: 'last_name', first: 'first_name', middle: 'middle', suffix: 'suffix' },
    profession: { column: 'license_number', read: (number) => number.slice(0, kindLength) },
    status: { column: 'license_status', read: (status) => status.replace(/ chaperone required$/i, '') },
    statusText: 'license_status',
    issued: 'original_issue_date',
    expires: 'expiration_date',
    discipline: {
      column: 'action',
      read: (action, fields) =>
        [action, fields('discipline_reason')].filter((text) => text !== '').join(': ') || fields('ever_disciplined'),
    },
    disciplined: 'discipline_start_date',
  },
  number: { form: /^\d{9}$/, example: '036098765' },
  professions: { '036': 'MD/DO', '041': 'RN', '043': 'LPN', '085': 'PA', '209': 'APRN', '277': 'APRN' },
  statuses: {
    'expired-renewable': 'expired',
    'refuse to renew': 'inactive',
    'permanent inactive': 'inactive',
    inoperative: 'inactive',
    'terminated card returned': 'inactive',
    'terminated without card': 'inactive',
    'terminated valid reason': 'inactive',
    relinquish: 'surrendered',
  },
  hasOtherTrades: true,
})
