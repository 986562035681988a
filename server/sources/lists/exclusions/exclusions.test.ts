import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exclusionFiles } from '../../../../test/support/sources/exclusion-files.ts'
import { lineOf } from '../../../../test/support/sources/exclusion-line.ts'
import { readAnyList, readList } from '../../../../test/support/sources/read-list.ts'
import { exclusionLists } from './all.ts'
import { arDhs } from './ar-dhs.ts'
import { deDmma } from './de-dmma.ts'
import { laLdh } from './la-ldh.ts'
import { msDom } from './ms-dom.ts'

const listOf = (name: string) => exclusionLists.find((list) => list.name === name)

describe('an exclusion list', () => {
  test.each(exclusionFiles)(
    '$list is told by its columns and read: $fileName',
    async ({ list, fileName, text, rows }) => {
      expect((await readAnyList(text, fileName)).list).toBe(list)
      const expected = listOf(list)
      if (expected === undefined) throw new Error(`no list named ${list}`)
      const read = await readList(expected, text, fileName)
      expect(read.refusals).toEqual([])
      expect(read.rows.map(lineOf)).toEqual(rows)
    },
  )

  test('has a file of invented rows, a page and a title of its own', () => {
    const tested = new Set(exclusionFiles.map(({ list }) => list))
    expect(exclusionLists.map(({ name }) => name).filter((name) => name !== 'oig-leie' && !tested.has(name))).toEqual(
      [],
    )
    expect(exclusionLists.filter(({ page }) => !page.startsWith('https://')).map(({ name }) => name)).toEqual([])
    expect(new Set(exclusionLists.map(({ title }) => title)).size).toBe(exclusionLists.length)
  })

  test('refuses a row that names nobody, with its line and what was expected', async () => {
    const { rows, refusals } = await readList(arDhs, `${arDhs.layouts[0]?.join(',')}\n"DMS",""," , "," "," ",""\n`)
    expect(rows).toEqual([])
    expect(refusals).toEqual([{ line: 2, refused: 'Provider Name: expected a name; got none' }])
  })

  test('keeps an exclusion whose day cannot be read, with the cell in its basis', async () => {
    const text = `${deDmma.layouts[0]?.join(',')}\nAnn Roe,2000000002,,OIG,5/12012,\n`
    const { rows } = await readList(deDmma, text)
    expect(rows).toMatchObject([{ since: null, until: null, basis: 'OIG; Effective Date "5/12012"' }])
  })

  test('takes no end before its beginning: 12/31/1999 for 9999 leaves an exclusion in force', async () => {
    const text = `${laLdh.layouts[0]?.join(',')}\nAnn,Roe,,,DSW,11/12/23 0:00,12/31/1999 12:00:00 AM\n`
    expect((await readList(laLdh, text)).rows).toMatchObject([{ since: '2023-11-12', until: null }])
  })

  test('keeps neither birth dates nor streets of people', async () => {
    const file = exclusionFiles.find(({ list }) => list === msDom.name)
    const kept = JSON.stringify((await readList(msDom, file?.text ?? '')).rows)
    expect(kept).toContain('Inverness')
    expect(kept).not.toMatch(/9 Lane|1960/)
  })
})

/** Real files of the publishers, beside the checkout where somebody has put them. */
const real = join(import.meta.dirname, '../../../../../shared/data/sources')
const isAbsent = !existsSync(real)
const title = (promise: string) => (isAbsent ? `${promise} (skipped: no real files beside the checkout)` : promise)

/** Rows made, refused, with an NPI, ended by 2026-06-30. */
const realCounts: Record<string, [list: string, rows: number, refused: number, withNpi: number, ended: number]> = {
  'cms/Revocation_Extract_2026_excerpt.csv': ['cms-revoked', 1, 0, 1, 0],
  'leie/DC_official-list_in-LEIE-layout_2026.csv': ['dc-ocp', 93, 0, 10, 0],
  'sam-exclusions/SAM_Exclusions_Public_Extract_V1_DUNS_excerpt.csv': ['sam-exclusions', 4, 0, 0, 0],
  'sam-exclusions/SAM_Exclusions_Public_Extract_V2_2023-11_excerpt.csv': ['sam-exclusions', 16, 0, 0, 3],
  'state-medicaid-exclusions/AK_excluded_2026.csv': ['ak-medicaid', 301, 0, 0, 0],
  'state-medicaid-exclusions/AL_suspended-providers_2026-06-16.csv': ['al-medicaid', 309, 0, 0, 0],
  'state-medicaid-exclusions/AR_DHS_excluded_2026.csv': ['ar-dhs', 400, 0, 0, 0],
  'state-medicaid-exclusions/AZ_AHCCCS_exclusions_2026.csv': ['az-ahcccs', 250, 0, 170, 0],
  'state-medicaid-exclusions/CA_suspended-ineligible_2026.csv': ['ca-medi-cal', 500, 0, 80, 0],
  'state-medicaid-exclusions/CO_HCPF_terminated_2026.csv': ['co-hcpf', 318, 0, 297, 0],
  'state-medicaid-exclusions/CT_DSS_administrative-actions_2026.csv': ['ct-dss', 89, 0, 0, 0],
  'state-medicaid-exclusions/DE_sanctioned_2026.csv': ['de-dmma', 250, 0, 156, 51],
  'state-medicaid-exclusions/IL_OIG_sanctions_2026.csv': ['il-hfs', 350, 0, 88, 0],
  'state-medicaid-exclusions/IN_terminations_2026-04.csv': ['in-fssa', 151, 0, 141, 0],
  'state-medicaid-exclusions/KS_terminations_2026-05-20.csv': ['ks-kdhe', 199, 0, 111, 0],
  'state-medicaid-exclusions/KY_terminated-excluded_2026-05-28.csv': ['ky-dms', 250, 0, 226, 0],
  'state-medicaid-exclusions/LA_exclusions_2026-06-14.csv': ['la-ldh', 500, 0, 26, 52],
  'state-medicaid-exclusions/MA_removed-from-list_2026.csv': ['ma-masshealth-removed', 5, 0, 5, 5],
  'state-medicaid-exclusions/MA_suspended-excluded_2026.csv': ['ma-masshealth', 294, 0, 239, 0],
  'state-medicaid-exclusions/MD_sanctioned_2026.csv': ['md-mdh', 288, 0, 64, 0],
  'state-medicaid-exclusions/MS_sanctioned_2026-06-08.csv': ['ms-dom', 193, 0, 139, 0],
  'state-medicaid-exclusions/MT_terminated-excluded_2026.csv': ['mt-dphhs', 174, 0, 42, 0],
  'state-medicaid-exclusions/NC_excluded_2026-05.csv': ['nc-dhhs', 176, 0, 160, 0],
  'state-medicaid-exclusions/NJ_debarment_2026.csv': ['nj-debarment', 400, 0, 128, 33],
  'state-medicaid-exclusions/NY_OMIG_exclusions_2026.csv': ['ny-omig', 600, 0, 168, 0],
  'state-medicaid-exclusions/OH_suspension-exclusion_individuals_2026.csv': ['oh-odm-individuals', 284, 0, 104, 0],
  'state-medicaid-exclusions/OH_suspension-exclusion_organizations_2026.csv': ['oh-odm-organizations', 240, 0, 184, 0],
  'state-medicaid-exclusions/PA_medicheck_precluded_2026.csv': ['pa-medicheck', 600, 0, 116, 159],
  'state-medicaid-exclusions/TX_OIG_exclusions_2026.csv': ['tx-oig', 700, 0, 50, 81],
  'state-medicaid-exclusions/WA_HCA_termination-exclusion_2026-06-10.csv': ['wa-hca', 234, 0, 178, 0],
  'state-medicaid-exclusions/older-layouts_NY_OMIG_2016_tab.txt': ['ny-omig', 150, 0, 26, 0],
  'state-medicaid-exclusions/older-layouts_PA_2016_17col.csv': ['pa-medicheck', 150, 0, 12, 45],
}

test.skipIf(isAbsent)(title('real exclusion lists are told and read whole'), async () => {
  const folder = join(real, 'state-medicaid-exclusions')
  const paths = [
    ...readdirSync(folder).map((name) => join('state-medicaid-exclusions', name)),
    ...readdirSync(join(real, 'sam-exclusions')).map((name) => join('sam-exclusions', name)),
    'cms/Revocation_Extract_2026_excerpt.csv',
    'leie/DC_official-list_in-LEIE-layout_2026.csv',
  ]
  const counts: typeof realCounts = {}
  for (const path of paths) {
    // The sample's own name for the layout is no publisher's.
    const fileName = basename(path).replace('_in-LEIE-layout', '')
    const name = (await readAnyList(readFileSync(join(real, path)), fileName)).list
    const list = listOf(name)
    if (list === undefined) throw new Error(`${path}: ${name} is no exclusion list`)
    const { rows, refusals } = await readList(list, readFileSync(join(real, path)), fileName)
    const withNpi = rows.filter(({ npis }) => npis.length > 0).length
    const ended = rows.filter(({ until }) => until !== null && until <= '2026-06-30').length
    counts[path] = [name, rows.length, refusals.length, withNpi, ended]
  }
  expect(counts).toEqual(realCounts)
})
