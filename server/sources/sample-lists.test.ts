import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { individualFull } from '#contract/providers'
import { openRegistry } from '#registry/search/open-registry'
import type { Registry } from '#registry/search/query'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { buildSampleRegistry, type SampleRegistry } from '../../test/support/sample-registry.ts'
import { loadLeie, loadOneRow } from '../../test/support/sources/load-for-tests.ts'
import { exclusionFile, exclusionLine } from '../../test/support/sources/test-list.ts'
import type { Database } from '../platform/database/database.ts'
import { findExclusions, findLicenses, findMedicareFacts, loadedLists } from './ask.ts'
import { ensureSampleLists } from './sample-lists.ts'

let sample: SampleRegistry
let registry: Registry
let database: Database
beforeAll(async () => {
  sample = await buildSampleRegistry(500)
  registry = await openRegistry(sample.versionDir)
  database = await startTestDatabase()
})
afterAll(async () => {
  await database.close()
  registry.close()
  await sample.remove()
})

const people = () =>
  registry.find({ resource: 'individuals', offset: 0, limit: 1000 }).hits.flatMap(({ npi }) => {
    const found = registry.get(npi)
    return found.kind === 'found' ? [individualFull.parse(JSON.parse(found.json('individuals').toString()))] : []
  })

const namesOfLists = async () => (await loadedLists(database.db)).map(({ name, isSample }) => `${name} ${isSample}`)

test('no sample list is made beside real providers', async () => {
  await ensureSampleLists(database, { ...registry, isSample: false, sourceDate: '2026-11-01' })
  expect(await loadedLists(database.db)).toEqual([])
})

test('the sample lists know the invented people by number, NPI and name, and are marked', async () => {
  await ensureSampleLists(database, registry)
  expect(await namesOfLists()).toEqual(['oig-leie true', 'sample-licenses true', 'sample-medicare true'])
  let licenses = 0
  for (const { npi, credentials, taxonomies } of people().slice(0, 40)) {
    const found = await findLicenses(database.db, { npi: String(npi) })
    const own = taxonomies.filter(
      ({ licenseNumber, licenseState }) => licenseNumber !== undefined && licenseState !== undefined,
    )
    expect(found).toHaveLength(credentials.length === 0 ? 0 : own.length)
    for (const { list, row } of found) {
      const again = await findLicenses(database.db, { numbers: [{ state: list.state ?? '', number: row.number }] })
      expect(again.map((one) => one.row)).toContainEqual(row)
      licenses++
    }
  }
  expect(licenses).toBeGreaterThan(10)
  const doctor = people().find(({ credentials }) => credentials.includes('MD'))
  const facts = await findMedicareFacts(database.db, String(doctor?.npi))
  expect(facts[0]?.list.title).toBe('Sample of Medicare files (fictional)')
  const excluded = await Promise.all(people().map(({ npi }) => findExclusions(database.db, { npi: String(npi) })))
  expect(excluded.flat().length).toBeGreaterThan(0)
})

test('two processes that make them at once make them once', async () => {
  const other = await startTestDatabase()
  onTestFinished(() => other.close())
  await Promise.all([ensureSampleLists(other, registry), ensureSampleLists(other, registry)])
  expect((await loadedLists(other.db)).map(({ name }) => name)).toContain('sample-licenses')
})

test('they are made once, and end when a real list is loaded in their place', async () => {
  await loadLeie(database, exclusionFile([exclusionLine({ last: 'MOSS' })]), { date: '2026-11-01' })
  await loadOneRow(database, 'license')
  expect(await namesOfLists()).toEqual(['oig-leie false', 'sample-medicare true', 'test-license false'])
  await ensureSampleLists(database, registry)
  expect(await namesOfLists()).toHaveLength(3)
  const versions = await database.db.selectFrom('source_versions').select('list').orderBy('version').execute()
  expect(versions.map(({ list }) => list)).toEqual(['oig-leie', 'sample-medicare', 'oig-leie', 'test-license'])
})
