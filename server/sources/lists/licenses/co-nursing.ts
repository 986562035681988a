import { licenseList } from './license-list.ts'

export const coNursing = licenseList({
  name: 'co-nursing',
  title: 'Colorado DORA, nursing licenses',
  state: 'CO',
  layouts: [
    [
      'Last Name',
      'First Name',
      'Middle Name',
      'Suffix',
      'License Type',
      'License Type Prefix',
      'License Number',
      'Initial License Date',
      'Expiration Date',
      'Status',
      'License Method',
    ],
  ],
  page: 'https://dpo.colorado.gov/Nursing',
  rhythmDays: 92,
  terms: 'Public record of the State of Colorado, given out on request.',
  wholeRollOf: [],
  columns: {
    number: {
      column: 'License Number',
      read: (number, fields) => (number === '' ? '' : `${fields('License Type Prefix')}.${number}`),
    },
    name: { last: 'Last Name', first: 'First Name', middle: 'Middle Name', suffix: 'Suffix' },
    profession: 'License Type',
    status: 'Status',
    issued: 'Initial License Date',
    expires: 'Expiration Date',
  },
  number: { form: /^(T-)?(RN|PN)\.\d{1,7}$/, example: 'RN.1660223' },
  professions: { 'temporary - registered nurse': 'RN', 'temporary - licensed practical nurse': 'LPN' },
  statuses: { rescinded: 'inactive' },
})
