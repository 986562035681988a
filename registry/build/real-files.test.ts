import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { individualFull, organizationFull } from '#contract/providers'
import { openRegistry } from '#registry/search/open-registry'
import { buildIn, sentencesOf } from '../../test/support/registry/test-build.ts'
import { testFolder } from '../../test/support/registry/test-files.ts'
import { versionDir } from './announce.ts'

/** Real rows of CMS's files, beside the checkout where somebody has put them. */
const shared = join(import.meta.dirname, '../../../shared/data')
const data = join(shared, 'nppes')
const isAbsent = !existsSync(data)
const title = (promise: string) => (isAbsent ? `${promise} (skipped: no real files beside the checkout)` : promise)

test.skipIf(isAbsent)(title('real files are taken, and the damaged ones among them are refused by name'), async () => {
  const registryDir = testFolder()
  const paths = [join(data, 'main'), join(data, 'other')]
  expect(await sentencesOf(buildIn(registryDir, paths))).toMatch(
    /41col\.csv: expected the 330 columns.*\n.*331col\.csv: /,
  )

  const result = await buildIn(registryDir, paths, { leaveOutRefused: true })
  expect(
    result.refused.map(({ name, reason }) => `${name.split('_')[0]}: ${reason.split('; got ')[0]}`).sort(),
  ).toEqual([
    "csvgame: expected the 330 columns of CMS's main file",
    'lantern: expected at most 0.5 % refused rows',
    "priyapondra: expected the 330 columns of CMS's main file",
    'siwa-p: expected at most 0.5 % refused rows',
  ])
  const counts = Object.fromEntries(
    result.manifest.sources.map(({ name, rows, taken, superseded, orphan, refused }) => {
      return [name.split('/')[0]?.slice(0, 20), [rows, taken, superseded, orphan, refused]]
    }),
  )
  expect(counts).toEqual({
    othername_pfile_rand: [9, 9, 0, 0, 0],
    pl_pfile_randybrown1: [9, 9, 0, 0, 0],
    'datanyc_2014-04_indi': [1, 1, 0, 0, 0],
    'datanyc_2014-04_org1': [1, 1, 0, 0, 0],
    'videntity_2014-11_mi': [10, 0, 10, 0, 0],
    'k0bl_2016-10_mixed49': [499, 313, 186, 0, 0],
    'lantern_2017-03_mixe': [19, 0, 19, 0, 0],
    'lantern_2020-11_orgs': [998, 968, 30, 0, 0],
    NPPES_Deactivated_NP: [258_959, 258_942, 17, 0, 0],
    'eddyizm_2023-11_mixe': [108, 99, 9, 0, 0],
    endpoint_pfile_20251: [1_955, 0, 0, 1_955, 0],
    othername_pfile_2025: [1_820, 2, 0, 1_818, 0],
    'pl_pfile_20251103-20': [7_146, 0, 0, 7_146, 0],
  })
  expect(result.manifest.counts).toMatchObject({
    individuals: 374,
    organizations: 991,
    deactivated: 258_959,
    // Wichita Falls, TN, with the ZIP code of that in Texas.
    unplaced: 1,
  })

  const registry = await openRegistry(versionDir(registryDir, result.manifest.version))
  const { hits } = registry.search({
    resource: 'organizations',
    taxonomyCodes: ['2084N0400X'],
    name: 'wright',
    offset: 0,
    limit: 1,
  })
  const group = registry.get(hits[0]?.npi ?? 0)
  if (group.kind !== 'found') throw new Error('expected the group practice; got nothing')
  const found = organizationFull.parse(JSON.parse(group.json('organizations').toString()))
  expect([found.name, found.taxonomies.length, found.identifiers.length]).toEqual([
    'Wright State Physicians Inc',
    15,
    13,
  ])
  for (const hit of registry.search({ resource: 'individuals', offset: 0, limit: 374 }).hits) {
    const person = registry.get(hit.npi)
    if (person.kind === 'found') individualFull.parse(JSON.parse(person.json('individuals').toString()))
  }
  registry.close()
})

const casing = join(shared, 'faults/05-casing.csv')
const noCasing = !existsSync(casing)
test.skipIf(noCasing)(
  `names that are initials beside some words and spoken beside others are written as they are read${noCasing ? ' (skipped: no such file beside the checkout)' : ''}`,
  async () => {
    const registryDir = testFolder()
    const result = await buildIn(registryDir, [casing])
    const registry = await openRegistry(versionDir(registryDir, result.manifest.version))
    const names = (['organizations', 'individuals'] as const).flatMap((resource) =>
      registry.search({ resource, offset: 0, limit: 20 }).hits.map(({ npi }) => {
        const found = registry.get(npi)
        return found.kind === 'found' ? JSON.parse(found.json(resource).toString()).name : found.kind
      }),
    )
    registry.close()
    expect(names).toEqual([
      'Belltone Hearing Aids Center',
      'Yes We Can Do Therapy LLC',
      'Care for Us LLC',
      'UPMC Example Hospital',
      'NYU Example Clinic',
      'AT&T Health Clinic',
      'Vi Nguyen',
      'Tran Vi',
      'İpek Şimşek',
      "Lei Ka'ahumanu",
    ])
  },
)

test.skipIf(isAbsent)(title("CMS's real files about hospitals and groups are taken as far as they match"), async () => {
  const cms = join(shared, 'cms')
  const [hospitals = '', hcahps = '', groups = '', clinicians = ''] = [
    'Hospital_General_Information_2026-04_38col.csv',
    'HCAHPS_Hospital_Utah_2013_opendata.csv',
    'grp_public_reporting_cahps_committed2025.csv',
    'DAC_NationalDownloadableFile_2019-2020layout_386_40col.csv',
  ].map((name) => join(cms, name))
  const main = join(data, 'main/k0bl_2016-10_mixed499_329col.csv')
  const result = await buildIn(testFolder(), [main, hospitals, hcahps, groups, clinicians])
  const told = result.manifest.sources.map(({ kind, rows, taken, orphan, refused, matches }) => {
    return [kind, rows, taken, orphan, refused, matches]
  })
  const none = { identifier: 0, nameAndAddress: 0, ambiguous: 0 }
  expect(told).toEqual([
    // The sample of hospitals is of Utah, and that of organizations has none of there.
    ['hospitalSurveys', 1_440, 0, 1_440, 0, { ...none, none: 1_440 }],
    ['groupSurveys', 432, 0, 432, 0, { ...none, none: 432 }],
    ['main', 499, 499, 0, 0, undefined],
    ['hospitals', 5_426, 7, 5_419, 0, { ...none, identifier: 6, nameAndAddress: 1, none: 5_419 }],
    // None of its groups is among those that were surveyed.
    ['clinicianGroups', 386, 0, 386, 0, undefined],
  ])

  const later = join(data, 'main/lantern_2020-11_orgs998_330col.csv')
  const [, ofLater] = (await buildIn(testFolder(), [later, hospitals])).manifest.sources
  const matches = { identifier: 1, nameAndAddress: 22, ambiguous: 0, none: 5_403 }
  expect(ofLater).toMatchObject({ kind: 'hospitals', rows: 5_426, taken: 23, orphan: 5_403, matches })

  const withoutGroups = join(cms, 'DAC_subset_onyemc_2026_14col.csv')
  expect(await sentencesOf(buildIn(testFolder(), [main, withoutGroups]))).toMatch(
    /^DAC_subset_onyemc_2026_14col\.csv: expected the header of one of CMS's .*; got "NPI", /,
  )
})
