/**
 * G11, T10: bytes of the registry that change on disk while it serves. No answer ever holds one: what needs it fails,
 * as a 500 over HTTP, and the operator is told. What no call reads is found by the daily check
 * (registry/search/follow.test.ts).
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { facilityTypes } from '#contract/facilities'
import { stateCodes } from '#contract/state-codes'
import { RegistryError } from '#registry/search/errors'
import { addressPurposes } from '#registry/search/filed-places'
import { openRegistry } from '#registry/search/open-registry'
import type { Registry, SearchQuery } from '#registry/search/query'
import { isKeptFile } from '#registry/search/snapshot'
import { SearchThreads } from '#registry/search/threads/search-threads'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startTestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'

/** Besides the first and the last byte of each file. */
const flipsPerFile = trials({ commit: 3, nightly: 120 })
const seed = 11

let sample: SampleRegistry
beforeAll(async () => {
  sample = await buildSampleRegistry(400)
})
afterAll(() => sample.remove())

/** Flips one bit where the file lies, as a disk does, and answers with what puts it right again. */
function flip(path: string, position: number): () => void {
  const whole = readFileSync(path).readUInt8(position)
  const put = (byte: number) => {
    const descriptor = openSync(path, 'r+')
    writeSync(descriptor, Buffer.from([byte]), 0, 1, position)
    closeSync(descriptor)
  }
  put(whole ^ 4)
  return () => put(whole)
}

/** Names of everybody, a letter that many names begin with, and each filter that is answered from a list on disk. */
function queriesOf(registry: Registry, npis: readonly number[]): SearchQuery[] {
  const page = { offset: 0, limit: 50 }
  const all = { resource: 'individuals', ...page } as const
  const words = new Set<string>()
  const organizationIds = new Set<string>()
  const codes = new Set<string>()
  for (const npi of npis) {
    const found = registry.get(npi)
    if (found.kind !== 'found') continue
    const { name, organizationIds: ids, taxonomies } = JSON.parse(found.json('doctors').toString())
    for (const word of name.split(/[^A-Za-z]+/)) if (word !== '') words.add(word)
    for (const id of ids ?? []) organizationIds.add(id)
    for (const { code } of taxonomies) codes.add(code)
  }
  // Each letter twice, which takes two words that begin with it.
  const repeated = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `${letter} ${letter}`)
  return [
    ...[...words, ...repeated, 'a', 'm'].flatMap((name) => [
      { ...all, name },
      { ...all, resource: 'organizations' as const, name },
    ]),
    ...[...codes].map((code) => ({ ...all, taxonomyCodes: [code] })),
    ...[...organizationIds].map((organizationId) => ({ ...all, organizationId })),
    ...facilityTypes.map((facilityType) => ({ ...all, resource: 'organizations' as const, facilityType })),
    ...['MD', 'DO', 'RN', 'PT'].map((credential) => ({ ...all, credential })),
    ...stateCodes.map((licensedIn) => ({ ...all, licensedIn })),
    ...addressPurposes.map((purpose) => ({ ...all, filed: { address: { purposes: [purpose], country: 'US' } } })),
  ]
}

/** Each look-up, page of reviews and search; what fails is undefined, and has to be told as damage. */
function answersOf(
  registry: Registry,
  npis: readonly number[],
  queries: readonly SearchQuery[],
): (string | undefined)[] {
  const tried = (ask: () => string) => {
    try {
      return ask()
    } catch (error) {
      expect(error).toBeInstanceOf(RegistryError)
      return undefined
    }
  }
  return [
    ...npis.flatMap((npi) => {
      const found = registry.get(npi)
      if (found.kind !== 'found') return [found.kind]
      return [
        tried(() => found.json('doctors').toString()),
        tried(() => found.reviews(0, 50).json.toString()),
        tried(() => JSON.stringify(registry.filedOf(npi))),
      ]
    }),
    ...queries.map((query) => tried(() => registry.search(query).json.toString())),
  ]
}

describe('G11: a byte that changes on disk while the registry serves', () => {
  test('T10: is in no answer: what needs it fails and is told of, all else is answered as before', async () => {
    const first = await openRegistry(sample.versionDir)
    onTestFinished(() => first.close())
    const { hits } = first.search({ resource: 'individuals', offset: 0, limit: 400 })
    const others = first.search({ resource: 'organizations', offset: 0, limit: 400 })
    const npis = [...hits, ...others.hits].map(({ npi }) => npi)
    const queries = queriesOf(first, npis)
    const expected = answersOf(first, npis, queries)
    expect(expected).not.toContain(undefined)

    const random = seededRandom(seed)
    const failures: Record<string, number> = {}
    let flips = 0
    for (const [name, { bytes }] of Object.entries(sample.manifest.files)) {
      if (isKeptFile(name) || bytes === 0) continue
      const positions = new Set([0, bytes - 1, ...Array.from({ length: flipsPerFile }, () => random(bytes))])
      for (const position of positions) {
        const told: RegistryError[] = []
        const registry = await openRegistry(sample.versionDir, { onDamage: (error) => told.push(error) })
        const putRight = flip(join(sample.versionDir, name), position)
        const answers = answersOf(registry, npis, queries)
        putRight()
        registry.close()
        flips++
        const failed = answers.filter((answer, at) => {
          if (answer !== undefined) expect(answer).toBe(expected[at])
          return answer === undefined
        })
        expect(told).toHaveLength(failed.length)
        for (const { message } of told) expect(message).toMatch(new RegExp(`^${name}: expected CRC-32`))
        failures[name] = (failures[name] ?? 0) + failed.length
      }
    }
    // Calls read each of these files, so that damage was met in all of them.
    for (const [name, count] of Object.entries(failures)) expect(count, name).toBeGreaterThan(0)
    expect(Object.keys(failures)).toContain('reviews.bin')
    note({ id: 'T10', seed, trials: flips }, { what: 'a byte changed while it serves', providers: 400 })
  })

  test('T10: keeps the registry from opening where it is held in memory', async () => {
    const random = seededRandom(seed)
    for (const [name, { bytes }] of Object.entries(sample.manifest.files)) {
      if (!isKeptFile(name) || bytes === 0) continue
      const putRight = flip(join(sample.versionDir, name), random(bytes))
      await expect(openRegistry(sample.versionDir), name).rejects.toThrow(`${name}: expected SHA-256`)
      putRight()
    }
    const registry = await openRegistry(sample.versionDir, { isCheckedWhole: true })
    registry.close()
  })

  test.each([0, 1])(
    'is a 500 over HTTP and a metric, with %i threads that search, and never a 200',
    async (count) => {
      const own = await buildSampleRegistry(400)
      onTestFinished(() => own.remove())
      const threads = new SearchThreads(count, () => {})
      onTestFinished(() => threads.close())
      const server = await startTestServer(undefined, { registryDir: own.registryDir }, undefined, undefined, {
        threads,
      })
      onTestFinished(() => server.close())
      const { hits } = (server.registry.current() ?? expect.unreachable()).find({
        resource: 'individuals',
        offset: 0,
        limit: 1,
      })
      const npi = hits[0]?.npi
      const paths = [
        `/api/individuals/${npi}`,
        `/api/individuals?npi=${npi}`,
        '/api/individuals?state=CA',
        '/api/individuals',
      ]
      const putRight = ['records.bin', 'details.bin'].flatMap((name) => {
        const { bytes = 0 } = own.manifest.files[name] ?? {}
        return Array.from({ length: Math.ceil(bytes / 4096) }, (_, block) =>
          flip(join(own.versionDir, name), 4096 * block),
        )
      })
      for (const path of paths)
        expect(await server.get(path)).toMatchObject({ status: 500, body: { code: 'internal' } })
      expect(server.registry.damages()).toBeGreaterThanOrEqual(paths.length)
      for (const put of putRight) put()
      for (const path of paths) expect(await server.get(path)).toMatchObject({ status: 200 })
    },
    120_000,
  )
})
