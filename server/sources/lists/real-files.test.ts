import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAnyList } from '../../../test/support/sources/read-list.ts'

/** Real rows of boards and of CMS, beside the checkout where somebody has put them. */
const data = join(import.meta.dirname, '../../../../shared/data')
const isAbsent = !existsSync(join(data, 'sources'))
const title = (promise: string) => (isAbsent ? `${promise} (skipped: no real files beside the checkout)` : promise)

const read = (path: string) => readAnyList(readFileSync(join(data, path)), path)

/** Rows counted by what each says; rows refused, by line and reason. */
async function counted(path: string): Promise<{ list: string; counts: Record<string, number>; refused: string[] }> {
  const { list, rows, refusals } = await read(path)
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const kind = 'fact' in row ? row.fact : 'status' in row ? `${row.profession} ${row.status}` : 'exclusion'
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return { list, counts, refused: refusals.map(({ line, refused }) => `${line}: ${refused}`) }
}

describe.skipIf(isAbsent)('of real files', () => {
  // Rows that are not counted are applications, blank lines and actions against nobody's license.
  test.each([
    [
      'AL_board-of-nursing_issued_2021_public-records.csv',
      'al-nursing',
      { 'RN active': 212, 'RN expired': 10, 'RN revoked': 1, 'LPN active': 14, 'APRN active': 9, 'APRN expired': 1 },
    ],
    ['AR_board-of-nursing_2021_public-records.csv', 'ar-nursing', { 'RN null': 146, 'LPN null': 54 }],
    [
      'CA_MBC_disciplinary-alert-actions_2022.csv',
      'ca-medical-actions-2022',
      { 'MD null': 250, 'MD surrendered': 31, 'MD revoked': 10, 'MD suspended': 6 },
    ],
    [
      'CA_MBC_disciplinary-alert-actions_2023.csv',
      'ca-medical-actions-2023',
      {
        'MD null': 213,
        'MD surrendered': 37,
        'MD suspended': 13,
        'MD revoked': 11,
        'LM null': 1,
        'LM surrendered': 2,
      },
    ],
    [
      'CO_DORA_RN-PN_2021_public-records.csv',
      'co-nursing',
      { 'RN active': 220, 'RN expired': 11, 'RN inactive': 1, 'LPN active': 25, 'LPN expired': 5 },
    ],
    [
      'DC_health-licensing_RN-LPN_2021_public-records.csv',
      'dc-nursing',
      { 'RN active': 115, 'RN inactive': 1, 'LPN active': 125, 'LPN inactive': 3, 'LPN expired': 1 },
    ],
    ['IL_IDFPR_RN-LPN_2021_public-records.csv', 'il-nursing', { 'RN active': 174, 'LPN active': 20 }],
    ['KY_board-of-nursing_2021_public-records.csv', 'ky-nursing', { 'RN null': 130, 'LPN null': 20 }],
    ['MA_BHPL_RN-temporary_2021_public-records_pipe.txt', 'ma-nursing', { 'RN active': 135, 'RN inactive': 60 }],
    [
      'ME_board-of-nursing_2021_public-records.csv',
      'me-nursing',
      { 'RN active': 146, 'RN inactive': 4, 'RN expired': 1, 'LPN active': 7 },
    ],
    ['NJ_board-of-nursing_LPN-new_2021_public-records.csv', 'nj-nursing', { 'LPN active': 120, 'LPN expired': 10 }],
    [
      'VT_OPR_nursing_2021_public-records.csv',
      'vt-nursing',
      {
        'RN active': 112,
        'RN expired': 56,
        'LPN active': 11,
        'LPN expired': 6,
        'APRN active': 7,
        'APRN expired': 2,
      },
    ],
  ])(title('no license is refused: %s'), async (name, list, counts) => {
    expect(await counted(`sources/state-boards/${name}`)).toEqual({ list, counts, refused: [] })
  })

  test(title('one license is refused, whose number is mangled with a name'), async () => {
    expect(await counted('sources/state-boards/AL_board-of-nursing_reinstatement_2021_public-records.csv')).toEqual({
      list: 'al-nursing-reinstated',
      counts: {
        'RN active': 81,
        'RN expired': 28,
        'RN inactive': 20,
        'RN revoked': 3,
        'LPN active': 13,
        'LPN expired': 2,
        'LPN inactive': 2,
      },
      refused: ['45: License #: expected a number such as 1-013504'],
    })
  })

  test.each([
    ['sources/cms/Facility_Affiliation_2026-07_excerpt_from-API-print.csv', 'cms-affiliations', { affiliation: 11 }],
    ['sources/cms/OptOut_2023_excerpt_from-API-print_truncated-values-empty.csv', 'cms-opt-out', { opt_out: 13 }],
    ['sources/cms/OptOut_2026_excerpt_from-API-print_truncated-values-empty.csv', 'cms-opt-out', { opt_out: 27 }],
    ['sources/cms/OrderReferring_2026_excerpt_from-API-print.csv', 'cms-order-refer', { order_refer: 57 }],
    [
      'sources/cms/PPEF_Enrollment_Extract_2024.10.07_excerpt_in-2026-column-order.csv',
      'cms-enrollments',
      { enrollment: 4 },
    ],
    ['sources/cms/PPEF_Reassignment_Extract_2024.10.07_excerpt.csv', 'cms-reassignments', { reassignment: 11 }],
    [
      'cms/DAC_NationalDownloadableFile_2019-2020layout_386_40col.csv',
      'cms-clinicians',
      { clinician: 386, affiliation: 213 },
    ],
  ])(title('no row of Medicare is refused: %s'), async (path, list, counts) => {
    expect(await counted(path)).toEqual({ list, counts, refused: [] })
  })

  test.each([
    ['DAC_NationalDownloadableFile', 'cms-clinicians'],
    ['Facility_Affiliation', 'cms-affiliations'],
    ['OptOut', 'cms-opt-out'],
    ['OrderReferring', 'cms-order-refer'],
    ['PPEF_Enrollment_Extract_2026', 'cms-enrollments'],
    ['PPEF_Reassignment_Extract', 'cms-reassignments'],
  ])(title('CMS’s own header tells the list: %s'), async (name, list) => {
    expect(await counted(`sources/headers-only/${name}.csv`)).toEqual({ list, counts: {}, refused: [] })
  })

  test.each([
    'cms/DAC_subset_onyemc_2026_14col.csv',
    'sources/state-boards/AR_medical-board_Baxter-county_2022-11_scraped.csv',
    'sources/state-boards/AR_medical-board_directory_2025-03_scraped.csv',
    'sources/cms/PPEF_Practice_Location_Extract_2024.10.07_excerpt.csv',
  ])(
    title('those in nobody’s official layout, or of nothing that is checked, are known as no list: %s'),
    async (path) => {
      await expect(read(path)).rejects.toThrow('expected the columns of a known list')
    },
  )
})
