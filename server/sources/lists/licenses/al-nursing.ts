import { licenseList } from './license-list.ts'

/** 1- is a registered nurse, 2- a practical nurse, 3- a license for practice in several states. */
const number = { form: /^[1-3]-\d{6}$/, example: '1-013504' }

const shared = {
  state: 'AL',
  page: 'https://www.abn.alabama.gov',
  rhythmDays: 92,
  terms: 'Public record of the State of Alabama, given out on request.',
  wholeRollOf: [],
  number,
} as const

export const alNursing = licenseList({
  ...shared,
  name: 'al-nursing',
  title: 'Alabama Board of Nursing, licenses issued',
  layouts: [['First_name', 'Middle_name', 'Last_name', 'Licens No.', 'Type', 'Type2', 'IssuedDate', 'License status']],
  columns: {
    number: 'Licens No.',
    name: { last: 'Last_name', first: 'First_name', middle: 'Middle_name' },
    profession: 'Type2',
    status: 'License status',
    issued: 'IssuedDate',
  },
  professions: { crnp: 'APRN', crna: 'APRN', cns: 'APRN', cnm: 'APRN' },
  // A nurse practitioner whose agreement with a physician is on file.
  statuses: { collaboration: 'active' },
})

export const alNursingReinstated = licenseList({
  ...shared,
  name: 'al-nursing-reinstated',
  title: 'Alabama Board of Nursing, reinstatements',
  layouts: [['Date', 'Nurse Name', 'License #', 'Current License Status', 'Apps.Status']],
  columns: {
    number: 'License #',
    name: { full: 'Nurse Name' },
    profession: { column: 'License #', read: (license) => license.slice(0, 2) },
    status: 'Current License Status',
  },
  professions: { '1-': 'RN', '2-': 'LPN' },
})
