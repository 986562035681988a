/** Geocodes street addresses by the US Census or the like, the rest and what is late offline. Cached for a day. */
import { z } from 'zod'
import type { PlaceFound } from '#registry/places/offline-geocoder'
import { locateOffline } from '../../../registry/places/offline-geocoder.ts'
import { remember } from '../remember.ts'
import type { Geocoder } from './geocoder.ts'

const timeoutMs = 2000
/** The service is shared by the whole country. */
const concurrentMax = 8
const answerBytesMax = 128 * 1024
const cachedMax = 20_000
const cachedAgeMsMax = 24 * 60 * 60 * 1000
const failuresMax = 5
const pauseMs = 30_000

export interface CensusOptions {
  timeoutMs?: number
  concurrentMax?: number
  cachedMax?: number
  pauseMs?: number
  now?: () => number
  /** The reason, without the address. */
  warn?: (reason: string) => void
}

type Match = Omit<PlaceFound, 'kind' | 'query'> | undefined

export function openCensusGeocoder(service: URL, options: CensusOptions): Geocoder {
  const now = options.now ?? Date.now
  const cache = new Map<string, { match: Match; setAt: number }>()
  const sizeMax = options.cachedMax ?? cachedMax
  const underWay = new Map<string, Promise<Match>>()
  const closing = new AbortController()
  let failures = 0
  let pausedUntil = 0

  return {
    async locate(query, written) {
      const offline = locateOffline(query, written)
      if (!offline.hasStreet || offline.answer.kind === 'contradicts') return offline.answer
      const match = await matchOf(offline.answer.query)
      // A match in another state than the one that was understood is another address with the same words.
      const isElsewhere = offline.state !== undefined && match?.state !== offline.state
      if (match === undefined || isElsewhere) return offline.answer
      return { kind: 'found', query: offline.answer.query, ...match }
    },
    close: () => closing.abort(),
  }

  async function matchOf(line: string): Promise<Match> {
    const key = line.toLowerCase()
    const cached = cache.get(key)
    if (cached !== undefined && now() - cached.setAt <= cachedAgeMsMax) {
      remember(cache, key, cached, sizeMax)
      return cached.match
    }
    cache.delete(key)
    const joined = underWay.get(key)
    if (joined !== undefined) return joined
    const isFull = underWay.size >= (options.concurrentMax ?? concurrentMax)
    if (isFull || closing.signal.aborted || now() < pausedUntil) return undefined
    const asked = ask(key, line).finally(() => underWay.delete(key))
    underWay.set(key, asked)
    return asked
  }

  async function ask(key: string, line: string): Promise<Match> {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(options.timeoutMs ?? timeoutMs)])
    try {
      const match = await requestMatch(service, line, signal)
      failures = 0
      remember(cache, key, { match, setAt: now() }, sizeMax)
      return match
    } catch (error) {
      failures += 1
      if (failures >= failuresMax) pausedUntil = now() + (options.pauseMs ?? pauseMs)
      options.warn?.(`the geocoder service failed: ${error instanceof Error ? error.message : String(error)}`)
      return undefined
    }
  }
}

const censusAnswer = z.object({
  result: z.object({
    addressMatches: z.array(
      z.object({
        coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
        addressComponents: z.object({ city: z.string().optional(), state: z.string().length(2).optional() }),
      }),
    ),
  }),
})

async function requestMatch(service: URL, line: string, signal: AbortSignal): Promise<Match> {
  const parameters = new URLSearchParams({ address: line, benchmark: 'Public_AR_Current', format: 'json' })
  const base = service.href.replace(/\/$/, '')
  const response = await fetch(`${base}/locations/onelineaddress?${parameters}`, { signal, redirect: 'error' })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`expected status 200; got ${response.status}`)
  }
  const [match] = censusAnswer.parse(JSON.parse(await textOf(response))).result.addressMatches
  if (match === undefined) return undefined
  const { x, y } = match.coordinates
  const { city, state } = match.addressComponents
  return {
    latitude: Math.round(y * 1e6) / 1e6,
    longitude: Math.round(x * 1e6) / 1e6,
    precision: 'rooftop',
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
  }
}

/** Fails where the body is larger than an answer can be. */
async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > answerBytesMax) throw new Error(`expected an answer of at most ${answerBytesMax} bytes; got more`)
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
