/** T05 and T06: a database that is far away, and one that is away for a while under load. */
import { randomBytes } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
// Injected requests that need nothing from elsewhere leave the event loop no turn, in which anything else could happen.
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { usageEndpoints } from '#contract/usage'
import { maxAgeMs } from '#server/keys/check-key'
import { type FarDatabase, startFarDatabase } from '../support/far-database.ts'
import type { TestProxy } from '../support/platform/test-proxy.ts'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { sampleProviders, startTestServer, type TestServer } from '../support/test-server.ts'
import { isNight, trials } from '../support/trials.ts'

/** As many connections as a process may have. */
const connectionsMax = 10

let database: FarDatabase
let registry: SampleRegistry

beforeAll(async () => {
  ;[database, registry] = await Promise.all([
    startFarDatabase({ isTroubleExpected: true }),
    buildSampleRegistry(sampleProviders),
  ])
})
afterAll(async () => {
  await database.close()
  await registry.remove()
})

const secretKey = randomBytes(32)

/** A server of a test's own, with a network of its own between it and the database. */
async function startServer(onEnd: (end: () => Promise<void>) => void) {
  const { network, open } = await database.another()
  const server = await startTestServer(open, { registryDir: registry.registryDir, secretKey })
  onEnd(async () => {
    network.heal()
    await server.close()
  })
  return { server, network }
}

/**
 * For how many milliseconds is searched: by night, when the times are looked at, while a key is looked up several
 * times.
 */
const searchMs = isNight ? 3_000 : 50
const searchers = 4

/**
 * How many milliseconds searches took by callers whose key is known: all but the slowest hundredth, and the slowest.
 */
async function searchTimes(server: TestServer, apiKey: string) {
  const times: number[] = []
  const untilMs = performance.now() + searchMs
  const search = async () => {
    while (performance.now() < untilMs) {
      const startedMs = performance.now()
      expect((await server.get('/api/doctors?limit=1', { 'api-key': apiKey })).status).toBe(200)
      times.push(performance.now() - startedMs)
      await turnOfTheLoop()
    }
  }
  await Promise.all(Array.from({ length: searchers }, search))
  times.sort((a, b) => a - b)
  return {
    searches: times.length,
    msP99: times[Math.floor(0.99 * times.length)] ?? Number.NaN,
    msMax: times.at(-1) ?? 0,
  }
}

/** What a busy machine may add to a search. */
const machineMs = 5

test.each(isNight ? [50, 200] : [200])(
  'T06: with a database that is %i ms away every call is answered as ever',
  async (ms) => {
    const { server, network } = await startServer(onTestFinished)
    const account = await server.signUp()
    network.delay(ms)
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, () => server.get('/api/doctors?limit=1', { 'api-key': account.apiKey })),
      ...Array.from({ length: 10 }, () => server.get('/me', account.headers)),
      server.post('/me', { newPhone: '212-555-0142' }, account.headers),
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(server.database.connections().open).toBeLessThanOrEqual(connectionsMax)
    network.heal()
    const near = await searchTimes(server, account.apiKey)
    network.delay(ms)
    const eventLoop = monitorEventLoopDelay({ resolution: 1 })
    eventLoop.enable()
    const far = await searchTimes(server, account.apiKey)
    eventLoop.disable()
    expect(eventLoop.max).toBeGreaterThan(0)
    const eventLoopMsP99 = eventLoop.percentile(99) / 1e6
    if (isNight) {
      expect(eventLoopMsP99).toBeLessThan(50)
      expect(far.msP99).toBeLessThan(1.1 * near.msP99 + machineMs)
      // One that waits for the database takes at least the way there and back.
      expect(far.msMax).toBeLessThan(2 * ms)
    }
    const figures = { nearMsP99: near.msP99, farMsP99: far.msP99, farMsMax: far.msMax, eventLoopMsP99 }
    note({ id: 'T06', seed: null, trials: 1 }, { delayMs: ms, searches: far.searches, ...figures })
  },
)

test('T06: with a database so far away that no answer comes in time calls that need it get 503, and others go on', {
  concurrent: true,
}, async ({ onTestFinished }) => {
  const { server, network } = await startServer(onTestFinished)
  const account = await server.signUp()
  network.delay(4_000)
  const asked = Array.from({ length: 30 }, () => server.get('/me', account.headers))
  const [health, openapi] = [await server.get('/health', {}), await server.get('/openapi.json', {})]
  expect([health.status, openapi.status]).toEqual([200, 200])
  const answers = await Promise.all(asked)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  expect(server.database.connections().open).toBeLessThanOrEqual(connectionsMax)
  network.heal()
  await vi.waitFor(async () => expect(await server.get('/me', account.headers)).toMatchObject({ status: 200 }), 20_000)
})

/** What makes calls that need the database slower than they may be, some of them or all. */
const slowness: [string, (network: TestProxy) => void][] = isNight
  ? [
      ['that answers after 2,000 ms', (network) => network.delay(1_000)],
      ['of which one message in 100 comes 30 s late', (network) => network.stall({ oneIn: 100, ms: 30_000 })],
    ]
  : [['of which one message in 20 comes 4 s late', (network) => network.stall({ oneIn: 20, ms: 4_000 })]]
const slowCalls = trials({ commit: 20, nightly: 500 })

test.for(slowness)(
  'T06: with a database %s calls are answered or get 503, and it is over when that is',
  { concurrent: true },
  async ([, slow], { onTestFinished, task }) => {
    const { server, network } = await startServer(onTestFinished)
    const account = await server.signUp()
    slow(network)
    const statuses: number[] = []
    let connectionsSeen = 0
    let left = slowCalls
    const call = async () => {
      while (left-- > 0) {
        statuses.push((await server.get('/me', account.headers)).status)
        connectionsSeen = Math.max(connectionsSeen, server.database.connections().open)
      }
    }
    await Promise.all(Array.from({ length: 20 }, call))
    const refused = statuses.filter((status) => status === 503).length
    expect(statuses.filter((status) => status === 200).length + refused).toBe(slowCalls)
    expect(refused).toBeGreaterThan(0)
    expect(connectionsSeen).toBeLessThanOrEqual(connectionsMax)
    network.heal()
    await vi.waitFor(
      async () => expect(await server.get('/me', account.headers)).toMatchObject({ status: 200 }),
      20_000,
    )
    const figures = { calls: slowCalls, refused, connectionsMax: connectionsSeen }
    note({ id: 'T06', seed: null, trials: 1 }, figures, task)
  },
)

/** Milliseconds that it stays away after the first calls have noticed it. */
const outagesMs = isNight ? [10_000, 60_000] : [2_000]

/**
 * Milliseconds for which a key is known at least when the database goes away: it is looked up again beside the calls
 * before.
 */
const keyKnownMs = 300

/**
 * Milliseconds in which what cannot be done is refused: a connection has 1 s, and an answer over one that fell silent 3
 * s more.
 */
const refusedMsPromised = { refuse: 1_000, silence: 4_000 }

test.for((['refuse', 'silence'] as const).flatMap((fault) => outagesMs.map((ms) => [fault, ms] as const)))(
  'T05: a database that is away for a while under load (%s, %i ms) costs 503 and no more, and what was served is counted exactly',
  // By night it is measured how soon a call is refused.
  { concurrent: !isNight },
  async ([fault, outageMs], { onTestFinished, task }) => {
    const { server, network } = await startServer(onTestFinished)
    let refusedMsMax = 0
    const account = await server.signUp()
    const statuses: number[] = []
    let [served, isLoaded] = [0, true]
    const searches: { beganMs: number; status: number }[] = []
    const reads = Array.from({ length: 4 }, async () => {
      while (isLoaded) {
        const beganMs = performance.now()
        const { status } = await server.get('/api/doctors?limit=1', { 'api-key': account.apiKey })
        searches.push({ beganMs, status })
        statuses.push(status)
        if (status === 200) served++
        await turnOfTheLoop()
      }
    })
    const writes = Array.from({ length: 2 }, async () => {
      while (isLoaded) {
        const startedMs = performance.now()
        const { status } = await server.post('/me', { newPhone: '212-555-0142' }, account.headers)
        if (status === 503) refusedMsMax = Math.max(refusedMsMax, performance.now() - startedMs)
        statuses.push(status)
      }
    })
    const until = (status: number, from: number) =>
      vi.waitFor(() => expect(statuses.slice(from).filter((one) => one === status).length).toBeGreaterThan(20), 40_000)
    await until(200, 0)
    network[fault]()
    const awayMs = performance.now()
    await until(503, statuses.length)
    const noticedMs = performance.now()
    await vi.waitFor(() => expect(performance.now() - noticedMs).toBeGreaterThanOrEqual(outageMs), {
      timeout: 120_000,
      interval: 100,
    })
    const backMs = performance.now()
    network.heal()
    await until(200, statuses.length)
    isLoaded = false
    await Promise.all([...reads, ...writes])
    expect(new Set(statuses)).toEqual(new Set([200, 503]))
    const begunIn = (fromMs: number, untilMs: number) =>
      searches.filter(({ beganMs }) => beganMs > fromMs && beganMs < untilMs).map(({ status }) => status)
    const known = begunIn(awayMs, awayMs + keyKnownMs)
    if (isNight) expect(new Set(known)).toEqual(new Set([200]))
    // What came in the last moments may be answered when the database is back.
    for (const status of begunIn(awayMs + maxAgeMs, backMs - refusedMsPromised[fault])) expect(status).toBe(503)
    const stats = usageEndpoints.usageStats.output.parse((await server.get('/api-events/stats', account.headers)).body)
    expect(stats.totalCalls).toBe(served)
    if (isNight) expect(refusedMsMax).toBeLessThan(refusedMsPromised[fault])
    note(
      { id: 'T05', seed: null, trials: 1 },
      {
        fault,
        outageMs,
        served,
        counted: stats.totalCalls,
        searchesWithKnownKey: known.length,
        refusedMsMax: Math.round(refusedMsMax),
      },
      task,
    )
  },
)
