import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { currentFile, type Manifest, versionsFolder } from '#registry/format'
import { eventually } from '../../test/support/eventually.ts'
import { builtProviders } from '../../test/support/registry/built.ts'
import { snapshotOf } from '../../test/support/registry/snapshots.ts'
import { suggestCities } from '../places/city-names.ts'
import { checkEveryMs, closeAfterMs, firstCheckAfterMs, followRegistry, type RegistrySource } from './follow.ts'
import type { Registry } from './query.ts'

const intervalMs = 5

const seeds = [1, 2, 3]

let root: string
let registryDir: string
let manifests: Manifest[]
let source: RegistrySource | undefined

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'praxidex-follow-'))
  await mkdir(join(root, versionsFolder))
  manifests = []
  for (const seed of seeds) manifests.push(await placeVersion(seed))
})
afterAll(() => rm(root, { recursive: true, force: true }))
afterEach(() => source?.close())

/** A registry folder of its own, with the versions of all; nothing is announced there. */
async function freshFolder(): Promise<void> {
  registryDir = await mkdtemp(join(root, 'registry-'))
  await mkdir(join(registryDir, versionsFolder))
  for (const seed of seeds) await placeVersion(seed, registryDir)
}

async function placeVersion(seed: number, dir = root): Promise<Manifest> {
  const building = await mkdtemp(join(dir, versionsFolder, '.building-'))
  const { manifest } = await snapshotOf(builtProviders({ seed, count: 200 }), building)
  await rename(building, join(dir, versionsFolder, manifest.version))
  return manifest
}

/** As the build does it: whole, or not at all. */
function announce(version: string): Promise<void> {
  return placeCurrent(JSON.stringify({ version, announcedAt: '2026-11-09T00:00:00.000Z', history: [] }))
}

async function placeCurrent(text: string): Promise<void> {
  const next = join(registryDir, 'next.json')
  await writeFile(next, text)
  await rename(next, join(registryDir, currentFile))
}

/** Follows, and lets a test wait for what it hears. */
async function follow() {
  const switches: string[] = []
  const errors: Error[] = []
  const waiting = new Set<() => void>()
  const heard = () => {
    for (const check of waiting) check()
  }
  source = await followRegistry(registryDir, {
    intervalMs,
    onSwitch: (version) => {
      switches.push(version)
      heard()
    },
    onError: (error) => {
      errors.push(error)
      heard()
    },
  })
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!holds()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  return { source, switches, errors, until }
}

function versionAt(index: number): string {
  return manifests[index]?.version ?? ''
}

function isOpen(registry: Registry): boolean {
  try {
    registry.get(1)
    return true
  } catch {
    return false
  }
}

/** How many files below the registry folder this process has open, as Linux tells it. */
function openFiles(): number {
  const paths = readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`)
    } catch {
      // The descriptor of the listing itself is gone by now.
      return ''
    }
  })
  return paths.filter((path) => path.startsWith(registryDir)).length
}

describe('following a registry', () => {
  test('serves nothing until a version is announced, and then that one', async () => {
    await freshFolder()
    const { source, switches, errors, until } = await follow()
    expect(source.current()).toBeUndefined()
    await announce(versionAt(0))
    await until(() => switches.length === 1)
    expect(source.current()?.version).toBe(versionAt(0))
    expect(errors).toEqual([])
  })

  test('serves the announced version from the beginning', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, switches } = await follow()
    expect(source.current()?.version).toBe(versionAt(0))
    expect(switches).toEqual([versionAt(0)])
  })

  test('has the names of cities before it serves, so that no suggestion waits for their table', async () => {
    await freshFolder()
    await announce(versionAt(0))
    await follow()
    const normalize = vi.spyOn(String.prototype, 'normalize')
    onTestFinished(() => normalize.mockRestore())
    expect(suggestCities('bost', 1)).toEqual(['Boston, MA'])
    // Once for what was typed, and not for each of 40,000 names.
    expect(normalize).toHaveBeenCalledTimes(1)
  })

  test('switches back and forth under load, and every search is answered by one whole version', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, switches, errors, until } = await follow()
    const totals = new Map(manifests.map(({ version, counts }) => [version, counts.individuals]))
    let isLoaded = true
    let searches = 0
    const load = async () => {
      while (isLoaded) {
        const before = source.current()
        await new Promise(setImmediate)
        // One taken just now, and one taken before some awaiting, in which a switch may have come.
        for (const registry of [source.current(), before]) {
          if (registry === undefined) throw new Error('expected a registry at all times')
          const { total, json } = registry.search({ resource: 'individuals', offset: 0, limit: 25 })
          expect(total).toBe(totals.get(registry.version))
          expect(JSON.parse(json.toString())).toHaveLength(25)
          searches++
        }
      }
    }
    const loads = [load(), load()]
    for (const index of [1, 2, 0, 1]) {
      const before = switches.length
      await announce(versionAt(index))
      await until(() => switches.length > before)
      expect(source.current()?.version).toBe(versionAt(index))
    }
    isLoaded = false
    await Promise.all(loads)
    expect(errors).toEqual([])
    expect(searches).toBeGreaterThan(20)
  })

  test('holds two versions open at most, however many it switches to', async () => {
    await freshFolder()
    const { source, switches, until } = await follow()
    const served = new Set<Registry>()
    for (const [count, index] of [0, 1, 2, 0, 1, 2].entries()) {
      await announce(versionAt(index))
      await until(() => switches.length > count)
      const serving = source.current()
      if (serving !== undefined) served.add(serving)
      expect([...served].filter(isOpen)).toEqual([...served].slice(-2))
    }
    expect(served.size).toBe(6)
    await source.close()
    expect([...served].filter(isOpen)).toEqual([])
  })

  test.skipIf(!existsSync('/proc/self/fd'))('keeps no file open of the versions it has left behind', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, switches, until } = await follow()
    const ofOne = openFiles()
    expect(ofOne).toBeGreaterThan(0)
    for (const [count, index] of [1, 2, 0, 1].entries()) {
      await announce(versionAt(index))
      await until(() => switches.length > count + 1)
      expect(openFiles()).toBe(2 * ofOne)
    }
    await source.close()
    expect(openFiles()).toBe(0)
  })

  test('serves a version that is named again while it is still open, without opening it anew', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, switches, errors, until } = await follow()
    const first = source.current()
    await announce(versionAt(1))
    await until(() => switches.length === 2)
    const second = source.current()
    // What is open needs its folder no more: a version opened anew could not be served from here.
    await rm(join(registryDir, versionsFolder), { recursive: true })
    for (const [count, index] of [0, 1, 0].entries()) {
      await announce(versionAt(index))
      await until(() => switches.length > count + 2)
      expect(source.current()).toBe(index === 0 ? first : second)
    }
    expect(errors).toEqual([])
  })

  test('closes the version before some time after the switch', async () => {
    await freshFolder()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    await announce(versionAt(0))
    const { source, switches } = await follow()
    const first = source.current()
    await announce(versionAt(1))
    while (switches.length < 2) {
      vi.advanceTimersByTime(intervalMs)
      await new Promise(setImmediate)
    }
    expect(first && isOpen(first)).toBe(true)
    vi.advanceTimersByTime(closeAfterMs)
    expect(first && isOpen(first)).toBe(false)
    expect(source.current()?.version).toBe(versionAt(1))
    expect(source.current()?.get(1)).toEqual({ kind: 'unknown' })
  })

  test('refuses a damaged version by the name of the file, once, and goes on serving the one before', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, switches, errors, until } = await follow()
    await writeFile(join(registryDir, versionsFolder, versionAt(1), 'flags.u8'), 'damaged')
    await announce(versionAt(1))
    await until(() => errors.length === 1)
    expect(errors[0]?.message).toMatch(/^flags\.u8: expected \d+ bytes, got 7$/)
    expect(source.current()?.version).toBe(versionAt(0))
    await announce(versionAt(2))
    await until(() => switches.length === 2)
    expect(source.current()?.version).toBe(versionAt(2))
    expect(errors).toHaveLength(1)
  })

  test('G11: compares all files each day, tells of damage that no call has met, and goes on serving what is whole', async () => {
    await freshFolder()
    await announce(versionAt(0))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const { source, errors, until } = await follow()
    const dir = join(registryDir, versionsFolder, versionAt(0))
    const names = ['details.bin', 'flags.u8', 'manifest.json']
    let found = 0
    for (const [day, name] of names.entries()) {
      const whole = await readFile(join(dir, name))
      const changed = Buffer.from(whole)
      changed[whole.length >> 1] ^= 1
      await writeFile(join(dir, name), changed)
      expect(source.damages()).toBe(found)
      vi.advanceTimersByTime(day === 0 ? firstCheckAfterMs : checkEveryMs)
      await until(() => errors.length > found)
      found++
      expect(errors.at(-1)?.message).toMatch(new RegExp(`^${name}: expected `))
      expect([source.damages(), errors.length]).toEqual([found, found])
      await writeFile(join(dir, name), whole)
      // The next day is counted from the end of a check.
      await new Promise(setImmediate)
    }
    expect(source.current()?.version).toBe(versionAt(0))
    expect(source.current()?.count({ resource: 'individuals' })).toBe(manifests[0]?.counts.individuals)
    vi.advanceTimersByTime(checkEveryMs)
    await source.close()
    expect(errors).toHaveLength(found)
  })

  test('serves a version whose files arrive only after it was announced', async () => {
    await freshFolder()
    const path = join(registryDir, versionsFolder, versionAt(1))
    await rename(path, `${path}.late`)
    await announce(versionAt(1))
    const { source, switches, errors, until } = await follow()
    await until(() => errors.length === 1)
    await rename(`${path}.late`, path)
    await until(() => switches.length === 1)
    expect(source.current()?.version).toBe(versionAt(1))
  })

  test('refuses a folder that holds another version than its name says', async () => {
    await freshFolder()
    const versions = join(registryDir, versionsFolder)
    await rm(join(versions, versionAt(1)), { recursive: true })
    await rename(join(versions, versionAt(2)), join(versions, versionAt(1)))
    await announce(versionAt(1))
    const { source, errors } = await follow()
    expect(errors.map(({ message }) => message)).toEqual([
      `${versionAt(1)}: expected a snapshot of this version, got ${versionAt(2)}`,
    ])
    expect(source.current()).toBeUndefined()
  })

  test('tells of a damaged current.json and goes on serving', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, switches, errors, until } = await follow()
    await writeFile(join(registryDir, currentFile), '{')
    await until(() => errors.length === 1)
    expect(errors[0]?.message).toMatch(/^current\.json: expected JSON, got /)
    expect(source.current()?.version).toBe(versionAt(0))
    await announce(versionAt(1))
    await until(() => switches.length === 2)
  })

  test('tells of the same failure again when all was well in between', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, errors, until } = await follow()
    await placeCurrent('{')
    await until(() => errors.length === 1)
    await eventually(async () => {
      await announce(versionAt(0))
      await wait(2 * intervalMs)
      await placeCurrent('{')
      await wait(2 * intervalMs)
      expect(errors.length).toBeGreaterThan(1)
    })
    expect(new Set(errors.map(({ message }) => message)).size).toBe(1)
    expect(source.current()?.version).toBe(versionAt(0))
  })

  test('ends with everything closed', async () => {
    await freshFolder()
    await announce(versionAt(0))
    const { source, switches, until } = await follow()
    const first = source.current()
    await announce(versionAt(1))
    await until(() => switches.length === 2)
    const second = source.current()
    await source.close()
    expect(source.current()).toBeUndefined()
    for (const registry of [first, second]) expect(() => registry?.get(1)).toThrow('used after it was closed')
  })
})
