import { mkdir, mkdtemp, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentFile, versionsFolder } from '#registry/format'
import { eventually } from '../../test/support/eventually.ts'
import { type Built, builtProviders } from '../../test/support/registry/built.ts'
import { snapshotOf } from '../../test/support/registry/snapshots.ts'
import { followRegistry, type RegistrySource } from './follow.ts'
import { type OverlayPart, readOverlay, writeOverlay } from './overlay.ts'
import type { SearchQuery } from './query.ts'
import { SearchThreads } from './threads/search-threads.ts'

/** Two versions with people in common, at other ordinals. */
const people = builtProviders({ seed: 5, count: 600 })
const versions: { version: string; built: Built[] }[] = []

let registryDir: string
let path: string
const sources: RegistrySource[] = []
const errors: string[] = []

beforeAll(async () => {
  registryDir = await mkdtemp(join(tmpdir(), 'praxidex-overlay-'))
  path = join(registryDir, 'overlay.bin')
  await mkdir(join(registryDir, versionsFolder))
  for (const built of [people.slice(0, 400), people.slice(200)]) {
    const building = await mkdtemp(join(registryDir, versionsFolder, '.building-'))
    const { manifest } = await snapshotOf(built, building)
    await rename(building, join(registryDir, versionsFolder, manifest.version))
    versions.push({ version: manifest.version, built })
  }
})
afterAll(() => rm(registryDir, { recursive: true }))
beforeEach(() => announce(0))
afterEach(async () => {
  for (const source of sources.splice(0)) await source.close()
  await rm(path, { force: true })
  errors.length = 0
})

async function announce(index: number): Promise<void> {
  const version = versions[index]?.version
  const text = JSON.stringify({ version, announcedAt: '2026-11-09T00:00:00.000Z', history: [] })
  await writeFile(join(registryDir, 'next.json'), text)
  await rename(join(registryDir, 'next.json'), join(registryDir, currentFile))
}

async function follow(threads?: SearchThreads): Promise<RegistrySource> {
  const onError = ({ message }: Error) => void errors.push(message)
  const options = { intervalMs: 5, onSwitch: () => {}, onError, overlayFile: path, threads }
  const source = await followRegistry(registryDir, options)
  sources.push(source)
  return source
}

const individuals = people.flatMap((one) => (one.kind === 'individual' ? [one.npi] : []))
const every = (n: number) => individuals.filter((_, at) => at % n === 0)
const part = (npis: readonly number[], more: Partial<OverlayPart> = {}): OverlayPart => {
  return { name: 'medicare', isSample: true, madeOf: 'test 1', npis: Uint32Array.from(npis), ...more }
}
const query: SearchQuery = { resource: 'individuals', acceptsMedicare: true, offset: 0, limit: 1000 }
const found = (source: RegistrySource) =>
  source
    .current()
    ?.find(query)
    .hits.map(({ npi }) => npi)
const among = (npis: readonly number[], index: number) => {
  const held = new Set(versions[index]?.built.map(({ npi }) => npi))
  return npis.filter((npi) => held.has(npi))
}

test('an overlay is followed, replaced and set against each version of the registry', async () => {
  const source = await follow()
  expect(source.current()?.hasListed('medicare')).toBe(false)
  expect(() => found(source)).toThrow('overlay: expected a part medicare, got none')
  await writeOverlay(path, [part(every(2))])
  await eventually(() => expect(found(source)).toEqual(among(every(2), 0)))
  await announce(1)
  await eventually(() => expect(source.current()?.version).toBe(versions[1]?.version))
  expect(found(source)).toEqual(among(every(2), 1))
  await writeOverlay(path, [part(every(3))])
  await eventually(() => expect(found(source)).toEqual(among(every(3), 1)))
  await announce(0)
  await eventually(() => expect(source.current()?.version).toBe(versions[0]?.version))
  expect(found(source)).toEqual(among(every(3), 0))
  expect(errors).toEqual([])
})

test.each([
  ['with a bit turned over', (bytes: Buffer) => bytes.fill(bytes[300] ^ 1, 300, 301), 'expected SHA-256'],
  ['cut short', (bytes: Buffer) => bytes.subarray(0, -4), 'bytes, got'],
  [
    'with other counts',
    (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"count":', '"count":1'), 'latin1'),
    'bytes, got',
  ],
  ['without a head', () => Buffer.from('nothing'), 'overlay: '],
  [
    'of another format',
    (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"format":1', '"format":2'), 'latin1'),
    'expected format 1, got 2',
  ],
])('one %s is refused, once, and the one before serves until a sound one comes', async (_, damage, sentence) => {
  await writeOverlay(path, [part(every(2))])
  const source = await follow()
  expect(found(source)).toEqual(among(every(2), 0))
  await writeOverlay(`${path}.other`, [part(every(3))])
  await writeFile(`${path}.other`, damage(await readFile(`${path}.other`)))
  await rename(`${path}.other`, path)
  await eventually(() => expect(source.overlayFault()).toContain(sentence))
  await announce(1)
  await eventually(() => expect(source.current()?.version).toBe(versions[1]?.version))
  expect(found(source)).toEqual(among(every(2), 1))
  expect(errors).toEqual([expect.stringContaining(sentence)])
  await writeOverlay(path, [part(every(5))])
  await eventually(() => expect(found(source)).toEqual(among(every(5), 1)))
  expect(source.overlayFault()).toBeUndefined()
})

test('one that is cut in place says so, and one that is taken away leaves what serves', async () => {
  await writeOverlay(path, [part(every(2))])
  const source = await follow()
  await truncate(path, 100)
  await eventually(() => expect(source.overlayFault()).toBeDefined())
  await rm(path)
  expect(found(source)).toEqual(among(every(2), 0))
})

test('invented lists say nothing of real providers', async () => {
  const real = builtProviders({ seed: 9, count: 50, firstDigit: 1 })
  const { npi } = real.find(({ kind }) => kind === 'individual') ?? expect.unreachable()
  const building = await mkdtemp(join(registryDir, versionsFolder, '.building-'))
  const { manifest } = await snapshotOf(real, building)
  await rename(building, join(registryDir, versionsFolder, manifest.version))
  versions.push({ version: manifest.version, built: real })
  await announce(2)
  await writeOverlay(path, [part([npi]), part([npi], { name: 'CO', isSample: false })])
  const source = await follow()
  expect(source.current()?.hasListed('medicare')).toBe(false)
  expect(source.current()?.hasListed('CO')).toBe(true)
})

test('threads answer by the overlay too, or leave it to the process, while it is replaced', async () => {
  const threads = new SearchThreads(2, ({ message }) => errors.push(message))
  await writeOverlay(path, [part(every(2))])
  const source = await follow(threads)
  const frame = { before: '{"people":', beforeTotal: ',"total":', after: '}' }
  const sizes = new Set([2, 3].map((n) => among(every(n), 0).length))
  for (let round = 0; round < 40; round++) {
    await writeOverlay(path, [part(every(2 + (round % 2)), { madeOf: `${round}` })])
    const registry = source.current() ?? expect.unreachable()
    const answers = await Promise.all(Array.from({ length: 10 }, () => registry.answer({ ...query, limit: 5 }, frame)))
    for (const answer of answers) expect(sizes).toContain(JSON.parse(answer.toString()).total)
  }
  await writeOverlay(path, [part(every(7))])
  await eventually(async () => {
    const answer = await source.current()?.answer({ ...query, limit: 5 }, frame)
    expect(JSON.parse(String(answer)).total).toBe(among(every(7), 0).length)
  })
  for (const one of sources.splice(0)) await one.close()
  await threads.close()
  expect(errors).toEqual([])
})

test('what is read is what was written', async () => {
  const parts = [part([1, 2, 4_000_000_000]), part([], { name: 'NY', madeOf: 'ný' })]
  const version = await writeOverlay(path, parts)
  expect(await readOverlay(path)).toEqual({ version, parts })
  expect(await readOverlay(`${path}.none`)).toBeUndefined()
})
