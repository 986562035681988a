import { knownProfessions, licenseList } from './license-list.ts'

export const waDoh = licenseList({
  name: 'wa-doh',
  title: 'Washington State Department of Health, health care provider credentials',
  state: 'WA',
  layouts: [
    [
      'credentialnumber',
      'lastname',
      'firstname',
      'middlename',
      'credentialtype',
      'status',
      'firstissuedate',
      'expirationdate',
      'actiontaken',
    ],
  ],
  address: 'https://data.wa.gov/resource/qxh8-f4bd.csv?$limit=50000000',
  page: 'https://data.wa.gov/d/qxh8-f4bd',
  rhythmDays: 1,
  terms: 'Public record of the State of Washington; lists of individuals are not for commercial purposes.',
  consent:
    'Washington does not give out lists of individuals for commercial purposes (RCW 42.56.070(8)). Read the department’s note on the page of the list first.',
  wholeRollOf: knownProfessions,
  columns: {
    number: 'credentialnumber',
    name: { last: 'lastname', first: 'firstname', middle: 'middlename' },
    profession: 'credentialtype',
    status: 'status',
    issued: 'firstissuedate',
    expires: 'expirationdate',
    discipline: { column: 'actiontaken', read: (text) => (text === 'Pending' ? 'Action pending' : text) },
  },
  number: { form: /^[A-Z]{2,4}\.[A-Z]{2,3}\.\d{8}$/, example: 'MD.MD.00012345' },
  professions: {
    'physician and surgeon license': 'MD',
    'osteopathic physician and surgeon license': 'DO',
    'physician assistant license': 'PA',
    'registered nurse license': 'RN',
    'licensed practical nurse license': 'LPN',
    'advanced registered nurse practitioner license': 'APRN',
  },
  statuses: {
    'active provisional': 'active',
    'active not renewable': 'active',
    'retired active': 'active',
    'retired active in-state': 'active',
    military: 'active',
    // The holder practices by a license of several states instead.
    'expired - active msl': 'inactive',
    superseded: 'inactive',
    inoperable: 'inactive',
    approved: 'application',
  },
  hasOtherTrades: true,
})
