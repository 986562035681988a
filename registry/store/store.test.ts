/**
 * One machine publishes, others fetch: over a folder and over a bucket, and with everything that can go wrong between
 * them.
 */

import {
  appendFileSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { historyFolder } from '#registry/search/changes'
import { lockHolder, takeProcessLock } from '#server/platform/process-lock'
import { openRegistryStore, type RegistryStoreChoice } from '#server/platform/registry-store/registry-store'
import { startChild } from '../../test/support/platform/test-child.ts'
import { startTestProxy } from '../../test/support/platform/test-proxy.ts'
import { buildIn } from '../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, person, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'
import { run } from '../../test/support/registry-command.ts'
import { buildSampleRegistry, type SampleRegistry } from '../../test/support/sample-registry.ts'
import { startTestBucket, type TestBucket } from '../../test/support/test-bucket.ts'
import { tryWorkspace } from '../build/workspace.ts'
import { currentFile, readCurrent, versionsFolder } from '../format.ts'
import { openRegistry } from '../search/open-registry.ts'
import { receive } from './fetch-version.ts'
import { type FollowStoreOptions, followStore } from './follow-store.ts'
import { publish } from './publish.ts'
import { keyOf, type RegistryStore } from './store.ts'

const patience = { timeout: 20_000, interval: 10 }
const lock = { take: takeProcessLock, holder: lockHolder }
const silent = { step() {}, bytes() {}, count() {}, note() {} }

let first: SampleRegistry
let second: SampleRegistry
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-store-'))
  ;[first, second] = await Promise.all([buildSampleRegistry(200), buildSampleRegistry(220)])
})
afterAll(async () => {
  await Promise.all([first.remove(), second.remove()])
  rmSync(folder, { recursive: true })
})

const newFolder = () => mkdtempSync(join(folder, 'machine-'))

function put(registryDir: string, store: RegistryStore): Promise<{ filesUploaded: number }> {
  return publish({ registryDir, store, progress: silent, isAnew: false, allowSample: true })
}

interface Machine {
  registryDir: string
  fetched: string[]
  failures: string[]
  /** Waits until the version is announced here and opens. */
  serves(version: string): Promise<void>
  close(): Promise<void>
}

/** A machine that follows the store. */
function follow(choice: RegistryStoreChoice, options: Partial<FollowStoreOptions> = {}): Machine {
  const store = openRegistryStore(choice)
  const registryDir = options.registryDir ?? newFolder()
  const [fetched, failures]: [string[], string[]] = [[], []]
  const following = followStore({
    store,
    registryDir,
    openWorkspace: () => tryWorkspace(registryDir, lock),
    servingVersion: () => fetched.at(-1),
    intervalMs: 5,
    pausesMs: [1, 1],
    onFetched: (version) => void fetched.push(version),
    onError: (message) => void failures.push(message),
    ...options,
  })
  const close = async () => {
    await following.close()
    store.close()
  }
  onTestFinished(close)
  return {
    registryDir,
    fetched,
    failures,
    close,
    async serves(version) {
      await vi.waitFor(() => expect(fetched.at(-1)).toBe(version), patience)
      expect((await readCurrent(registryDir))?.version).toBe(version)
      const registry = await openRegistry(join(registryDir, versionsFolder, version))
      registry.close()
    },
  }
}

/** Every byte of a version. */
function contentOf(registryDir: string, version: string): Record<string, string> {
  const dir = join(registryDir, versionsFolder, version)
  const files = readdirSync(dir).filter((name) => statSync(join(dir, name)).isFile())
  return Object.fromEntries(files.sort().map((name) => [name, readFileSync(join(dir, name)).toString('base64')]))
}

interface TestStore {
  choice: RegistryStoreChoice
  env: Record<string, string>
  fileOf(key: string): string
}

let bucket: TestBucket
beforeAll(async () => {
  bucket = await startTestBucket()
})
afterAll(() => bucket.close())
afterEach(() => {
  bucket.clear()
})

function folderStore(): TestStore {
  const dir = newFolder()
  return {
    choice: { kind: 'folder', dir },
    env: { REGISTRY_FROM: `file://${dir}` },
    fileOf: (key) => join(dir, key),
  }
}

/**
 * Has the store as it is once the second version and then the first were published: what is in it is written once for
 * each kind of store, and then copied.
 */
async function putBoth(kind: string, { choice, fileOf }: TestStore): Promise<void> {
  const place = dirname(fileOf(currentFile))
  const kept = join(folder, `published through ${kind}`)
  if (existsSync(kept)) return cpSync(kept, place, { recursive: true })
  const store = openRegistryStore(choice)
  await put(second.registryDir, store)
  await put(first.registryDir, store)
  store.close()
  cpSync(place, kept, { recursive: true })
}

/** What a registry folder announces, as it is put in a store. */
const announcementIn = ({ registryDir }: SampleRegistry) => createReadStream(join(registryDir, currentFile))

/** The folder of a machine that serves the first version. */
function servingFolder(): string {
  const registryDir = newFolder()
  cpSync(first.registryDir, registryDir, { recursive: true })
  return registryDir
}

type Damage = [what: string, name: string, damage: (path: string) => void]

const damagesOfFiles: Damage[] = [
  ['cut', 'npis.u32', (path) => truncateSync(path, statSync(path).size - 3)],
  ['changed in one byte', 'details.bin', flipByte],
  ['missing', 'flags.u8', (path) => rmSync(path)],
]
const damagesOfMore: Damage[] = [
  ['cut to nothing', 'records.bin', (path) => truncateSync(path, 0)],
  ['longer', 'npis.u32', (path) => appendFileSync(path, 'more')],
  ['changed in one byte', 'manifest.json', flipByte],
  ['missing', 'manifest.json', (path) => rmSync(path)],
  ['cut', 'manifest.sha256', (path) => truncateSync(path, 20)],
  ['missing', 'manifest.sha256', (path) => rmSync(path)],
]

describe.each([
  ['a folder', folderStore, [...damagesOfFiles, ...damagesOfMore]],
  ['a bucket', () => bucket, damagesOfFiles],
])('through %s', (kind, storeOf, damages) => {
  test('what one machine publishes the others fetch to the byte, and a version published before comes back without its files', async () => {
    const { choice, env } = storeOf()
    const store = openRegistryStore(choice)
    onTestFinished(() => store.close())
    // Looks without a pause would only slow down what is published meanwhile.
    const machines = [follow(choice, { intervalMs: 50 }), follow(choice, { intervalMs: 50 })]
    const [one, two] = [first.manifest.version, second.manifest.version]
    const { code, out, err } = await run(first.registryDir, ['publish'], env)
    expect({ code, err: err.replace(/^.*(AWS|http|nodejs|updates|will|Use|versions).*$|\n/gm, '') }).toEqual({
      code: 0,
      err: '',
    })
    expect(out).toContain(`Files uploaded: ${Object.keys(first.manifest.files).length + 2}.`)
    for (const machine of machines) await machine.serves(one)
    for (const [registry, filesUploaded] of [
      [second, Object.keys(second.manifest.files).length + 2],
      [first, 0],
    ] as const) {
      expect(await put(registry.registryDir, store)).toMatchObject({ filesUploaded })
      for (const machine of machines) await machine.serves(registry.manifest.version)
    }
    for (const { registryDir, fetched } of machines) {
      expect(fetched).toEqual([one, two, one])
      expect(contentOf(registryDir, one)).toEqual(contentOf(first.registryDir, one))
      expect(contentOf(registryDir, two)).toEqual(contentOf(second.registryDir, two))
      expect(readdirSync(registryDir).sort()).toEqual([currentFile, historyFolder, versionsFolder].sort())
      // The version that came back is one that was gone through.
      const recorded = readdirSync(join(registryDir, historyFolder)).sort()
      expect(recorded).toEqual([`000001-${one}.changes`, `000002-${two}.changes`])
      expect(readdirSync(join(registryDir, versionsFolder)).sort()).toEqual([one, two].sort())
    }
  })

  test.each(damages)(
    'a version with an object that is %s (%s) is reported once and leaves the one before serving',
    async (_, name, damage) => {
      const testStore = storeOf()
      await putBoth(kind, testStore)
      const { choice, fileOf } = testStore
      const store = openRegistryStore(choice)
      onTestFinished(() => store.close())
      const key = keyOf(second.manifest.version, name)
      damage(fileOf(key))
      let looks = 0
      const watched: RegistryStore = {
        ...store,
        open(key, signal) {
          if (key === currentFile) looks++
          return store.open(key, signal)
        },
      }
      await store.put(currentFile, announcementIn(second))
      const machine = follow(choice, { store: watched, registryDir: servingFolder() })
      await vi.waitFor(() => expect(machine.failures).toHaveLength(1), patience)
      // It is tried again after twenty looks.
      const until = looks + 25
      await vi.waitFor(() => expect(looks).toBeGreaterThan(until), patience)
      expect(machine.failures).toEqual([expect.stringContaining(second.manifest.version)])
      expect((await readCurrent(machine.registryDir))?.version).toBe(first.manifest.version)
      expect(contentOf(machine.registryDir, first.manifest.version)).toEqual(
        contentOf(first.registryDir, first.manifest.version),
      )
      await store.put(key, createReadStream(join(second.versionDir, name)))
      await machine.serves(second.manifest.version)
      expect(readdirSync(join(machine.registryDir, versionsFolder)).filter((entry) => entry.startsWith('.'))).toEqual(
        [],
      )
    },
  )

  test('a damaged version is made whole by publishing it anew', async () => {
    const testStore = storeOf()
    await putBoth(kind, testStore)
    const { choice, fileOf } = testStore
    const store = openRegistryStore(choice)
    onTestFinished(() => store.close())
    for (const [, name, damage] of damagesOfFiles) damage(fileOf(keyOf(second.manifest.version, name)))
    await store.put(currentFile, announcementIn(second))
    const machine = follow(choice, { registryDir: servingFolder() })
    await vi.waitFor(() => expect(machine.failures).toHaveLength(1), patience)
    await publish({ registryDir: second.registryDir, store, progress: silent, isAnew: true, allowSample: true })
    await machine.serves(second.manifest.version)
  })
})

function flipByte(path: string): void {
  const bytes = readFileSync(path)
  bytes[Math.floor(bytes.length / 2)] ^= 1
  writeFileSync(path, bytes)
}

test.each([
  ['garbage', 'garbage'],
  [
    'the name of a folder above',
    JSON.stringify({ version: '../../other', announcedAt: '2026-11-21T00:00:00Z', history: [] }),
  ],
  [
    'a version that was never published',
    JSON.stringify({ version: '2026-11-08-1a2b3c4d', announcedAt: '2026-11-21T00:00:00Z', history: [] }),
  ],
  ['nothing', ''],
])('a store that announces %s is reported once, and what serves goes on', async (_, text) => {
  const testStore = folderStore()
  await putBoth('a folder', testStore)
  const store = openRegistryStore(testStore.choice)
  const machine = follow(testStore.choice, { registryDir: servingFolder() })
  await store.put(currentFile, Readable.from([Buffer.from(text)]))
  await vi.waitFor(() => expect(machine.failures).toHaveLength(1), patience)
  expect((await readCurrent(machine.registryDir))?.version).toBe(first.manifest.version)
  await store.put(currentFile, announcementIn(second))
  await machine.serves(second.manifest.version)
  expect(machine.failures).toHaveLength(1)
})

test('a store that does not answer is reported once, and what it announces meanwhile is fetched when it does', async () => {
  const network = await startTestProxy(bucket.port)
  onTestFinished(() => network.close())
  await putBoth('a bucket', bucket)
  const store = openRegistryStore(bucket.choice)
  onTestFinished(() => store.close())
  const machine = follow({ ...bucket.choice, endpoint: `http://127.0.0.1:${network.port}` })
  await machine.serves(first.manifest.version)
  network.refuse()
  await vi.waitFor(() => expect(machine.failures).toHaveLength(1), patience)
  await store.put(currentFile, announcementIn(second))
  network.heal()
  await machine.serves(second.manifest.version)
})

test('a store that falls silent in the middle of a file is given up', async () => {
  const { choice } = folderStore()
  const silentStore: RegistryStore = {
    ...openRegistryStore(choice),
    open: async () => ({ bytes: 10, content: new Readable({ read() {} }) }),
  }
  const expected = { bytes: 10, sha256: '' }
  const ending = new AbortController().signal
  const receiving = receive({
    store: silentStore,
    key: 'a',
    path: join(newFolder(), 'a'),
    expected,
    ending,
    stallMs: 20,
  })
  await expect(receiving).rejects.toThrow(/ sent nothing for 0\.02 s$/)
})

test('a connection that breaks in the middle of a file is tried again', async () => {
  const testStore = folderStore()
  await putBoth('a folder', testStore)
  const { choice } = testStore
  const store = openRegistryStore(choice)
  const breaks = { left: 2 }
  const breaking: RegistryStore = {
    ...store,
    async open(key, signal) {
      const object = await store.open(key, signal)
      if (object === undefined || !key.endsWith('records.bin') || breaks.left-- <= 0) return object
      object.content.destroy()
      return { bytes: object.bytes, content: Readable.from(halfAndBreak()) }
    },
  }
  const machine = follow(choice, { store: breaking })
  await machine.serves(first.manifest.version)
  expect(breaks.left).toBeLessThan(0)
  expect(machine.failures).toEqual([])
})

async function* halfAndBreak() {
  yield Buffer.alloc(100)
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}

test('T04: a disk without room for a version is reported before anything is fetched, and leaves the one before serving', async () => {
  const testStore = folderStore()
  await putBoth('a folder', testStore)
  const { choice } = testStore
  const store = openRegistryStore(choice)
  let free = Number.MAX_SAFE_INTEGER
  const machine = follow(choice, { freeBytes: async () => free })
  await machine.serves(first.manifest.version)
  free = 256 * 1024 * 1024
  await store.put(currentFile, announcementIn(second))
  await vi.waitFor(() => expect(machine.failures).toHaveLength(1), patience)
  expect(machine.failures[0]).toMatch(
    /^The disk of .* is too full: expected \d+ bytes free beside 268435456 in reserve, got 0$/,
  )
  free = Number.MAX_SAFE_INTEGER
  await machine.serves(second.manifest.version)
})

test('a version that was damaged on the machine is fetched again', async () => {
  const testStore = folderStore()
  await putBoth('a folder', testStore)
  const registryDir = servingFolder()
  const { version } = first.manifest
  flipByte(join(registryDir, versionsFolder, version, 'records.bin'))
  // A process in which nothing serves, since the version is refused.
  const next = follow(testStore.choice, { registryDir, servingVersion: () => undefined })
  await vi.waitFor(
    () => expect(contentOf(next.registryDir, version)).toEqual(contentOf(first.registryDir, version)),
    patience,
  )
  expect((await readCurrent(next.registryDir))?.version).toBe(version)
})

const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** A machine that gets half of one object, says so, and waits for the rest for ever. */
const source = `
import { Readable } from 'node:stream'
import { lockHolder, takeProcessLock } from ${urlOf('../../server/platform/process-lock.ts')}
import { openRegistryStore } from ${urlOf('../../server/platform/registry-store/registry-store.ts')}
import { followStore } from ${urlOf('./follow-store.ts')}
import { tryWorkspace } from ${urlOf('../build/workspace.ts')}
const [dir, registryDir, stopAt] = process.argv.slice(1)
const store = openRegistryStore({ kind: 'folder', dir })
const lock = { take: takeProcessLock, holder: lockHolder }
async function* halfOf(content) {
  for await (const chunk of content) {
    yield chunk.subarray(0, Math.floor(chunk.length / 2))
    break
  }
  console.log('half')
  await new Promise(() => {})
}
followStore({
  store: {
    ...store,
    async open(key, signal) {
      const object = await store.open(key, signal)
      return key.endsWith('/' + stopAt) ? { ...object, content: Readable.from(halfOf(object.content)) } : object
    },
  },
  registryDir,
  openWorkspace: () => tryWorkspace(registryDir, lock),
  servingVersion: () => undefined,
  intervalMs: 5,
  onFetched: (version) => console.log('fetched'),
  onError: (message) => console.log(message),
})
`

test('T11: a machine killed at any object of a fetch serves the version before, and the next one fetches and tidies up', async () => {
  const testStore = folderStore()
  await putBoth('a folder', testStore)
  const { choice, fileOf } = testStore
  await openRegistryStore(choice).put(currentFile, announcementIn(second))
  const registryDir = servingFolder()
  const names = Object.keys(second.manifest.files)
  for (const name of [names[0], names[Math.floor(names.length / 2)], names.at(-1)].map(String)) {
    const child = startChild(source, [fileOf('.'), registryDir, name])
    expect(await child.line()).toBe('half')
    await child.kill('SIGKILL')
    const version = (await readCurrent(registryDir))?.version ?? ''
    const registry = await openRegistry(join(registryDir, versionsFolder, version))
    registry.close()
    expect(version).toBe(first.manifest.version)
  }
  const next = follow(choice, { registryDir })
  await vi.waitFor(
    async () => expect((await readCurrent(registryDir))?.version).toBe(second.manifest.version),
    patience,
  )
  await next.close()
  expect(contentOf(registryDir, second.manifest.version)).toEqual(
    contentOf(second.registryDir, second.manifest.version),
  )
  expect(readdirSync(registryDir).filter((name) => !['versions', historyFolder, currentFile].includes(name))).toEqual(
    [],
  )
  expect(readdirSync(join(registryDir, versionsFolder)).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a publication that breaks at any file leaves the store announcing what it did', async () => {
  const { choice, fileOf } = folderStore()
  const store = openRegistryStore(choice)
  await put(first.registryDir, store)
  const before = readFileSync(fileOf(currentFile), 'utf8')
  for (const puts of [0, 10, Object.keys(second.manifest.files).length + 1]) {
    let left = puts
    const breaking: RegistryStore = {
      ...store,
      put: (key, content) => {
        if (left-- > 0) return store.put(key, content)
        content.destroy()
        return Promise.reject(new Error('the store is full'))
      },
    }
    await expect(put(second.registryDir, breaking)).rejects.toThrow('the store is full')
    expect(readFileSync(fileOf(currentFile), 'utf8')).toBe(before)
  }
  await put(second.registryDir, store)
  const machine = follow(choice)
  await machine.serves(second.manifest.version)
})

test('a sample takes the place of published real data only when it is asked to, and a damaged version is not published', async () => {
  const { choice, env, fileOf } = folderStore()
  const registryDir = testFolder()
  const name = 'npidata_pfile_20050523-20260608.csv'
  await buildIn(registryDir, writeFiles(testFolder(), { [name]: mainCsv([person(npiOf(1))]) }))
  const store = openRegistryStore(choice)
  await put(registryDir, store)
  const before = readFileSync(fileOf(currentFile), 'utf8')
  const [refused, nowhere] = await Promise.all([
    run(first.registryDir, ['publish'], env),
    run(first.registryDir, ['publish']),
  ])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('expected real data in place of version')
  expect(readFileSync(fileOf(currentFile), 'utf8')).toBe(before)

  const damaged = testFolder()
  cpSync(registryDir, damaged, { recursive: true })
  const version = (await readCurrent(damaged))?.version ?? ''
  flipByte(join(damaged, versionsFolder, version, 'records.bin'))
  await expect(put(damaged, store)).rejects.toThrow('records.bin: expected SHA-256')
  expect((await run(first.registryDir, ['publish', '--allow-sample'], env)).code).toBe(0)
  expect(nowhere.err).toContain('expected REGISTRY_FROM to say where to')
})
