import { licenseList } from './license-list.ts'

export const vtNursing = licenseList({
  name: 'vt-nursing',
  title: 'Vermont Office of Professional Regulation, nursing licenses',
  state: 'VT',
  layouts: [
    [
      'Board Name',
      'Profession Type',
      'License Number',
      'Status',
      'First Name',
      'Last Name',
      'First Issuance Date',
      'Expiration Date',
      'Basis of Licensure',
    ],
  ],
  page: 'https://sos.vermont.gov/nursing',
  rhythmDays: 92,
  terms: 'Public record of the State of Vermont, given out on request.',
  wholeRollOf: [],
  columns: {
    number: 'License Number',
    name: { last: 'Last Name', first: 'First Name' },
    profession: 'Profession Type',
    status: 'Status',
    issued: 'First Issuance Date',
    expires: 'Expiration Date',
  },
  number: { form: /^\d{3}\.\d{7}(-[A-Z]+)?$/, example: '026.0137872' },
  professions: { 'registered nurse - emergency temporary license': 'RN' },
  statuses: { 'active - conditioned': 'active' },
})
