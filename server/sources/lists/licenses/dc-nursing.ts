import { licenseList } from './license-list.ts'

export const dcNursing = licenseList({
  name: 'dc-nursing',
  title: 'DC Health, nursing licenses',
  state: 'DC',
  layouts: [
    [
      'First Name',
      'Middle Name',
      'Last Name',
      'License Type Name',
      'License Number',
      'Latest Expiry date',
      'Initial Issue date',
      'Sec License Status',
    ],
  ],
  page: 'https://dchealth.dc.gov/bon',
  rhythmDays: 92,
  terms: 'Public record of the District of Columbia, given out on request.',
  wholeRollOf: [],
  columns: {
    number: 'License Number',
    name: { last: 'Last Name', first: 'First Name', middle: 'Middle Name' },
    profession: 'License Type Name',
    status: 'Sec License Status',
    issued: 'Initial Issue date',
    expires: 'Latest Expiry date',
  },
  number: { form: /^(RN|LPN)\d{4,9}$/, example: 'RN1004023' },
  statuses: { 'paid inactive': 'inactive' },
})
