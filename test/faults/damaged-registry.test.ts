/**
 * T10: a registry that was damaged after it was built, in every way that disks, networks and people damage files: what
 * is held in memory never serves, the operator is told, and the version before goes on serving. What stays on disk and
 * has its length is compared when it is read (damage-while-serving.test.ts).
 */
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  checksumFile,
  checksumText,
  currentFile,
  formatVersion,
  manifestFile,
  manifestText,
  versionsFolder,
} from '#registry/format'
import { followRegistry, type RegistrySource } from '#registry/search/follow'
import { isKeptFile } from '#registry/search/snapshot'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { type Random, seededRandom } from '../support/seeded-random.ts'
import { isNight, trials } from '../support/trials.ts'

const flips = trials({ commit: 26, nightly: 1_000 })
const cuts = trials({ commit: 6, nightly: 200 })
const swaps = trials({ commit: 4, nightly: 20 })
const absences = trials({ commit: 4, nightly: 20 })
const providers = trials({ commit: 300, nightly: 5_000 })
const seed = 10

/** Milliseconds in which a damaged version is refused. */
const refusedMsMax = 5_000

const patience = { timeout: 30_000, interval: 1 }

let serving: SampleRegistry
let next: SampleRegistry
/** A small one that is never damaged. */
let other: SampleRegistry
let source: RegistrySource
/** Whole files of the version that is damaged, and the folder in which it is. */
let files: { name: string; bytes: Buffer }[]
let damagedDir: string
let total: number
const errors: Error[] = []

beforeAll(async () => {
  // One after the other: each takes a core of its own.
  serving = await buildSampleRegistry(providers)
  next = await buildSampleRegistry(providers + 100)
  other = await buildSampleRegistry(50)
  const versions = join(serving.registryDir, versionsFolder)
  damagedDir = join(versions, next.manifest.version)
  await cp(next.versionDir, damagedDir, { recursive: true })
  await cp(other.versionDir, join(versions, other.manifest.version), { recursive: true })
  const names = [...Object.keys(next.manifest.files), manifestFile, checksumFile]
  files = await Promise.all(names.map(async (name) => ({ name, bytes: await readFile(join(damagedDir, name)) })))
  source = await followRegistry(serving.registryDir, {
    intervalMs: 1,
    onSwitch: () => {},
    onError: (error) => errors.push(error),
  })
  total = countServed()
})
afterAll(async () => {
  await source.close()
  await Promise.all([serving.remove(), next.remove(), other.remove()])
})

const current = () => source.current() ?? expect.unreachable()
const countServed = () => current().search({ resource: 'individuals', offset: 0, limit: 25 }).total

/** One that has this many bytes and more, by chance. */
function oneOf(bytesMin: number, random: Random, among = files): { name: string; bytes: Buffer } {
  const large = among.filter(({ bytes }) => bytes.length >= bytesMin)
  return large[random(large.length)] ?? expect.unreachable()
}

/** Announces a version as the build does: whole, or not at all. */
async function announce(version: string): Promise<void> {
  const path = join(serving.registryDir, 'next.json')
  await writeFile(path, JSON.stringify({ version, announcedAt: '2026-11-09T00:00:00.000Z', history: [] }))
  await rename(path, join(serving.registryDir, currentFile))
}

async function switchTo({ manifest }: SampleRegistry): Promise<void> {
  await announce(manifest.version)
  await vi.waitFor(() => expect(current().version).toBe(manifest.version), patience)
}

/**
 * Does the damage, announces the version, and sees it refused; puts it right again, and answers how many milliseconds
 * that took.
 */
async function tryDamage(name: string, damage: (path: string) => Promise<void>): Promise<number> {
  const path = join(damagedDir, name)
  await damage(path)
  const told = errors.length
  const startedMs = performance.now()
  await announce(next.manifest.version)
  await vi.waitFor(() => expect(errors.length).toBeGreaterThan(told), patience)
  const refusedMs = performance.now() - startedMs
  expect(current().version).toBe(serving.manifest.version)
  expect(countServed()).toBe(total)
  await writeFile(path, files.find((file) => file.name === name)?.bytes ?? '')
  // A failure is told once, and rested on: another version in between makes the next one new.
  await switchTo(other)
  await switchTo(serving)
  return refusedMs
}

interface Damage {
  count: number
  /** Does it once; answers what `tryDamage` does. */
  once: (random: Random) => Promise<number>
}

const damages: Record<string, Damage> = {
  'a bit flipped in what is held in memory': {
    count: flips,
    once: (random) => {
      const kept = files.filter(({ name }) => isKeptFile(name))
      const { name, bytes } = oneOf(1, random, kept)
      const flipped = Buffer.from(bytes)
      const position = random(bytes.length)
      flipped.writeUInt8(flipped.readUInt8(position) ^ (1 << random(8)), position)
      return tryDamage(name, (path) => writeFile(path, flipped))
    },
  },
  'a file cut short': {
    count: cuts,
    once: (random) => {
      const { name, bytes } = oneOf(1, random)
      return tryDamage(name, (path) => writeFile(path, bytes.subarray(0, random(bytes.length))))
    },
  },
  'a file in the place of another': {
    count: swaps,
    once: (random) => {
      const { name, bytes } = oneOf(1, random)
      const isTold = (file: Buffer) => (isKeptFile(name) ? !file.equals(bytes) : file.length !== bytes.length)
      const others = files.filter((file) => isTold(file.bytes))
      const other = others[random(others.length)] ?? expect.unreachable()
      return tryDamage(name, (path) => writeFile(path, other.bytes))
    },
  },
  'a file that is missing': {
    count: absences,
    once: (random) => tryDamage(oneOf(0, random).name, (path) => rm(path)),
  },
}

test.each(Object.entries(damages))('T10: a registry with %s never serves', async (what, { count, once }) => {
  const refusedMs: number[] = []
  const random = seededRandom(seed)
  for (let trial = 0; trial < count; trial++) refusedMs.push(await once(random))
  const slowest = Math.round(Math.max(...refusedMs))
  if (isNight) expect(slowest).toBeLessThan(refusedMsMax)
  note({ id: 'T10', seed, trials: count }, { what, providers, refused: refusedMs.length, refusedMsMax: slowest })
})

test.each([formatVersion - 1, formatVersion + 1])('T10: a registry of format %i never serves', async (format) => {
  const text = manifestText({ ...next.manifest, formatVersion: format })
  const checksum = join(damagedDir, checksumFile)
  await writeFile(checksum, checksumText(text))
  await tryDamage(manifestFile, (path) => writeFile(path, text))
  expect(errors.at(-1)?.message).toContain(`expected format version ${formatVersion}, got ${format}`)
  await writeFile(checksum, checksumText(manifestText(next.manifest)))
  note({ id: 'T10', seed: null, trials: 1 }, { what: `format ${format}`, refused: 1 })
})

test('T10: the same registry serves as soon as it is whole', async () => {
  await switchTo(next)
  await switchTo(serving)
})
