/**
 * Redis: one geographic set for each resource and for each specialty in it, and of each two, for the providers with one point
 * and those with several, so that only the latter have to be counted one by one. It cannot search by name or combine filters.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { SearchPlace, SearchQuery } from '#registry/search/query'
import { endWithUs } from '../child.ts'
import { type Rows, readTable, taxonomyNumbers } from '../rows.ts'
import { type Answer, isInRows, kinds, type Peer, pageOf, pointsToFetch } from './peer.ts'
import { RedisClient, type Reply } from './redis-client.ts'

export async function openRedis(program: string, dir: string, rows: Rows): Promise<Peer> {
  const server = await startServer(program, dir)
  const { client } = server
  const startedMs = performance.now()
  await load(client, rows)
  const loadSeconds = (performance.now() - startedMs) / 1000
  const info = String(await client.send('INFO'))
  const told = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1] ?? ''
  return {
    name: 'Redis',
    description: `Redis ${told('redis_version')} GEOSEARCH over a unix socket: a set for each resource and each specialty in it; in memory only`,
    bytes: Number(told('used_memory')),
    loadSeconds,
    takes: (query) => canTake(query),
    answer: (query) => answerFrom(client, query),
    close: server.stop,
  }
}

async function startServer(program: string, dir: string) {
  mkdirSync(dir)
  const socket = join(dir, 'redis.sock')
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', dir]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  endWithUs(child)
  const ended = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    if (/ready to accept connections/i.test(line)) break
  }
  child.stdout.resume()
  const client = await RedisClient.open(socket)
  return {
    client,
    async stop() {
      client.close()
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Redis measures on a globe of this radius; a search on ours is the same search with a radius made larger by as much. */
const redisEarthRadiusMetres = 6_372_797.560856
const radiusFactor = redisEarthRadiusMetres / 6_371_008.7714

/** Redis clips its grid at the antimeridian: a circle across it loses one side. */
function canTake(query: SearchQuery): boolean {
  const { place, name, credential, gender, organizationId, npis, taxonomyCodes } = query
  if (!isInRows(query)) return false
  if ([name, credential, gender, organizationId].some((filter) => filter !== undefined)) return false
  if (place === undefined) return npis !== undefined
  if (place.radiusMiles === undefined) return false
  const degreesAcross = place.radiusMiles / 69 / Math.cos((place.latitude * Math.PI) / 180)
  return Math.abs(place.longitude) + degreesAcross < 180 && (taxonomyCodes?.length ?? 1) === 1
}

async function answerFrom(client: RedisClient, query: SearchQuery): Promise<Answer> {
  if (query.place === undefined) {
    const npi = query.npis?.[0] ?? 0
    const record = await client.send('GET', `${query.resource}:${npi}`)
    return typeof record === 'string' ? { total: 1, npis: [npi], record } : { total: 0, npis: [] }
  }
  const key = `${query.resource}:${query.taxonomyCodes?.[0] ?? ''}`
  const fetched = pointsToFetch(query)
  const counted = client.send('EVAL', countScript, 2, `${key}:only`, `${key}:several`, ...circle(query.place))
  const nearest = ['only', 'several'].map((part) =>
    client.send('GEOSEARCH', `${key}:${part}`, ...geoSearch(query.place), 'ASC', 'COUNT', fetched, 'WITHDIST'),
  )
  const rows = (await Promise.all(nearest)).flatMap(placedRows).sort((a, b) => a.miles - b.miles || a.npi - b.npi)
  return { total: Number(await counted), ...pageOf(rows, query) }
}

/** Counts where the data are, so that only a number is sent. */
const countScript = `
  local function within(key)
    return redis.call('GEOSEARCH', key, 'FROMLONLAT', ARGV[1], ARGV[2], 'BYRADIUS', ARGV[3], 'mi')
  end
  local total = #within(KEYS[1])
  local seen = {}
  for _, member in ipairs(within(KEYS[2])) do
    local npi = string.sub(member, 1, 10)
    if not seen[npi] then
      seen[npi] = true
      total = total + 1
    end
  end
  return total`

function circle({ latitude, longitude, radiusMiles }: SearchPlace): number[] {
  return [longitude, latitude, (radiusMiles ?? 0) * radiusFactor]
}

function geoSearch(place: SearchPlace | undefined): (string | number)[] {
  const [longitude, latitude, radius] = place === undefined ? [0, 0, 0] : circle(place)
  return ['FROMLONLAT', longitude, latitude, 'BYRADIUS', radius, 'mi']
}

function placedRows(reply: Reply) {
  if (!Array.isArray(reply)) return []
  return reply.flatMap((pair) => {
    if (!Array.isArray(pair)) return []
    const [member, miles] = pair
    return [{ npi: Number(String(member).slice(0, 10)), miles: Number(miles) / radiusFactor }]
  })
}

/** Words of one command while loading: a command costs as much as several of what it adds. */
const wordsAtOnce = 3_000

async function load(client: RedisClient, rows: Rows): Promise<void> {
  let records: string[] = []
  for (const [npi, kind, , record] of readTable(rows, 'provider')) {
    for (const resource of resourcesOf(Number(kind))) records.push(`${resource}:${npi}`, record)
    if (records.length < wordsAtOnce) continue
    await client.send('MSET', ...records)
    records = []
  }
  if (records.length > 0) await client.send('MSET', ...records)

  const sets = new Map<string, string[]>()
  const add = async (prefix: string, isOnly: string, npi: string, position: [string, string], id: number) => {
    const [part, member] = isOnly === '1' ? ['only', npi] : ['several', `${npi}:${id}`]
    const key = `${prefix}:${part}`
    const words = sets.get(key) ?? []
    sets.set(key, words)
    words.push(...position, member)
    if (words.length < wordsAtOnce) return
    sets.delete(key)
    await client.send('GEOADD', key, ...words)
  }
  let id = 0
  for (const [npi, kind, isOnly, , latitude, longitude] of readTable(rows, 'point')) {
    id++
    for (const resource of resourcesOf(Number(kind))) await add(`${resource}:`, isOnly, npi, [longitude, latitude], id)
  }
  const codes = new Map([...taxonomyNumbers].map(([code, number]) => [String(number), code]))
  for (const [taxonomy, npi, kind, isOnly, , latitude, longitude] of readTable(rows, 'point_taxonomy')) {
    id++
    for (const resource of resourcesOf(Number(kind)))
      await add(`${resource}:${codes.get(taxonomy)}`, isOnly, npi, [longitude, latitude], id)
  }
  for (const [key, words] of sets) await client.send('GEOADD', key, ...words)
}

function resourcesOf(kind: number): string[] {
  if (kind === kinds.organization) return ['organizations']
  return kind === kinds.doctor ? ['doctors', 'individuals'] : ['individuals']
}
