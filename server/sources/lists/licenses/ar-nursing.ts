import { licenseList } from './license-list.ts'

/** Has neither status nor day of expiry, but says whether a license is permanent or a temporary permit. */
export const arNursing = licenseList({
  name: 'ar-nursing',
  title: 'Arkansas State Board of Nursing, licenses',
  state: 'AR',
  layouts: [
    [
      'Last Name',
      'First Name',
      'License Type',
      'License Number',
      'Original Issuance Date',
      'License Permit',
      'Application Submit Date',
    ],
  ],
  page: 'https://arsbn.org',
  rhythmDays: 92,
  terms: 'Public record of the State of Arkansas, given out on request.',
  wholeRollOf: [],
  columns: {
    number: 'License Number',
    name: { last: 'Last Name', first: 'First Name' },
    profession: 'License Type',
    statusText: 'License Permit',
    issued: 'Original Issuance Date',
  },
  number: { form: /^[A-Z]?\d{6}$/, example: '120001 or L040696' },
})
