import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openRegistry } from '#registry/search/open-registry'
import type { Registry } from '#registry/search/query'
import { buildIn } from '../../test/support/registry/test-build.ts'
import { testFolder } from '../../test/support/registry/test-files.ts'
import { versionDir } from './announce.ts'

/** Rows beside the checkout where somebody has put them. */
const shared = join(import.meta.dirname, '../../../shared/data')
const isAbsent = !existsSync(join(shared, 'faults'))
const title = (promise: string) => (isAbsent ? `${promise} (skipped: no shared data beside the checkout)` : promise)

async function registryOf(...files: string[]): Promise<Registry> {
  const registryDir = testFolder()
  const { manifest } = await buildIn(
    registryDir,
    files.map((file) => join(shared, file)),
    { leaveOutRefused: true },
  )
  return openRegistry(versionDir(registryDir, manifest.version))
}

function npisBy(registry: Registry, name: string, nicknames = false): number[] {
  return (['individuals', 'organizations'] as const).flatMap((resource) =>
    registry.find({ resource, name, nicknames, offset: 0, limit: 100 }).hits.map(({ npi }) => npi),
  )
}

test.skipIf(isAbsent)(title('names that were not found once are found as people type them'), async () => {
  const faults = ['06-okina', '08-spaced-names', '13-title-credential', '14-invisible', '15-nickname']
  const registry = await registryOf(...faults.map((file) => `faults/${file}.csv`))
  const expected: [npi: number, ...names: string[]][] = [
    [1990009171, 'Lani Kaʻahumanu', 'kaahumanu lani', "KA'AHUMANU LANI"],
    [1990009189, 'Lei Kaʻahumanu', 'Lei Kaahumanu', 'ka’ahumanu lei'],
    [1990009221, "Sean O'Brien", 'obrien', 'O BRIEN', 'OʼBrien'],
    [1990009239, 'McDonald', 'Rhonda McDonald', 'MC DONALD', 'mcdon'],
    [1990009247, 'DelaCruz', 'Juan De La Cruz', 'delacruz juan'],
    [1990009254, 'US Example Care', 'U.S. Example', 'u s example'],
    [1990009262, 'University MD Example Center', 'university m.d. example'],
    [1990009296, 'Dr. Mary Johnson', 'Mary Johnson, M.D.', 'Mary Johnson RN', 'DR MARY JOHNSON MD'],
    [1990009304, 'Zoe Zerowidth', 'zero\u200bwidth', 'zerowid'],
    [1990009312, 'K\u200bing Ida', 'Ki\u00adng'],
    [1990009320, 'Robert Walton'],
  ]
  for (const [npi, ...names] of expected) for (const name of names) expect(npisBy(registry, name), name).toEqual([npi])
  expect(npisBy(registry, 'Bob Walton')).toEqual([])
  expect(npisBy(registry, 'Bob Walton', true)).toEqual([1990009320])
  registry.close()
})

test.skipIf(isAbsent)(title('everybody in real files is found by the very name on file'), async () => {
  const registry = await registryOf(
    'nppes/main/lantern_2020-11_orgs998_330col.csv',
    'nppes/main/k0bl_2016-10_mixed499_329col.csv',
    'nppes/main/eddyizm_2023-11_mixed108_330col.csv',
  )
  const shape = z.array(z.object({ npi: z.number(), name: z.string() }))
  let asked = 0
  for (const resource of ['individuals', 'organizations'] as const) {
    const { json } = registry.search({ resource, offset: 0, limit: 2000 })
    for (const { npi, name } of shape.parse(JSON.parse(json.toString()))) {
      for (const text of [name, name.toUpperCase(), `Dr. ${name}, M.D.`]) {
        const { hits } = registry.find({ resource, name: text, offset: 0, limit: 2000 })
        expect(
          hits.map((hit) => hit.npi),
          text,
        ).toContain(npi)
        asked++
      }
    }
  }
  expect(asked).toBeGreaterThan(3 * 1300)
  registry.close()
})
