/**
 * Redis: for each resource, and each specialty in it, a geographic set of the providers with one point and one of those
 * with several, so that only the latter are counted one by one. It cannot search by name or combine filters.
 */
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import type { Resource, SearchPlace, SearchQuery } from '#registry/search/query'
import { type Answer, isInTables, kinds, type Peer, pageOf, pointsToFetch } from './peer.ts'
import { inPath, installed, untilLine } from './processes.ts'
import { type Rows, readTable } from './rows.ts'

/** The program; undefined where there is none and none can be installed. */
export function findRedis(): string | undefined {
  return installed(() => inPath('redis-server'), 'redis-server')
}

type Send = (...words: (string | number)[]) => Promise<unknown>

export async function openRedis(program: string, dir: string, rows: Rows): Promise<Peer> {
  mkdirSync(dir)
  const socket = join(dir, 'redis.sock')
  const args = ['--port', '0', '--unixsocket', socket, '--save', '', '--appendonly', 'no', '--dir', dir]
  const server = await untilLine(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }), /ready to accept/i)
  const client = await createClient({ socket: { path: socket, tls: false } }).connect()
  const send: Send = (...words) => client.sendCommand(words.map(String))
  const startedMs = performance.now()
  await load(send, rows)
  const loadSeconds = (performance.now() - startedMs) / 1000
  const info = String(await send('INFO'))
  const fact = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
  return {
    name: 'Redis',
    description: `Redis ${fact('redis_version')}, GEOSEARCH over a unix socket by @redis/client; in memory only`,
    bytes: Number(fact('used_memory')),
    loadSeconds,
    takes: canTake,
    answer: (query) => answerFrom(send, query),
    async close() {
      client.destroy()
      await server.stop()
    },
  }
}

/** Redis clips its grid at the antimeridian: a circle across it loses one side. */
function canTake(query: SearchQuery): boolean {
  const { place, name, credential, organizationId, npis } = query
  if (!isInTables(query) || [name, credential, organizationId].some((filter) => filter !== undefined)) return false
  if (place?.radiusMiles === undefined) return place === undefined && npis !== undefined
  const degreesAcross = place.radiusMiles / 69 / Math.cos((place.latitude * Math.PI) / 180)
  return Math.abs(place.longitude) + degreesAcross < 180
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

/** Redis has a globe of another radius; the same search there has a radius larger by as much. */
const radiusFactor = 6_372_797.560856 / 6_371_008.7714

async function answerFrom(send: Send, query: SearchQuery): Promise<Answer> {
  const { resource, place, npis = [], taxonomyCodes = [''] } = query
  if (place === undefined) {
    const record = await send('GET', `${resource}:${npis[0]}`)
    return typeof record === 'string' ? { total: 1, npis, record } : { total: 0, npis: [] }
  }
  const parts = ['only', 'several'].map((part) => setKey(resource, taxonomyCodes[0], part))
  const counted = send('EVAL', countScript, 2, ...parts, ...circleOf(place))
  const [longitude, latitude, radius] = circleOf(place)
  const circle = ['FROMLONLAT', longitude, latitude, 'BYRADIUS', radius, 'mi']
  const nearest = parts.map((key) =>
    send('GEOSEARCH', key, ...circle, 'ASC', 'COUNT', pointsToFetch(query), 'WITHDIST'),
  )
  const points = (await Promise.all(nearest)).flatMap(pointsOf)
  return { total: Number(await counted), ...pageOf(points, query) }
}

const setKey = (resource: Resource, code: string, part: string) => `${resource}:${code}:${part}`

function circleOf({ latitude, longitude, radiusMiles = 0 }: SearchPlace): [number, number, number] {
  return [longitude, latitude, radiusMiles * radiusFactor]
}

function pointsOf(reply: unknown) {
  if (!Array.isArray(reply)) return []
  return reply.map(([member, miles]) => ({
    npi: Number(String(member).slice(0, 10)),
    miles: Number(miles) / radiusFactor,
  }))
}

/** Words of one command while loading: a command costs as much as several of what it adds. */
const wordsAtOnce = 3_000

async function load(send: Send, rows: Rows): Promise<void> {
  const pending = new Map<string, (string | number)[]>()
  const flush = async (command: string) => {
    const words = pending.get(command) ?? []
    pending.delete(command)
    if (words.length > 0) await send(...command.split(' '), ...words)
  }
  const add = async (command: string, ...more: (string | number)[]) => {
    const words = pending.get(command) ?? []
    pending.set(command, words)
    words.push(...more)
    if (words.length >= wordsAtOnce) await flush(command)
  }
  for await (const [npi, kind, , record] of readTable(rows, 'provider'))
    for (const resource of resourcesOf(Number(kind))) await add('MSET', `${resource}:${npi}`, record)
  let id = 0
  const addPoint = async (code: string, [npi, kind, isOnly, , latitude, longitude]: string[]) => {
    const [part, member] = isOnly === '1' ? ['only', npi] : ['several', `${npi}:${id++}`]
    for (const resource of resourcesOf(Number(kind)))
      await add(`GEOADD ${setKey(resource, code, part)}`, longitude, latitude, member)
  }
  for await (const row of readTable(rows, 'point')) await addPoint('', row)
  for await (const [number, ...row] of readTable(rows, 'point_taxonomy'))
    await addPoint(rows.taxonomyCode(Number(number)), row)
  for (const command of [...pending.keys()]) await flush(command)
}

function resourcesOf(kind: number): Resource[] {
  if (kind === kinds.organizations) return ['organizations']
  return kind === kinds.doctors ? ['doctors', 'individuals'] : ['individuals']
}
