/**
 * The product over HTTP: the real server in a process of its own, on its embedded PostgreSQL, every request with an API key,
 * beside a bare Fastify that answers a word, and one that answers a fixed text as long as the product's answers.
 */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { makeServing } from '#registry/build/announce'
import type { SearchQuery } from '#registry/search/query'
import { setPlan } from '#server/billing/set-plan'
import { inTransaction, openDatabaseBeside } from '#server/platform/database/database'
import { memoryOf, processorSeconds, type Running, startUntil } from './child.ts'
import { connections, type Load, type Loader, turnSeconds } from './http-load.ts'
import { median } from './measure.ts'

const httpRounds = 5
/** Turns of each load before any is counted: so long a server that has just started still compiles what it runs, a bare one during the first. */
const warmingTurns = 5
const bareWarmingTurns = 2

const bareServer = fileURLToPath(new URL('./bare-server/main.ts', import.meta.url))

type LoadName = 'hello' | 'lookUp' | 'fixed' | 'search'

export interface HttpFigures {
  /** Requests a second: of the product the median of the rounds, of a bare server the mean of its processes. */
  hello: number
  lookUp: number
  fixed: number
  search: number
  /** The server's processor time for each request, in microseconds; absent where the system does not tell. */
  processorUs?: Record<LoadName, number>
  /** Bytes of the body that a search answers, on average over what is asked. */
  searchBytes: number
  /** Seconds from the command to the first answer that could be given. */
  startSeconds: number
  /** Bytes resident after the load, and at the highest; undefined where the system does not tell. */
  residentBytes: number | undefined
  peakBytes: number | undefined
  /** Bytes resident at the highest while another version is opened beside the one that serves. */
  twoVersionsBytes: number | undefined
}

export interface HttpOptions {
  registryDir: string
  /** Another whole version in it, which the server goes over to after the load. */
  next: string
  /** A folder for the server's data. */
  dir: string
  load: Loader
  /** Look-ups by NPI, and searches of doctors near a point with a specialty. */
  lookUps: readonly SearchQuery[]
  searches: readonly SearchQuery[]
}

export const httpConditions = `${connections} connections from one other process, ${httpRounds} rounds of ${turnSeconds} s for each, in turn, after ${warmingTurns} that are not counted; the product by one process, a bare server by one for each round, after ${bareWarmingTurns} turns that are not counted, of which the mean is told`

export async function measureHttp({
  registryDir,
  next,
  dir,
  load,
  lookUps,
  searches,
}: HttpOptions): Promise<HttpFigures> {
  const server = await startUntil(/listens on (http:\S+)/, ['run.mjs', 'server/main.ts'], {
    DATA_DIR: join(dir, 'server'),
    REGISTRY_DIR: registryDir,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
  })
  try {
    const origin = server.told
    const headers = { 'api-key': await newKey(origin, join(dir, 'server')) }
    const lookUp: Load = { origin, headers, paths: lookUps.map(lookUpPath) }
    const search: Load = { origin, headers, paths: searches.map(searchPath) }
    const searchBytes = await averageBytes(search)
    const figures = { hello: noFigures(), lookUp: noFigures(), fixed: noFigures(), search: noFigures() }
    const own = [
      { figures: figures.lookUp, pid: server.pid, load: lookUp },
      { figures: figures.search, pid: server.pid, load: search },
    ]
    await warm(load, own, warmingTurns)
    for (let round = 0; round < httpRounds; round++) {
      // One process of a bare server answers a quarter more requests than another for as long as it runs, and hardly one is in between.
      const bare = await startUntil(/listening on (\S+)/, [bareServer, String(searchBytes)], {})
      try {
        const bareLoad = (path: string) => ({ pid: bare.pid, load: { origin: bare.told, headers: {}, paths: [path] } })
        const ofBare = [
          { figures: figures.hello, ...bareLoad('/hello') },
          { figures: figures.fixed, ...bareLoad('/fixed') },
        ]
        await warm(load, ofBare, bareWarmingTurns)
        await takeInTurns(load, [...ofBare, ...own], round)
      } finally {
        await bare.stop()
      }
    }
    const memory = memoryOf(server.pid)
    const twoVersionsBytes = await bytesWhileOpening(server, lookUp, { registryDir, next })
    const { hello, lookUp: lookedUp, fixed, search: searched } = figures
    return {
      hello: mean(hello.rates),
      lookUp: median(lookedUp.rates),
      fixed: mean(fixed.rates),
      search: median(searched.rates),
      ...(hello.processorUs.length > 0 && {
        processorUs: {
          hello: mean(hello.processorUs),
          lookUp: median(lookedUp.processorUs),
          fixed: mean(fixed.processorUs),
          search: median(searched.processorUs),
        },
      }),
      searchBytes,
      startSeconds: server.seconds,
      residentBytes: memory?.nowBytes,
      peakBytes: memory?.peakBytes,
      twoVersionsBytes,
    }
  } finally {
    await server.stop()
  }
}

/** How often a server is asked whether it serves the next version, and how long at most. */
const askEveryMs = 100
const goesOverMsMax = 60_000

/** Announces a version and waits until it serves, beside the one before, which is kept for the calls that still read it. */
async function bytesWhileOpening(
  { pid }: Running,
  { origin, headers, paths }: Load,
  { registryDir, next }: Pick<HttpOptions, 'registryDir' | 'next'>,
) {
  await makeServing({ registryDir }, next, new Date())
  let bytes: number | undefined
  for (const startedMs = performance.now(); performance.now() - startedMs < goesOverMsMax; await wait(askEveryMs)) {
    const answer = await fetch(origin + paths[0], { headers })
    await answer.arrayBuffer()
    const { nowBytes } = memoryOf(pid) ?? {}
    if (nowBytes !== undefined) bytes = Math.max(bytes ?? 0, nowBytes)
    if (answer.headers.get('x-registry-version') === next) return bytes
  }
  throw new Error(`expected the server to go over to ${next} within ${goesOverMsMax / 1000} s; it did not`)
}

/** What each turn of a load came to. */
interface Figures {
  rates: number[]
  processorUs: number[]
}

const noFigures = (): Figures => ({ rates: [], processorUs: [] })

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A load of a server whose processor time is read. */
interface Turn {
  figures: Figures
  pid: number | undefined
  load: Load
}

async function warm(loader: Loader, all: readonly Turn[], count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) for (const { load } of all) await loader(load)
}

/** Takes one turn of each; each round begins with another one. */
async function takeInTurns(loader: Loader, all: readonly Turn[], round: number): Promise<void> {
  for (let turn = 0; turn < all.length; turn++) {
    const { figures, pid, load } = all[(turn + round) % all.length]
    const before = processorSeconds(pid)
    const rate = await loader(load)
    const after = processorSeconds(pid)
    figures.rates.push(rate)
    if (before !== undefined && after !== undefined)
      figures.processorUs.push((1e6 * (after - before)) / (rate * turnSeconds))
  }
}

function lookUpPath({ npis, resource }: SearchQuery): string {
  return `/api/${resource}?npi=${npis?.[0]}`
}

function searchPath({ resource, place, taxonomyCodes, limit }: SearchQuery): string {
  const query = new URLSearchParams({
    latitude: String(place?.latitude),
    longitude: String(place?.longitude),
    radius: String(place?.radiusMiles),
    specialty: taxonomyCodes?.[0] ?? '',
    limit: String(limit),
  })
  return `/api/${resource}?${query}`
}

async function averageBytes({ origin, paths, headers }: Load): Promise<number> {
  let bytes = 0
  for (const path of paths) {
    const answer = await fetch(origin + path, { headers })
    if (!answer.ok) throw new Error(`${path}: expected an answer; got ${answer.status} ${await answer.text()}`)
    bytes += (await answer.arrayBuffer()).byteLength
  }
  return Math.round(bytes / paths.length)
}

/** The API key of a new account on the plan without limits: the others would refuse the eleventh call. */
async function newKey(origin: string, dataDir: string): Promise<string> {
  const account = { email: 'bench@example.org', password: 'a long walk by the sea' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: expected an answer; got ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  await post('/signup', { ...account, phone: '212-555-0101' })
  await setUnlimited(account.email, origin, dataDir)
  const { token } = z.object({ token: z.string() }).parse(await post('/login', account))
  const me = await fetch(`${origin}/me`, { headers: { authorization: `Bearer ${token}` } })
  return z.object({ apiKey: z.string() }).parse(await me.json()).apiKey
}

/** Grants the plan as an operator would, beside the running server. */
async function setUnlimited(email: string, origin: string, dataDir: string): Promise<void> {
  const ignore = () => {}
  const choice = { kind: 'embedded', dir: join(dataDir, 'postgres') } as const
  const database = await openDatabaseBeside(choice, { onWarning: ignore, onLost: ignore })
  try {
    await inTransaction(database, async (trx) => {
      const { id } = await trx.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      await setPlan(trx, id, 'enterprise', { actor: 'operator', publicUrl: origin })
    })
  } finally {
    await database.close()
  }
}

/** A port that nobody listens on now. */
async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('expected a port; got none')
  return address.port
}
