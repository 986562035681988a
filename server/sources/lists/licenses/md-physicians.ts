import { licenseList } from './license-list.ts'

const shared = {
  state: 'MD',
  page: 'https://www.mbp.state.md.us',
  rhythmDays: 31,
  terms: 'Public record of the State of Maryland.',
  // Former licenses are not on them.
  wholeRollOf: [],
} as const

/** One row for each field of practice. A number begins with D for doctors of medicine, with H for osteopathic ones. */
export const mdPhysicians = licenseList({
  ...shared,
  name: 'md-physicians',
  title: 'Maryland Board of Physicians, physicians',
  layouts: [['License #', 'First Name', 'Last Name', 'Middle Name', 'License Status', 'Expiration Date', 'Discipline']],
  address: 'https://www.mbp.state.md.us/forms/doctor_list_revised.csv',
  columns: {
    number: 'License #',
    name: { last: 'Last Name', first: 'First Name', middle: 'Middle Name' },
    profession: { column: 'License #', read: (number) => number.slice(0, 1) },
    status: 'License Status',
    expires: 'Expiration Date',
    discipline: 'Discipline',
  },
  number: { form: /^[DH]\d{5,7}$/, example: 'D0012345' },
  professions: { d: 'MD', h: 'DO' },
})

export const mdAlliedHealth = licenseList({
  ...shared,
  name: 'md-allied-health',
  title: 'Maryland Board of Physicians, allied health',
  layouts: [
    ['Profession', 'License #', 'Last Name', 'First Name', 'Status', 'Expire Date', 'Date Issued', 'Discipline'],
  ],
  address: 'https://www.mbp.state.md.us/forms/allied_health_list.csv',
  columns: {
    number: 'License #',
    name: { last: 'Last Name', first: 'First Name' },
    profession: 'Profession',
    status: 'Status',
    issued: 'Date Issued',
    expires: 'Expire Date',
    discipline: 'Discipline',
  },
  number: { form: /^[A-Z]{1,2}\d{4,7}$/, example: 'C0001234' },
  hasOtherTrades: true,
})
