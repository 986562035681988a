/** A server that answers without a pause while the version it serves changes under it, again and again. */
import { cp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { currentFile, versionsFolder } from '#registry/format'
import { openRegistry } from '#registry/read/open-registry'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders, startTestServer, type TestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'

const clients = 8
const swaps = trials({ commit: 6, nightly: 60 })
const pages = 10
const limit = 25

let sample: SampleRegistry
let other: SampleRegistry
let server: TestServer
/** What every page says, by version and page. */
const expected = new Map<string, string[]>()

beforeAll(async () => {
  sample = await buildSampleRegistry(sampleProviders)
  other = await buildSampleRegistry(sampleProviders + 200)
  await cp(other.versionDir, join(sample.registryDir, versionsFolder, other.manifest.version), { recursive: true })
  for (const { versionDir, manifest } of [sample, other]) {
    const registry = await openRegistry(versionDir)
    const bodies = Array.from({ length: pages }, (_, page) => {
      const { total, json } = registry.search({ resource: 'individuals', offset: page * limit, limit })
      return `{"providers":${json},"page":${page + 1},"total":${total}}`
    })
    expected.set(manifest.version, bodies)
    registry.close()
  }
  server = await startTestServer(undefined, { registryDir: sample.registryDir })
}, 60_000)
afterAll(async () => {
  await server.close()
  await sample.remove()
  await other.remove()
})

/** As the build does it: whole, or not at all. */
async function announce(version: string): Promise<void> {
  const next = join(sample.registryDir, 'next.json')
  await writeFile(next, JSON.stringify({ version, announcedAt: '2026-11-09T00:00:00.000Z', history: [] }))
  await rename(next, join(sample.registryDir, currentFile))
}

test('T12: while versions change under load no request fails, no answer mixes two, and answers go on while one opens', async () => {
  const origin = `http://127.0.0.1:${await server.listen()}`
  const faults: string[] = []
  const seen: string[] = []
  let isLoaded = true

  async function ask(page: number): Promise<void> {
    const answer = await fetch(`${origin}/api/individuals?page=${page + 1}&limit=${limit}`, {
      headers: { 'api-key': server.apiKey },
    })
    const body = await answer.text()
    const version = answer.headers.get('x-registry-version') ?? 'none'
    if (answer.status !== 200) faults.push(`page ${page + 1}: ${answer.status} ${body}`)
    else if (expected.get(version)?.[page] !== body) faults.push(`page ${page + 1} is not that of ${version}`)
    seen.push(version)
  }
  const load = async (first: number) => {
    for (let page = first; isLoaded; page++) await ask(page % pages)
  }
  const loads = Array.from({ length: clients }, (_, client) => load(client))

  const versions = [other.manifest.version, sample.manifest.version]
  for (let swap = 0; swap < swaps; swap++) {
    const next = versions[swap % 2] ?? ''
    const before = seen.length
    await announce(next)
    while (seen.at(-1) !== next && faults.length === 0) await ask(0)
    // Answers of the version before came while the next one was found and opened.
    expect(seen.slice(before).filter((version) => version !== next).length).toBeGreaterThan(0)
  }
  isLoaded = false
  await Promise.all(loads)

  expect(faults).toEqual([])
  expect(new Set(seen)).toEqual(new Set(versions))
  const { version } = z.object({ version: z.string() }).parse((await server.get('/registry')).body)
  expect(version).toBe(versions[(swaps - 1) % 2])
  note({ id: 'T12', seed: null, trials: swaps }, { answers: seen.length, failed: faults.length })
}, 600_000)
