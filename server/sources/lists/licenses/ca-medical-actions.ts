import type { LicenseStatus, SourceList } from '../../source-list.ts'
import { licenseList } from './license-list.ts'

/** Of which the board published a list in this layout. */
const years = [2022, 2023] as const

/** Actions that say what the license then was; accusations, decisions and reprimands do not. */
const statuses: Readonly<Record<string, LicenseStatus | null>> = {
  revoked: 'revoked',
  surrendered: 'surrendered',
  'suspension order': 'suspended',
  'interim suspension order': 'suspended',
  'automatic suspension order': 'suspended',
  'cease practice order': 'suspended',
  other: null,
}

/** What a number begins with: A, C and G are physicians', LM are licensed midwives'. */
const professions = { a: 'MD', c: 'MD', g: 'MD', lm: 'LM' }

export const caMedicalActions: readonly SourceList<'license'>[] = years.map((year) =>
  licenseList({
    name: `ca-medical-actions-${year}`,
    title: `Medical Board of California, actions of ${year}`,
    state: 'CA',
    layouts: [['ALERT ISSUE DATE', 'NAME', 'CITY/STATE', 'LICENSE NUMBER', 'TYPE OF ACTION', 'DATE OF ACTION']],
    fileName: new RegExp(`(?<!\\d)${year}(?!\\d)`),
    page: 'https://www.mbc.ca.gov/Resources/Publications/',
    rhythmDays: 366,
    terms: 'Public record of the State of California.',
    wholeRollOf: [],
    columns: {
      number: 'LICENSE NUMBER',
      name: { lastFirst: 'NAME' },
      profession: { column: 'LICENSE NUMBER', read: (license) => license.replace(/[^A-Z]/gi, '') },
      status: {
        column: 'TYPE OF ACTION',
        read: (action) => (Object.hasOwn(statuses, action.toLowerCase()) ? action : 'other'),
      },
      statusText: 'TYPE OF ACTION',
      discipline: 'TYPE OF ACTION',
      disciplined: 'DATE OF ACTION',
    },
    number: { form: /^[A-Z]{1,3} ?\d{1,6}$/, example: 'G 66535' },
    professions,
    statuses,
    hasUnlicensed: true,
  }),
)
