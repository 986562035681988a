import { licenseList } from './license-list.ts'

/** Actions since 1990. Streets and years of birth are not read. */
export const nyOpmc = licenseList({
  name: 'ny-opmc',
  title: 'New York Office of Professional Medical Conduct, actions',
  state: 'NY',
  layouts: [
    [
      'Last Name',
      'First Name',
      'Middle Name',
      'Name Suffix',
      'License Number',
      'License Type',
      'Effective Date',
      'Action',
      'Misconduct Description',
    ],
  ],
  address: 'https://health.data.ny.gov/api/views/ebmi-8ctw/rows.csv?accessType=DOWNLOAD',
  page: 'https://health.data.ny.gov/d/ebmi-8ctw',
  rhythmDays: 31,
  terms: 'Public record of the State of New York.',
  wholeRollOf: [],
  columns: {
    // 000000 is none: an action against somebody without a license.
    number: { column: 'License Number', read: (number) => number.replace(/^0+$/, '') },
    name: { last: 'Last Name', first: 'First Name', middle: 'Middle Name', suffix: 'Name Suffix' },
    profession: 'License Type',
    discipline: {
      column: 'Action',
      read: (action, fields) => [action, fields('Misconduct Description')].filter((text) => text !== '').join(': '),
    },
    disciplined: 'Effective Date',
  },
  number: { form: /^\d{6}$/, example: '114313' },
  professions: { md: 'MD', do: 'DO', pa: 'PA', rpa: 'PA', sa: 'SA' },
  hasUnlicensed: true,
})
