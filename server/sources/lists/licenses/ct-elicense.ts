import { knownProfessions, licenseList } from './license-list.ts'

export const ctElicense = licenseList({
  name: 'ct-elicense',
  title: 'Connecticut eLicense, state licenses and credentials',
  state: 'CT',
  layouts: [
    [
      'credentialid',
      'name',
      'type',
      'fullcredentialcode',
      'credentialnumber',
      'credential',
      'status',
      'statusreason',
      'issuedate',
      'expirationdate',
    ],
  ],
  address: 'https://data.ct.gov/resource/ngch-56tr.csv?$limit=50000000',
  page: 'https://data.ct.gov/d/ngch-56tr',
  rhythmDays: 1,
  terms: 'Public record of the State of Connecticut.',
  wholeRollOf: knownProfessions,
  columns: {
    number: 'fullcredentialcode',
    name: { full: 'name' },
    profession: 'credential',
    // What ended a license that is inactive stands in the reason, such as "Lapsed due to non-renewal".
    status: {
      column: 'status',
      read: (status, fields) =>
        /^inactive/i.test(status) ? (ended.exec(fields('statusreason'))?.[0] ?? 'inactive') : status,
    },
    statusText: {
      column: 'status',
      read: (status, fields) => [status, fields('statusreason')].filter((text) => text !== '').join(': '),
    },
    issued: 'issuedate',
    expires: 'expirationdate',
  },
  number: { form: /^[A-Z\d]+\.[A-Z\d]*\d$/, example: '1.055123' },
  professions: { 'physician/surgeon': 'MD/DO' },
  statuses: {
    'voluntary surrendered': 'surrendered',
    approved: 'application',
    qualified: 'application',
    'expired application': 'application',
  },
  hasOtherTrades: true,
})

const ended = /^(deceased|lapsed|revoked|surrendered|suspended|voluntary surrendered)\b/i
