/** A server that answers without a pause while the version it serves changes under it, again and again. */
import { cp, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { currentFile, versionsFolder } from '#registry/format'
import { openRegistry } from '#registry/search/open-registry'
import { SearchThreads } from '#registry/search/threads/search-threads'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders, startTestServer, type TestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'

const clients = 8
const swaps = trials({ commit: 6, nightly: 60 })
const pages = 10
const limit = 25

/** Three, so that none is still open when it is announced again: the one before is. */
let samples: SampleRegistry[]
let server: TestServer
/** As a server of two processors has it. */
let threads: SearchThreads
/** What every page says, by version and page. */
const expected = new Map<string, string[]>()

beforeAll(async () => {
  samples = await Promise.all([0, 200, 400].map((more) => buildSampleRegistry(sampleProviders + more)))
  for (const { versionDir, manifest } of samples) {
    if (manifest.version !== first().manifest.version)
      await cp(versionDir, join(first().registryDir, versionsFolder, manifest.version), { recursive: true })
    const registry = await openRegistry(versionDir)
    const bodies = Array.from({ length: pages }, (_, page) => {
      const { total, json } = registry.search({ resource: 'individuals', offset: page * limit, limit })
      return `{"providers":${json},"page":${page + 1},"total":${total}}`
    })
    expected.set(manifest.version, bodies)
    registry.close()
  }
  threads = new SearchThreads(1, (error) => {
    throw error
  })
  server = await startTestServer(undefined, { registryDir: first().registryDir }, undefined, undefined, { threads })
})
afterAll(async () => {
  await server.close()
  await threads.close()
  await Promise.all(samples.map((sample) => sample.remove()))
})

const first = () => samples[0] ?? expect.unreachable()

/** As the build does it: whole, or not at all. */
async function announce(version: string): Promise<void> {
  const next = join(first().registryDir, 'next.json')
  await writeFile(next, JSON.stringify({ version, announcedAt: '2026-11-09T00:00:00.000Z', history: [] }))
  await rename(next, join(first().registryDir, currentFile))
}

test('T12: while versions are opened one after the other under load no request fails, and no answer mixes two', async () => {
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

  const versions = samples.map(({ manifest }) => manifest.version)
  const serving = (swap: number) => versions[swap % versions.length] ?? expect.unreachable()
  const eventLoop = monitorEventLoopDelay({ resolution: 1 })
  eventLoop.enable()
  for (let swap = 1; swap <= swaps; swap++) {
    await announce(serving(swap))
    while (seen.at(-1) !== serving(swap) && faults.length === 0) await ask(0)
  }
  eventLoop.disable()
  isLoaded = false
  await Promise.all(loads)

  expect(faults).toEqual([])
  expect(new Set(seen)).toEqual(new Set(versions))
  const { version } = z.object({ version: z.string() }).parse((await server.get('/registry')).body)
  expect(version).toBe(serving(swaps))
  const eventLoopMsMax = Math.round(eventLoop.max / 1e6)
  note({ id: 'T12', seed: null, trials: swaps }, { answers: seen.length, failed: faults.length, eventLoopMsMax })
}, 600_000)
