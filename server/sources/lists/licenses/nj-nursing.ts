import { licenseList } from './license-list.ts'

export const njNursing = licenseList({
  name: 'nj-nursing',
  title: 'New Jersey Board of Nursing, licenses',
  state: 'NJ',
  layouts: [
    [
      'LICENSE_TYPE',
      'FIRST_NAME',
      'MIDDLE_NAME',
      'LAST_NAME',
      'LICENSE_NO',
      'ISSUE_DATE',
      'EXPIRATION_DATE',
      'LICENSE_STATUS',
      'DATE_THIS_STATUS',
    ],
  ],
  page: 'https://www.njconsumeraffairs.gov/nur',
  rhythmDays: 92,
  terms: 'Public record of the State of New Jersey, given out on request.',
  wholeRollOf: [],
  columns: {
    number: 'LICENSE_NO',
    name: { last: 'LAST_NAME', first: 'FIRST_NAME', middle: 'MIDDLE_NAME' },
    profession: 'LICENSE_TYPE',
    status: 'LICENSE_STATUS',
    issued: 'ISSUE_DATE',
    expires: 'EXPIRATION_DATE',
  },
  number: { form: /^26N[A-Z]\d{8}$/, example: '26NP07772700' },
  hasUnlicensed: true,
})
