/** The product over HTTP, with an API key and metered, beside a bare Fastify that answers as many bytes. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Fastify from 'fastify'
import type { SearchQuery } from '#registry/search/query'
import { median } from './measure.ts'
import { bench, inPath, installed, memoryOf, processorSeconds, type Running, run, startUntil } from './processes.ts'

const rounds = 5
const turnSeconds = 1
const warmingTurns = 5
const bareWarmingTurns = 2

/** wrk; undefined where there is none and none can be installed. */
export function findWrk(): string | undefined {
  return installed(() => inPath('wrk'), 'wrk')
}

/** Fastify with two routes and nothing else; `/fixed` answers as many bytes as `bytes` says. Prints its address. */
export async function runBareServer(bytes: number): Promise<void> {
  const fixed = Buffer.from(JSON.stringify({ text: 'x'.repeat(Math.max(0, bytes - '{"text":""}'.length)) }))
  const app = Fastify()
  app.get('/hello', async () => ({ hello: 'world' }))
  app.get('/fixed', async (_request, reply) => reply.type('application/json; charset=utf-8').send(fixed))
  process.stdout.write(`listening on ${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
}

export interface RouteFigures {
  rate: number
  /** Processor time of the server for each request, of all its threads, in microseconds. */
  processorUs: number
}

const routeNames = ['hello', 'lookUp', 'fixed', 'search', 'compressed', 'fhir'] as const
type RouteName = (typeof routeNames)[number]

/** Of the product the median of the rounds, of a bare server the mean of its processes. */
export interface HttpFigures extends Record<RouteName, RouteFigures> {
  searchBytes: number
  compressedBytes: number
  /** From the command to listening. */
  startSeconds: number
  residentBytes: number | undefined
}

export interface HttpOptions {
  wrk: string
  dir: string
  registryDir: string
  lookUps: readonly SearchQuery[]
  searches: readonly SearchQuery[]
}

export async function measureHttp({ wrk, dir, registryDir, lookUps, searches }: HttpOptions): Promise<HttpFigures> {
  const PORT = String(20_000 + Math.floor(Math.random() * 20_000))
  const environment = { DATA_DIR: join(dir, 'server'), REGISTRY_DIR: registryDir, LOG_LEVEL: 'silent', PORT }
  const server = await startUntil(/listens on (http:\S+)/, ['run.mjs', 'server/main.ts'], environment)
  try {
    const origin = server.captured
    await untilIdle(server)
    const headers = { 'api-key': await newKey(origin, environment) }
    const lookUpPaths = lookUps.map(({ resource, npis }) => `/api/${resource}?npi=${npis?.[0]}`)
    const searchPaths = searches.map(searchPath)
    const compressing = { ...headers, 'accept-encoding': 'br, gzip' }
    const searchBytes = await bytesSent(origin, searchPaths, { ...headers, 'accept-encoding': 'identity' })
    const compressedBytes = await bytesSent(origin, searchPaths, compressing)
    const lookUp = routeOf(server, join(dir, 'look-up.lua'), lookUpPaths, headers)
    const search = routeOf(server, join(dir, 'search.lua'), searchPaths, headers)
    const compressed = routeOf(server, join(dir, 'compressed.lua'), searchPaths, compressing)
    const fhir = routeOf(server, join(dir, 'fhir.lua'), searches.map(fhirPathOf), headers)
    const ours = [lookUp, search, compressed, fhir]
    for (let turn = 0; turn < warmingTurns; turn++) for (const route of ours) takeTurn(wrk, route)
    const turns: Record<RouteName, RouteFigures[]> = {
      hello: [],
      lookUp: [],
      fixed: [],
      search: [],
      compressed: [],
      fhir: [],
    }
    for (let round = 0; round < rounds; round++) {
      // One process of a bare server answers up to a quarter more than another for as long as it runs.
      const bare = await startUntil(/listening on (\S+)/, [bench, 'bare-server', String(searchBytes)])
      const hello = routeOf(bare, join(dir, 'hello.lua'), ['/hello'], {})
      const fixed = routeOf(bare, join(dir, 'fixed.lua'), ['/fixed'], {})
      for (let turn = 0; turn < bareWarmingTurns; turn++) for (const route of [hello, fixed]) takeTurn(wrk, route)
      const routes = { hello, lookUp, fixed, search, compressed, fhir }
      for (const index of routeNames.keys()) {
        const name = routeNames[(index + round) % routeNames.length]
        turns[name].push(takeTurn(wrk, routes[name]))
      }
      await bare.stop()
    }
    return {
      hello: figuresOf(turns.hello, mean),
      lookUp: figuresOf(turns.lookUp, median),
      fixed: figuresOf(turns.fixed, mean),
      search: figuresOf(turns.search, median),
      compressed: figuresOf(turns.compressed, median),
      fhir: figuresOf(turns.fhir, median),
      searchBytes,
      compressedBytes,
      startSeconds: server.seconds,
      residentBytes: memoryOf(server.pid)?.nowBytes,
    }
  } finally {
    await server.stop()
  }
}

/** After its first start the server loads the sample's lists and compares them with all providers. */
async function untilIdle({ pid }: Running): Promise<void> {
  // Between the two it waits for the database for a while.
  for (let before = processorSeconds(pid), idleSeconds = 0; idleSeconds < 10; ) {
    await setTimeout(1000)
    const now = processorSeconds(pid)
    idleSeconds = now - before > 0.1 ? 0 : idleSeconds + 1
    before = now
  }
}

/** Of the bodies, on average. */
async function bytesSent(origin: string, paths: readonly string[], headers: Record<string, string>): Promise<number> {
  let bytes = 0
  for (const path of paths) {
    const answer = await fetch(origin + path, { headers })
    await answerOf(Promise.resolve(answer))
    bytes += Number(answer.headers.get('content-length'))
  }
  return Math.round(bytes / paths.length)
}

interface Route {
  server: Running
  script: string
}

/** Has a server answer the paths in turn over 32 connections; throws unless all answers are successes. */
function takeTurn(wrk: string, { server, script }: Route): RouteFigures {
  const before = processorSeconds(server.pid)
  const args = ['-t1', '-c32', `-d${turnSeconds}s`, '-s', script, server.captured]
  const { stdout } = spawnSync(wrk, args, { encoding: 'utf8' })
  const failed = /Non-2xx or 3xx responses: (\d+)|Socket errors: .*/.exec(stdout)
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1])
  if (failed !== null || !(rate > 0)) throw new Error(`wrk: expected answers; got ${failed?.[0] ?? stdout}`)
  return { rate, processorUs: (1e6 * (processorSeconds(server.pid) - before)) / (rate * turnSeconds) }
}

function routeOf(server: Running, script: string, paths: readonly string[], headers: Record<string, string>): Route {
  const quoted = (text: string) => JSON.stringify(text)
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers[${quoted(name)}] = ${quoted(value)}`)
  const text = `${lines.join('\n')}
local paths = { ${paths.map(quoted).join(', ')} }
local requests = {}
init = function() for i, path in ipairs(paths) do requests[i] = wrk.format("GET", path) end end
local at = 0
request = function()
  at = at % #requests + 1
  return requests[at]
end
`
  writeFileSync(script, text)
  return { server, script }
}

function figuresOf(turns: readonly RouteFigures[], middle: (values: number[]) => number): RouteFigures {
  return { rate: middle(turns.map(({ rate }) => rate)), processorUs: middle(turns.map((turn) => turn.processorUs)) }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function searchPath({ resource, place, taxonomyCodes = [], limit }: SearchQuery): string {
  const { latitude, longitude, radiusMiles } = place ?? {}
  const point = `latitude=${latitude}&longitude=${longitude}&radius=${radiusMiles}`
  return `/api/${resource}?${point}&specialty=${taxonomyCodes[0]}&limit=${limit}`
}

/** The same search by FHIR, of those with roles, with who and where. */
function fhirPathOf({ place, taxonomyCodes = [], limit }: SearchQuery): string {
  const { latitude, longitude, radiusMiles } = place ?? {}
  const near = `location.near=${latitude}%7C${longitude}%7C${radiusMiles}%7Cmi`
  const included = '_include=PractitionerRole:practitioner&_include=PractitionerRole:location'
  return `/fhir/PractitionerRole?${near}&specialty=${taxonomyCodes[0]}&_count=${limit}&${included}`
}

async function answerOf(answering: Promise<Response>): Promise<ArrayBuffer> {
  const answer = await answering
  if (!answer.ok) throw new Error(`${answer.url}: expected an answer; got ${answer.status} ${await answer.text()}`)
  return answer.arrayBuffer()
}

async function newKey(origin: string, environment: Record<string, string>): Promise<string> {
  const account = { email: 'bench@example.org', password: 'a long walk by the sea' }
  const json = async (path: string, options: RequestInit = {}): Promise<Record<string, string>> =>
    JSON.parse(Buffer.from(await answerOf(fetch(origin + path, options))).toString())
  const headers = { 'content-type': 'application/json' }
  const post = (path: string, body: object) => json(path, { method: 'POST', headers, body: JSON.stringify(body) })
  await post('/signup', { ...account, phone: '212-555-0101' })
  await run(['run.mjs', 'server/admin/main.ts', 'plan', account.email, 'enterprise'], environment)
  const { token } = await post('/login', account)
  const { apiKey } = await json('/me', { headers: { authorization: `Bearer ${token}` } })
  return apiKey
}
