import { licenseList } from './license-list.ts'

/** Spreadsheets read these numbers as decimals, so that 41.511000 is written 41.511; its zeros are put back. */
const digitsAfterPoint = 6

export const ilNursing = licenseList({
  name: 'il-nursing',
  title: 'Illinois IDFPR, nursing licenses',
  state: 'IL',
  layouts: [
    [
      'Credential Number',
      'Contact Name',
      'Credential Name',
      'Credential Status',
      'FirstEffective Date',
      'ExpirationDate',
    ],
  ],
  page: 'https://idfpr.illinois.gov/profs/nursing.html',
  rhythmDays: 92,
  terms: 'Public record of the State of Illinois, given out on request.',
  wholeRollOf: [],
  columns: {
    number: {
      column: 'Credential Number',
      read: (number) => number.replace(/(?<=^\d+\.)\d+$/, (digits) => digits.padEnd(digitsAfterPoint, '0')),
    },
    name: { full: 'Contact Name', other: 'Credential Name' },
    profession: { column: 'Credential Number', read: (number) => number.replace(/^0|\..*$/g, '') },
    status: 'Credential Status',
    issued: 'FirstEffective Date',
    expires: 'ExpirationDate',
  },
  number: { form: /^0?4[13]\.\d{6}$/, example: '41.504528' },
  professions: { '41': 'RN', '43': 'LPN' },
})
