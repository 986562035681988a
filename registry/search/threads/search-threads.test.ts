import { setFlagsFromString } from 'node:v8'
import type { Worker } from 'node:worker_threads'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { builtProviders } from '../../../test/support/registry/built.ts'
import { snapshotOf, type TestSnapshot } from '../../../test/support/registry/snapshots.ts'
import { openRegistry } from '../open-registry.ts'
import type { Frame, Registry, SearchQuery } from '../query.ts'
import { SnapshotSearcher } from '../searcher.ts'
import { SearchThreads, threadsFor } from './search-threads.ts'

let snapshots: TestSnapshot[]
/** Whatever threads fail with. */
const failures: string[] = []

beforeAll(async () => {
  snapshots = await Promise.all([1, 2].map((seed) => snapshotOf(builtProviders({ seed, count: 400 }))))
})
afterAll(() => Promise.all(snapshots.map((snapshot) => snapshot.remove())))
afterEach(() => expect(failures.splice(0)).toEqual([]))

const startThreads = (count: number) => new SearchThreads(count, ({ message }) => failures.push(message))
const open = (number: number, threads?: SearchThreads) =>
  openRegistry(snapshots[number]?.dir ?? expect.unreachable(), { threads })

const frame: Frame = { before: '{"gefunden":', beforeTotal: ',"insgesamt":', after: ',"größe":"✓"}' }
const page = { offset: 0, limit: 25 }
const place = { latitude: 40.75, longitude: -73.99, radiusMiles: 25 }
const queries: SearchQuery[] = [
  { resource: 'doctors', place, ...page },
  { resource: 'individuals', name: 'a', ...page },
  { resource: 'individuals', name: 'Ünknown ñame', ...page },
  { resource: 'organizations', place: { ...place, radiusMiles: 5 }, offset: 3, limit: 2 },
  { resource: 'organizations', facilityType: 'hospital', ...page },
  { resource: 'doctors', gender: 'F', credential: 'MD', ...page },
  { resource: 'doctors', offset: 100_000 - 1, limit: 1 },
]

/** What the registry answers by itself. */
const expectedOf = (registry: Registry, query: SearchQuery) => registry.search(query, frame).json.toString()

async function answersOf(registry: Registry, asked: readonly SearchQuery[]): Promise<string[]> {
  const answers = await Promise.all(asked.map((query) => registry.answer(query, frame)))
  return answers.map((answer) => answer.toString())
}

describe('threads that search', () => {
  test.each([1, 3])(
    '%i of them answer what the process itself answers, of every version, also hundreds at once',
    async (count) => {
      const threads = startThreads(count)
      const registries = await Promise.all([open(0, threads), open(1, threads)])
      for (const registry of registries) {
        expect(registry.answer(queries[0] ?? expect.unreachable(), frame)).toBeInstanceOf(Promise)
        const asked = Array.from({ length: 300 }, (_, index) => queries[index % queries.length] ?? expect.unreachable())
        expect(await answersOf(registry, asked)).toEqual(asked.map((query) => expectedOf(registry, query)))
      }
      for (const registry of registries) registry.close()
      await threads.close()
    },
  )

  test('leave the process little to keep, and all where there are none', async () => {
    const opening = vi.spyOn(SnapshotSearcher, 'open')
    onTestFinished(() => opening.mockRestore())
    const keptWith: number[] = []
    for (const count of [0, 1]) {
      const threads = startThreads(count)
      const registry = await open(0, threads)
      keptWith.push(opening.mock.lastCall?.[1] ?? expect.unreachable())
      registry.close()
      await threads.close()
    }
    await open(0).then((registry) => registry.close())
    const keptByItself = opening.mock.lastCall?.[1] ?? expect.unreachable()
    expect(keptWith[0]).toBe(keptByItself)
    expect(keptWith[1]).toBeLessThan(keptByItself)
  })

  test('are not asked for what takes no time, and answer what is long', async () => {
    const threads = startThreads(1)
    const registry = await open(0, threads)
    const npis = [registry.search({ resource: 'individuals', ...page }).hits[0]?.npi ?? 0]
    const few: SearchQuery = { resource: 'individuals', ...page, npis }
    expect(registry.answer(few, frame).toString()).toBe(expectedOf(registry, few))
    const taxonomyCodes = Array.from({ length: 1000 }, (_, index) => `207R${String(index).padStart(5, '0')}X`)
    const long: SearchQuery[] = [
      { resource: 'individuals', ...page, taxonomyCodes },
      { resource: 'individuals', offset: 0, limit: 400 },
    ]
    expect(await answersOf(registry, long)).toEqual(long.map((query) => expectedOf(registry, query)))
    registry.close()
    await threads.close()
  })

  test('that end leave what they were asked, and all that comes after, to the process', async () => {
    const threads = startThreads(2)
    const registry = await open(0, threads)
    const answering = answersOf(registry, queries)
    await threads.close()
    const expected = queries.map((query) => expectedOf(registry, query))
    expect(await answering).toEqual(expected)
    expect(await answersOf(registry, queries)).toEqual(expected)
    registry.close()
  })

  test('that end of themselves say so, and leave what they were asked, and all that comes after, to the process', async () => {
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve))
    const threads = startThreads(1)
    const registry = await open(0, threads)
    const asked = Array.from({ length: 64 }, (_, index) => queries[index % queries.length] ?? expect.unreachable())
    const answering = answersOf(registry, asked)
    await (await started).terminate()
    expect(await answering).toEqual(asked.map((query) => expectedOf(registry, query)))
    expect(failures.splice(0)).toEqual(['a thread that searches ended with code 1'])
    expect(await answersOf(registry, queries)).toEqual(queries.map((query) => expectedOf(registry, query)))
    registry.close()
    await threads.close()
  })

  test('go on where one of them ends of itself, and are asked all that comes after', async () => {
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve))
    const threads = startThreads(2)
    const registry = await open(0, threads)
    await (await started).terminate()
    expect(failures.splice(0)).toEqual(['a thread that searches ended with code 1'])
    for (const query of queries) {
      const answer = registry.answer(query, frame)
      expect(answer).toBeInstanceOf(Promise)
      expect((await answer).toString()).toBe(expectedOf(registry, query))
    }
    registry.close()
    await threads.close()
  })

  test('that cannot open a version say so, and leave it to the process', async () => {
    const threads = startThreads(1)
    const version = await threads.open({ loaded: [], onDisk: [] }, 1024 * 1024)
    expect(version.search(queries[0] ?? expect.unreachable(), frame)).toBeUndefined()
    expect(failures.splice(0)).toEqual([
      'a thread that searches could not open a version: npis.u32: expected in the manifest, got nothing',
    ])
    await version.close()
    await threads.close()
  })

  test('go on where another thread takes V8’s collector back while they ask for it', async () => {
    const threads = startThreads(3)
    const registry = await open(0, threads)
    const opening = threads.open({ loaded: [], onDisk: [] }, 1024 * 1024)
    const until = performance.now() + 500
    while (performance.now() < until) setFlagsFromString('--no-expose-gc')
    await (await opening).close()
    expect(await answersOf(registry, queries)).toEqual(queries.map((query) => expectedOf(registry, query)))
    expect(failures.splice(0)).toEqual(Array(3).fill(expect.stringContaining('could not open a version')))
    registry.close()
    await threads.close()
  })

  test('answer all that was asked of a version before its files are closed, and of the other one then', async () => {
    const threads = startThreads(1)
    const [first, second] = await Promise.all([open(0, threads), open(1, threads)])
    const asked = Array.from({ length: 64 }, (_, index) => queries[index % queries.length] ?? expect.unreachable())
    const expected = asked.map((query) => expectedOf(first, query))
    const answering = answersOf(first, asked)
    first.close()
    expect(() => first.answer(queries[0] ?? expect.unreachable(), frame)).toThrow('used after it was closed')
    expect(await answering).toEqual(expected)
    expect(await answersOf(second, queries)).toEqual(queries.map((query) => expectedOf(second, query)))
    second.close()
    await threads.close()
  })

  test('refuse what the process refuses', async () => {
    const threads = startThreads(1)
    const registry = await open(0, threads)
    expect(() => registry.answer({ resource: 'doctors', offset: -1, limit: 1 }, frame)).toThrow('offset: expected')
    registry.close()
    await threads.close()
  })
})

test('one thread is started for each processor but one, and three at most', () => {
  expect([1, 2, 3, 4, 5, 64].map(threadsFor)).toEqual([0, 1, 2, 3, 3, 3])
})
