import { copyFile, mkdtemp, readdir, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { doctorFull, individualFull, organizationFull } from '#contract/providers'
import { checksumFile, checksumText, formatVersion, manifestFile, manifestText } from '#registry/format'
import { type Built, builtProviders, randomOf } from '../../test/support/registry/built.ts'
import { snapshotOf, type TestSnapshot } from '../../test/support/registry/snapshots.ts'
import { openRegistry } from './open-registry.ts'
import type { Registry } from './query.ts'
import { SnapshotSearcher } from './searcher.ts'
import { openSnapshotFiles } from './snapshot.ts'

/** Taxonomies and credentials, with the numbers of each, points, cells, the search by place, names. */
const indexes = 8

let built: Built[]
let snapshot: TestSnapshot
let other: TestSnapshot
let scratch: string

beforeAll(async () => {
  built = builtProviders({ seed: 5, count: 300 })
  snapshot = await snapshotOf(built)
  other = await snapshotOf(builtProviders({ seed: 6, count: 300 }))
  scratch = await mkdtemp(join(tmpdir(), 'praxidex-open-'))
})
afterAll(async () => {
  await Promise.all([snapshot.remove(), other.remove(), rm(scratch, { recursive: true, force: true })])
})

test('the indexes of the search are made ready one after the other, and between them others have their turn', async () => {
  const files = await openSnapshotFiles(snapshot.dir, snapshot.manifest.files)
  let [turns, isOpen] = [0, false]
  const takeTurns = () => {
    turns++
    if (!isOpen) setImmediate(takeTurns)
  }
  setImmediate(takeTurns)
  // What was read is in memory, so that no turn comes from a file.
  await SnapshotSearcher.open(files, 1024 * 1024)
  isOpen = true
  files.close()
  expect(turns).toBeGreaterThanOrEqual(indexes)
})

describe('a snapshot that was changed after it was written is refused by the name of the file', () => {
  let copy: string
  let files: string[]
  beforeAll(async () => {
    copy = await copyOf(snapshot)
    files = await readdir(copy)
  })

  test('when any one byte of any file is flipped', async () => {
    const random = randomOf(3)
    expect(files.length).toBe(Object.keys(snapshot.manifest.files).length + 2)
    for (const file of files) {
      const whole = await readFile(join(snapshot.dir, file))
      // These providers have no reviews and ratings, whose files are empty: such a file can only grow.
      if (whole.length === 0) continue
      const others = Array.from({ length: 6 }, () => Math.floor(random() * whole.length))
      for (const position of new Set([0, whole.length - 1, ...others])) {
        const flipped = Buffer.from(whole)
        flipped[position] ^= 1 << Math.floor(random() * 8)
        await expectRefused(file, flipped)
      }
    }
  })

  test('when any file is shorter or longer than it was', async () => {
    for (const file of files) {
      const whole = await readFile(join(snapshot.dir, file))
      const shorter = whole.length === 0 ? [] : [whole.subarray(0, -1), Buffer.alloc(0)]
      for (const other of [...shorter, Buffer.concat([whole, Buffer.from('\n')])]) {
        await expectRefused(file, other)
      }
    }
  })

  test('when any file is missing', async () => {
    for (const file of files) {
      await unlink(join(copy, file))
      await expect(openRegistry(copy), file).rejects.toThrow(file)
      await copyFile(join(snapshot.dir, file), join(copy, file))
    }
  })

  test('when a file comes from another snapshot, the manifest included', async () => {
    for (const file of files) {
      const theirs = await readFile(join(other.dir, file))
      if (!theirs.equals(await readFile(join(snapshot.dir, file)))) await expectRefused(file, theirs)
    }
  })

  /** Opens the copy with other bytes in one file, and puts it right again. */
  async function expectRefused(file: string, bytes: Buffer): Promise<void> {
    await writeFile(join(copy, file), bytes)
    await expect(openRegistry(copy, { isCheckedWhole: true }), file).rejects.toThrow(file)
    await copyFile(join(snapshot.dir, file), join(copy, file))
  }

  test('when two files of the same size are swapped', async () => {
    const dir = await copyOf(snapshot)
    const [one, other] = ['credential-sets.u32', 'taxonomy-sets.u32'] as const
    await copyFile(join(snapshot.dir, one), join(dir, other))
    await copyFile(join(snapshot.dir, other), join(dir, one))
    await expect(openRegistry(dir)).rejects.toThrow(
      /^(credential|taxonomy)-sets\.u32: expected SHA-256 [0-9a-f]{64}, got [0-9a-f]{64}$/,
    )
  })

  test('when the manifest was edited and its checksum made anew', async () => {
    const edited = { ...snapshot.manifest, sourceDate: '2026-11-09' }
    await expect(openRegistry(await copyWithManifest(manifestText(edited)))).rejects.toThrow(
      /^manifest\.json: version: expected 2026-11-09-[0-9a-f]{8}, got 2026-11-08-[0-9a-f]{8}$/,
    )
  })

  test('when it has the format of another time, whatever else is different in it', async () => {
    const dir = await copyWithManifest(JSON.stringify({ formatVersion: formatVersion + 1, anything: true }))
    await expect(openRegistry(dir)).rejects.toThrow(
      `manifest.json: expected format version ${formatVersion}, got ${formatVersion + 1}; update this program`,
    )
  })
})

describe('an open registry', () => {
  let registry: Registry
  beforeAll(async () => {
    registry = await openRegistry(snapshot.dir)
  })
  afterAll(() => registry.close())

  test('shows everything on file about everybody, as the contract says', () => {
    for (const provider of built) {
      const found = registry.get(provider.npi)
      if (provider.kind === 'deactivated') {
        expect(found).toEqual({ kind: 'deactivated', deactivatedOn: provider.deactivatedOn })
        continue
      }
      if (found.kind !== 'found') throw new Error(`NPI ${provider.npi} is ${found.kind}`)
      const isDoctor = provider.kind === 'individual' && provider.isDoctor
      expect(found).toMatchObject({ resource: `${provider.kind}s`, isDoctor })
      const resource = isDoctor ? 'doctors' : found.resource
      const shape = { doctors: doctorFull, individuals: individualFull, organizations: organizationFull }[resource]
      const shown: unknown = JSON.parse(found.json(resource).toString())
      expect(shape.strict().parse(shown)).toMatchObject({
        npi: provider.npi,
        name: provider.name,
        ...provider.locations[0],
        ...provider.details,
      })
    }
  })

  test('tells an NPI that was never issued from one that was deactivated', () => {
    for (const npi of [0, -1, 1.5, 1_000_000_000, 2_000_000_000, 2 ** 32, Number.NaN]) {
      expect(registry.get(npi)).toEqual({ kind: 'unknown' })
    }
  })

  test('understands a code, a label and a common word as the same specialty, and names the nearest to a typing error', () => {
    for (const text of ['207RC0000X', 'Cardiology']) {
      expect(registry.specialty(text)).toMatchObject({ codes: expect.arrayContaining(['207RC0000X']) })
    }
    expect(registry.specialty('cardiolgy')).toHaveProperty('nearest')
  })

  test('answers the same whether a provider is read from disk or still remembered, whichever resource asked first', async () => {
    const fresh = await openRegistry(snapshot.dir)
    const place = { latitude: 40.75, longitude: -73.99, radiusMiles: 25 }
    const ask = (from: Registry, resource: 'doctors' | 'individuals') =>
      from.search({ resource, place, offset: 0, limit: 50 }).json.toString()
    const [doctors, individuals] = [ask(registry, 'doctors'), ask(registry, 'individuals')]
    expect(doctors).toContain('organizationIds')
    expect(individuals).not.toContain('organizationIds')
    for (let time = 0; time < 2; time++) {
      expect(ask(fresh, 'individuals')).toBe(individuals)
      expect(ask(fresh, 'doctors')).toBe(doctors)
    }
    fresh.close()
  })

  test('writes the list and the total in the frame that the caller gives', () => {
    const query = { resource: 'doctors', offset: 0, limit: 3 } as const
    const { total, json } = registry.search(query)
    const framed = registry.search(query, { before: '{"list":', beforeTotal: ',"counted":', after: ',"é":1}' })
    expect(framed.json.toString()).toBe(`{"list":${json.toString()},"counted":${total},"é":1}`)
  })

  test('says what it is', () => {
    expect(registry).toMatchObject({ version: snapshot.manifest.version, sourceDate: '2026-11-08', isSample: true })
  })
})

test('a registry of no providers opens and finds no one', async () => {
  const empty = await snapshotOf([])
  const registry = await openRegistry(empty.dir)
  expect(registry.isSample).toBe(false)
  expect(registry.get(1_234_567_893)).toEqual({ kind: 'unknown' })
  const place = { latitude: 40, longitude: -74, radiusMiles: 25 }
  for (const filters of [{}, { place }, { name: 'a' }, { gender: 'M' }, { organizationId: 'org_0000000' }] as const) {
    expect(registry.search({ resource: 'doctors', ...filters, offset: 0, limit: 10 })).toMatchObject({
      total: 0,
      hits: [],
    })
  }
  registry.close()
  await empty.remove()
})

test('a closed registry refuses every use', async () => {
  const registry = await openRegistry(snapshot.dir)
  const found = registry.get(built.find(({ kind }) => kind !== 'deactivated')?.npi ?? 0)
  registry.close()
  registry.close()
  expect(() => registry.get(1)).toThrow('used after it was closed')
  expect(() => registry.count({ resource: 'doctors' })).toThrow('used after it was closed')
  if (found.kind !== 'found') throw new Error('expected a provider')
  expect(() => found.json('doctors')).toThrow('read after the registry was closed')
})

/** A copy to damage; the folder is removed with the others at the end. */
async function copyOf({ dir }: TestSnapshot): Promise<string> {
  const copy = await mkdtemp(join(scratch, 'copy-'))
  for (const file of await readdir(dir)) await copyFile(join(dir, file), join(copy, file))
  return copy
}

async function copyWithManifest(text: string): Promise<string> {
  const dir = await copyOf(snapshot)
  await writeFile(join(dir, manifestFile), text)
  await writeFile(join(dir, checksumFile), checksumText(text))
  return dir
}
