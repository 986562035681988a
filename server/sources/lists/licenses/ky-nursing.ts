import { licenseList } from './license-list.ts'

/** Has no status: a license that ended is known by its date. Streets, maiden names and ethnic groups are not read. */
export const kyNursing = licenseList({
  name: 'ky-nursing',
  title: 'Kentucky Board of Nursing, licenses',
  state: 'KY',
  layouts: [
    [
      'First name',
      'Last name',
      'Middle name',
      'License Type',
      'KY License Number',
      'KY Licensure Date',
      'KY License Expiration Date',
    ],
  ],
  page: 'https://kbn.ky.gov',
  rhythmDays: 92,
  terms: 'Public record of the Commonwealth of Kentucky, given out on request.',
  wholeRollOf: [],
  columns: {
    number: 'KY License Number',
    name: { last: 'Last name', first: 'First name', middle: 'Middle name' },
    profession: 'License Type',
    issued: 'KY Licensure Date',
    expires: 'KY License Expiration Date',
  },
  number: { form: /^\d{7}$/, example: '1165750' },
})
