import type { Fields } from '../../source-list.ts'
import { knownProfessions, licenseList } from './license-list.ts'

/** Standings that leave open whether the license is active, which the second word says. */
const open = /^(clear|conditional|military active|obligations|probation)$/i

export const flMqa = licenseList({
  name: 'fl-mqa',
  title: 'Florida Department of Health, MQA licenses',
  state: 'FL',
  layouts: [
    [
      'pro_cde',
      'Profession-Name',
      'lic_id',
      'Expire-Date',
      'Original-Date',
      'Rank-Code',
      'License-Number',
      'Board-Action-Indicator',
      'License-Status-Description',
      'Last-Name',
      'First-Name',
      'Middle-Name',
      'Name-Suffix',
      'License-Active-Status-Description',
    ],
  ],
  page: 'https://data-download.mqa.flhealthsource.gov',
  rhythmDays: 7,
  terms: 'Public record of the State of Florida (chapter 119, Florida Statutes); the download asks for an account.',
  wholeRollOf: knownProfessions,
  columns: {
    number: { column: 'License-Number', read: (number, fields) => `${fields('Rank-Code')}${number}` },
    name: { last: 'Last-Name', first: 'First-Name', middle: 'Middle-Name', suffix: 'Name-Suffix' },
    profession: 'Profession-Name',
    status: { column: 'License-Status-Description', read: statusOf },
    statusText: {
      column: 'License-Status-Description',
      read: (standing, fields) => wordsOf(standing, fields).join('/'),
    },
    issued: 'Original-Date',
    expires: 'Expire-Date',
    discipline: 'Board-Action-Indicator',
  },
  number: { form: /^[A-Z]{1,4}\d{1,8}$/, example: 'ME12345' },
  statuses: {
    'military active': 'active',
    delinquent: 'expired',
    'vol relinquish': 'surrendered',
    'disc relinquish': 'surrendered',
    'vr pend bd act': 'inactive',
    'denied - rnewal': 'inactive',
    'expired appl': 'application',
  },
  hasOtherTrades: true,
})

function statusOf(text: string, fields: Fields): string {
  const [standing = '', activity = ''] = wordsOf(text, fields)
  return open.test(standing) ? activity : standing
}

/** "Clear/Active" in one column, or its words in two. */
function wordsOf(text: string, fields: Fields): string[] {
  const activity = fields('License-Active-Status-Description')
  return (text.includes('/') ? text.split('/') : [text, activity]).filter((word) => word !== '')
}
