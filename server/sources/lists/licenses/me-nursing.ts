import { licenseList } from './license-list.ts'

export const meNursing = licenseList({
  name: 'me-nursing',
  title: 'Maine Board of Nursing, licenses',
  state: 'ME',
  layouts: [
    [
      'LastName',
      'FirstName',
      'MiddleName',
      'LicensePrefix',
      'LicenseNumber',
      'LegalState',
      'Expiration',
      'FirstLicenseDate',
      'LicenseStatusDesc',
    ],
  ],
  page: 'https://www.maine.gov/boardofnursing',
  rhythmDays: 92,
  terms: 'Public record of the State of Maine, given out on request.',
  wholeRollOf: [],
  columns: {
    number: { column: 'LicenseNumber', read: (number, fields) => `${fields('LicensePrefix')}${number}` },
    name: { last: 'LastName', first: 'FirstName', middle: 'MiddleName' },
    profession: 'LicensePrefix',
    status: 'LicenseStatusDesc',
    issued: 'FirstLicenseDate',
    expires: 'Expiration',
  },
  number: { form: /^(RN|LPN|APRN|CNP|CNS|CNM|CRNA)\d{1,6}$/, example: 'RN79733' },
  statuses: { 'void or abandoned': 'inactive' },
})
