import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAnyList, readList } from '../../../../test/support/sources/read-list.ts'
import { shownLicense } from '../../../../test/support/sources/shown-license.ts'
import { licenseLists } from './all.ts'

/**
 * One file a list, of invented people in the board's layout. Those of Texas, Washington, Colorado's DORA, Connecticut,
 * Delaware, Illinois's IDFPR, Maryland, New York and Florida follow published layouts of which no real rows were seen.
 */
const folder = join(import.meta.dirname, '../../../../test/support/sources/licenses')
const files = readdirSync(folder)
const textOf = (fileName: string) => readFileSync(join(folder, fileName))

/** What stands in the file but not here is an application, an action without a license or a row of another trade. */
const expected: Record<string, { rows: string[]; refused: string[] }> = {
  'al-nursing': {
    rows: [
      'RN 1-913504 | Abbey, Nora Jean | active (Active) | 2020-05-11 to null',
      'APRN 3-900067 | Van Quist, Ida A. | active (Collaboration) | 2020-06-23 to null',
      'LPN 2-917768 | Strand, Lou | expired (Lapsed) | 2019-03-04 to null',
      'RN 1-917769 | Tam II, Bea | revoked (Revocation) | 2019-03-04 to null',
    ],
    refused: ['7: License status: expected a status of this list; got "Eligible for"'],
  },
  'al-nursing-reinstated': {
    rows: [
      'RN 1-930135 | Abbey, Nora Jean | active (Active)',
      'LPN 2-949454 | Quist, Ida | inactive (InActive)',
      'RN 1-919063 | Strand, Lou | revoked (Revocation)',
    ],
    refused: ['5: License #: expected a number such as 1-013504'],
  },
  'ar-nursing': {
    rows: [
      'LPN 920001 | ABBEY, NORA | null (Permanent) | 2019-05-30 to null',
      'LPN L940696 | QUIST, IDA | null (Permanent) | 2002-06-24 to null',
      'RN 920425 | STRAND, LOU | null (Temporary) | 2020-05-26 to null',
    ],
    refused: [],
  },
  'ca-medical-actions-2022': {
    rows: [
      'MD G 96535 | Abbey, Nora | surrendered (Surrendered) | Surrendered (2022-01-01)',
      'MD A993720 | Quist, Ida Mae | null (Accusation and Petition to Revoke Probation) | Accusation and Petition to Revoke Probation (2021-12-16)',
      'MD C 9947 | Strand Jr, Lou | suspended (Interim Suspension Order) | Interim Suspension Order (2022-01-03)',
    ],
    refused: [],
  },
  'ca-medical-actions-2023': {
    rows: [
      'MD A 983582 | Ude, Cal Kang | null (Decision) | Decision (2022-12-13)',
      'LM LM 913 | Vance, Dot | revoked (Revoked) | Revoked (2023-01-13)',
    ],
    refused: ['10: LICENSE NUMBER: expected a number such as G 66535'],
  },
  'co-dora': {
    rows: [
      'RN RN.9000001 | Abbey, Nora Jean | active (Active) | 2019-02-13 to 2027-09-30',
      'DO DR.90002 | Quist Jr, Ida | active (Active - With Conditions) | 2009-02-13 to 2027-04-30 | CLS Stipulation (2021-06-01)',
      'DO DR.90002 | Quist Jr, Ida | active (Active - With Conditions) | 2009-02-13 to 2027-04-30 | CLS Letter of Admonition (2018-06-01)',
      'MD/DO DR.90003 | Strand, Lou | expired (Beyond 6 Years Expired) | 2009-02-13 to 2011-04-30',
    ],
    refused: [],
  },
  'co-nursing': {
    rows: [
      'RN RN.9000001 | Abbey, Nora Jean | active (Active) | 2019-02-13 to 2023-09-30',
      "LPN PN.900002 | O'Dell-Reyes JR, Marta | expired (Expired) | 2019-11-25 to 2022-08-31",
      'RN T-RN.901 | Quist, Ida M | expired (Expired) | 2021-02-26 to 2021-04-12',
      'RN RN.9000003 | Strand, Lou | active (Active - With Conditions) | 2019-12-13 to 2021-09-30 | Active - With Conditions (null)',
    ],
    refused: [
      '8: License Number: expected a number such as RN.1660223',
      '9: Status: expected a status of this list; got "Translated"',
      '10: Initial License Date: expected a day',
    ],
  },
  'ct-elicense': {
    rows: [
      'MD/DO 1.955123 | ABBEY, NORA J | active (ACTIVE: CURRENT) | 2004-07-01 to 2027-06-30',
      'RN 10.955124 | QUIST, IDA | expired (INACTIVE: LAPSED DUE TO NON-RENEWAL) | 2004-07-01 to 2020-06-30',
      'LPN 11.955125 | STRAND, LOU | surrendered (VOLUNTARY SURRENDERED) | 2004-07-01 to 2020-06-30',
    ],
    refused: [],
  },
  'dc-nursing': {
    rows: [
      'RN RN9004023 | ABBEY, NORA J. | active (Active) | 1998-05-26 to 2022-06-30',
      'LPN LPN9004591 | Quist, Ida | inactive (Paid Inactive) | 2008-03-31 to 2021-06-30',
      'LPN LPN9008312 | Tam, Bea | expired (Expired) | 2016-05-09 to 2021-06-30',
    ],
    refused: [],
  },
  'de-dpr': {
    rows: [
      'MD C1-9024514 | Abbey, Nora | active (Active) | 2004-07-01 to 2027-03-31',
      'DO C2-9024515 | Quist, Ida | active (Probation) | 2004-07-01 to 2027-03-31 | Probation (null)',
      'RN L1-9024516 | Strand, Lou | expired (Expired Inactive) | 2004-07-01 to 2023-03-31',
    ],
    refused: ['5: license_status: expected a status of this list; got "Under Review"'],
  },
  'fl-mqa': {
    rows: [
      'MD ME912345 | Abbey, Nora Jean | active (Clear/Active) | 2004-07-01 to 2028-01-31',
      'DO OS91234 | Quist, Ida | active (Obligations/Active) | 2004-07-01 to 2028-03-31 | On file; the list does not say what. (null)',
      'RN RN9123456 | Strand, Lou | expired (Delinquent/Active) | 2004-07-01 to 2024-04-30',
      'RN RN9123457 | Tam, Bea | inactive (Clear/Inactive) | 2004-07-01 to 2028-04-30',
      'LPN PN9123458 | Ude, Cal | surrendered (Disc Relinquish) | 2004-07-01 to 2028-04-30 | On file; the list does not say what. (null)',
    ],
    refused: [],
  },
  'il-idfpr': {
    rows: [
      'MD/DO 036998765 | ABBEY, NORA JEAN | active (ACTIVE) | 2004-07-01 to 2029-07-31',
      'MD/DO 036998766 | QUIST II, IDA | active (ACTIVE CHAPERONE REQUIRED) | 2004-07-01 to 2029-07-31 | PROBATION: Boundary violation (2024-02-03)',
      'RN 041998767 | STRAND, LOU | expired (NOT RENEWED) | 2004-07-01 to 2022-05-31 | On file; the list does not say what. (null)',
      'LPN 043998768 | TAM, BEA | surrendered (RELINQUISH) | 2004-07-01 to 2023-01-31',
    ],
    refused: ['7: license_status: expected a status of this list; got "Non Sufficient Fund Check"'],
  },
  'il-nursing': {
    rows: [
      'RN 41.904528 | Abbey, Nora Jean | active (ACTIVE) | 2021-01-15 to 2022-05-31',
      'RN 41.911000 | QUIST, IDA M | active (ACTIVE) | 2021-07-02 to 2022-05-31 | also STRAND, IDA',
      'LPN 43.930140 | de la Reyes JR, Marta Luz | active (ACTIVE) | 2021-03-29 to 2023-01-31 | also Reyes JR, Marta Luz de la',
      'RN 41.904529 | Ude, Bea Ann Tam | active (ACTIVE) | 1998-12-15 to 2022-05-31 | also Tam Ude, Bea Ann',
    ],
    refused: ['8: Credential Number: expected a number such as 41.504528'],
  },
  'ky-nursing': {
    rows: [
      'RN 9165750 | ABBEY, NORA JEAN | null () | 2020-01-10 to 2022-10-31',
      'LPN 9054555 | QUIST, IDA | null () | 2019-09-06 to 2020-10-31',
    ],
    refused: ['4: License Type: expected a profession of this list; got "SRNA"'],
  },
  'ma-nursing': {
    rows: [
      'RN RN-TEMP9678 | Abbey, Nora Jean | active (Current) | 2021-01-06 to 2021-12-31',
      'RN RN-TEMP9763 | VAN QUIST, IDA | inactive (Null and Void) | 2021-01-01 to 2021-09-15 | also QUIST, IDA VAN',
    ],
    refused: [],
  },
  'md-allied-health': {
    rows: ['PA C9001234 | Abbey, Nora | active (Active) | 2004-07-01 to 2027-06-30'],
    refused: [],
  },
  'md-physicians': {
    rows: [
      'MD D9012345 | Abbey, Nora Jean | active (Active) | null to 2027-09-30',
      'DO H9012346 | Quist, Ida | active (Probation) | null to 2027-09-30 | Probation (null)',
    ],
    refused: ['7: License #: expected a number such as D0012345'],
  },
  'me-nursing': {
    rows: [
      'RN RN99733 | ABBEY, NORA JEAN | active (Active) | 2021-08-02 to 2023-06-11',
      'LPN LPN94573 | QUIST, IDA M | expired (Failed to Renew) | 2020-06-11 to 2021-09-28',
      'RN RN99221 | STRAND, LOU | inactive (Void or Abandoned) | 2020-06-11 to 2020-11-10',
    ],
    refused: [],
  },
  'nj-nursing': {
    rows: [
      'LPN 26NP97772700 | Abbey, Nora Jean | active (Active) | 2019-01-22 to 2023-05-31',
      'LPN 26NP91602600 | van der Quist, Ida | expired (Expired) | 1974-04-11 to 1976-05-31',
    ],
    refused: ['6: LICENSE_NO: expected a number such as 26NP07772700'],
  },
  'ny-opmc': {
    rows: [
      'MD 914313 | Abbey, Nora Jean | null () | License surrender: Negligence on more than one occasion (2024-01-05)',
      'PA 914314 | Quist Jr, Ida | null () | Censure and reprimand (2024-01-05)',
    ],
    refused: [],
  },
  'tx-medical': {
    rows: [
      'MD T9001 | ABBEY, NORA J | active (ACTIVE) | null to 2027-10-31',
      'DO T9002 | QUIST, IDA | inactive (DELINQUENT) | null to 2026-02-28',
      'MD T9003 | STRAND, LOU | active (ACTIVE) | null to 2027-10-31 | UNDER BOARD ORDER; PERM. LICENSE RESTRICTED; AGREED ORDER (2025-06-13)',
      'MD/DO T9004 | TAM, BEA | suspended (TEMPORARILY SUSPENDED) | null to 2027-10-31 | TEMPORARILY SUSPENDED (2026-06-13)',
      'PA PA09001 | UDE, CAL | revoked (REVOKED) | null to 2027-10-31 | REVOKED (2026-06-13)',
    ],
    refused: ['8: license_status: expected a status of this list; got "currently licensed"'],
  },
  'vt-nursing': {
    rows: [
      'RN 026.9137872 | Abbey, Nora | active (Active) | 2019-01-01 to 2023-03-31',
      'APRN 101.9134567 | Quist, Ida | active (Active - Conditioned) | 2000-07-11 to 2023-03-31 | Active - Conditioned (null)',
      'LPN 025.9135855 | Strand, Lou | expired (Expired) | 2019-08-24 to 2020-01-31',
      'RN 026.9142456-EMGY | Tam, Bea | expired (Expired) | 2020-05-22 to 2020-06-07',
    ],
    refused: [],
  },
  'wa-doh': {
    rows: [
      'MD MD.MD.90012345 | Abbey, Nora Jean | active (Active) | 2004-07-01 to 2028-07-01',
      'DO OP.OP.90012346 | Quist, Ida | active (Active With Restrictions) | 2004-07-01 to 2028-07-01 | Active With Restrictions (null)',
      'RN RN.RN.90012347 | Strand, Lou | inactive (Expired – Active MSL) | 2004-07-01 to 2024-07-01',
      'LPN LPN.LP.90012348 | Tam, Bea | suspended (Summary Suspension) | 2004-07-01 to 2028-07-01 | Action pending (null)',
    ],
    refused: [],
  },
}

describe('a roll of licenses', () => {
  test('has a file of its own to be tested with', () => {
    expect(files.map((name) => name.replace(/\..*/, '')).sort()).toEqual(licenseLists.map(({ name }) => name).sort())
    expect(Object.keys(expected)).toEqual(licenseLists.map(({ name }) => name))
  })

  test.each(files)('is told from all other lists: %s', async (fileName) => {
    expect(`${(await readAnyList(textOf(fileName), fileName)).list}.`).toBe(fileName.replace(/[a-z]*$/, ''))
  })

  test.each(licenseLists.map((list) => [list.name, list] as const))('is read: %s', async (name, list) => {
    const fileName = files.find((file) => file.startsWith(`${name}.`)) ?? ''
    const { rows, refusals } = await readList(list, textOf(fileName), fileName)
    const refused = refusals.map(({ line, refused }) => `${line}: ${refused}`)
    expect({ rows: rows.map(shownLicense), refused }).toEqual(expected[name])
  })

  test.each([
    ['tx-medical', 'license_type,', 'License Type,First Name,Middle Name,Last Name,License Number,'],
    ['de-dpr', 'last_name,', 'Last Name,First Name,Combined Name,License No,'],
  ])('is read with the column names of a portal’s download: %s', async (name, beginning, spaced) => {
    const text = textOf(`${name}.csv`).toString()
    const header = text.slice(0, text.indexOf('\n'))
    expect(header.startsWith(beginning)).toBe(true)
    const renamed = header.replaceAll('_', ' ').replace(/(^|[ ,])[a-z]/g, (letter) => letter.toUpperCase())
    expect(renamed.startsWith(spaced)).toBe(true)
    const { rows } = await readAnyList(text.replace(header, renamed), `${name}.csv`)
    expect(rows).toEqual((await readAnyList(text, `${name}.csv`)).rows)
  })

  test('asks which year’s actions of California’s board a file has when its name does not say it', async () => {
    await expect(readAnyList(textOf('ca-medical-actions-2022.csv'), 'actions.csv')).rejects.toThrow(
      'ca-medical-actions-2022, ca-medical-actions-2023: say which with --as',
    )
  })

  test('keeps neither birth years nor streets', async () => {
    for (const fileName of files) {
      const { rows } = await readAnyList(textOf(fileName), fileName)
      expect(JSON.stringify(rows)).not.toMatch(/elm st|\b19(50|70)\b|OLDER/i)
    }
  })

  test('that commercial users may not have needs the operator’s consent', () => {
    expect(licenseLists.filter(({ consent }) => consent !== undefined).map(({ name }) => name)).toEqual(['wa-doh'])
  })
})
