import { knownProfessions, licenseList } from './license-list.ts'

/** Numbers are unique within a type of license only; a license has one row for each case of discipline. */
export const coDora = licenseList({
  name: 'co-dora',
  title: 'Colorado DORA, professional licenses',
  state: 'CO',
  layouts: [
    [
      'lastname',
      'firstname',
      'middlename',
      'suffix',
      'licensetype',
      'licensenumber',
      'licensefirstissuedate',
      'licenseexpirationdate',
      'licensestatusdescription',
      'degrees',
      'programaction',
      'disciplineeffectivedate',
    ],
  ],
  address: 'https://data.colorado.gov/resource/7s5z-vewr.csv?$limit=50000000',
  page: 'https://data.colorado.gov/d/7s5z-vewr',
  rhythmDays: 1,
  terms: 'Public record of the State of Colorado.',
  wholeRollOf: knownProfessions,
  columns: {
    number: {
      column: 'licensenumber',
      read: (number, fields) => (number === '' ? '' : `${typeOf(fields('licensetype'))}.${number}`),
    },
    name: { last: 'lastname', first: 'firstname', middle: 'middlename', suffix: 'suffix' },
    profession: { column: 'licensetype', read: typeOf },
    degree: 'degrees',
    status: 'licensestatusdescription',
    issued: 'licensefirstissuedate',
    expires: 'licenseexpirationdate',
    discipline: 'programaction',
    disciplined: 'disciplineeffectivedate',
  },
  number: { form: /^[A-Z]{2,4}\.\d{1,9}(-[A-Z]+)?$/, example: 'RN.1660223' },
  professions: { pn: 'LPN', apn: 'APRN', dr: 'MD/DO', cdr: 'MD/DO', pa: 'PA' },
  statuses: {
    'active - provisional': 'active',
    'active - telehealth only': 'active',
    'active - refresher course only': 'active',
    'active - reentry license': 'active',
    'beyond 6 years expired': 'expired',
    'expired - telehealth only': 'expired',
    'suspended due to child support': 'suspended',
    'transferred to compact physician': 'inactive',
    'grad to higher level': 'inactive',
  },
  hasOtherTrades: true,
})

/** RN of "RN - Registered Nurse". */
function typeOf(licenseType: string): string {
  return licenseType.replace(/ - .*$/, '')
}
