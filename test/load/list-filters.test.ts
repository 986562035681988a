/** The filters by lists in several processes that share a folder: each follows what one program writes there. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRegistry } from '#registry/search/open-registry'
import { writeOverlay } from '#registry/search/overlay'
import { overlayFile } from '#server/sources/list-overlay'
import { type ApiProcesses, startApiProcesses } from '../support/api-processes.ts'
import { eventually } from '../support/eventually.ts'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders, unlimited } from '../support/test-server.ts'

let local: LocalDatabase
let registry: SampleRegistry
let all: ApiProcesses
const dataDir = mkdtempSync(join(tmpdir(), 'praxidex-filters-'))
const path = overlayFile(dataDir)
beforeAll(async () => {
  ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  const { registryDir } = registry
  all = await startApiProcesses({
    count: 2,
    databaseUrl: local.url,
    registryDir,
    plans: unlimited,
    settings: { dataDir },
  })
})
afterAll(async () => {
  await all.close()
  await local.close()
  await registry.remove()
  rmSync(dataDir, { recursive: true })
})

const bodyOf = async (origin: string, path: string, headers: Record<string, string> = {}) =>
  (await fetch(`${origin}${path}`, { headers })).json()

test('two processes follow the same overlay, and neither a damaged one', async () => {
  const { apiKey } = await all.signUp()
  const opened = await openRegistry(registry.versionDir)
  const npis = opened.licensedIn('CA').slice(0, 40)
  const expected = opened.count({ resource: 'individuals', npis: [...npis] })
  opened.close()
  const search = (origin: string) =>
    bodyOf(origin, '/api/individuals?acceptsMedicare=true&limit=1', { 'api-key': apiKey })
  for (const origin of all.origins) expect(await search(origin)).toMatchObject({ code: 'list_not_loaded' })
  mkdirSync(dirname(path), { recursive: true })
  await writeOverlay(path, [{ name: 'medicare', isSample: true, madeOf: 'test 1', npis }])
  for (const origin of all.origins) {
    await eventually(async () => expect(await search(origin)).toMatchObject({ total: expected }))
  }
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] ^= 1
  writeFileSync(path, bytes)
  for (const origin of all.origins) {
    await eventually(async () =>
      expect(await bodyOf(origin, '/ready')).toMatchObject({
        listFilters: { acceptsMedicare: true, fault: expect.stringContaining('overlay: expected SHA-256') },
      }),
    )
    expect(await search(origin)).toMatchObject({ total: expected })
  }
})
