/**
 * How answers are compressed, kept and asked for again: Accept-Encoding, Cache-Control, ETag and If-None-Match, for the
 * API, pages and assets alike. An answer that holds a secret is neither kept nor compressed: beside text of a caller's
 * choosing, its length would tell of the secret (BREACH).
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, crc32, gzip, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerFreshSeconds, compressedBytesMin } from '#contract/limits'
import type { Registry } from '#registry/search/query'

type Encoding = 'br' | 'gzip' | 'identity'

export const cacheControls = {
  never: 'no-store',
  /** A client may keep it, and asks each time whether it still holds. */
  checked: 'private, no-cache',
  minutes: `private, max-age=${answerFreshSeconds}`,
}

/** What decides which answer a call with a key gets, beside its address: also the origin, whose headers differ. */
export const variesByCaller = { vary: 'api-key, authorization, accept-encoding, origin' }
export const variesByEncoding = { vary: 'accept-encoding' }

type Versions = Pick<Registry, 'version' | 'listsVersion'>

/**
 * The headers by which a client keeps an answer of the registry. The tag changes with the versions of registry and
 * lists, with the question, and with anything else that changes the answer, such as where a geocoder places an address.
 */
export function keptBy(registry: Versions, question: object, json: Buffer, cacheControl: string) {
  const sum = crc32(JSON.stringify(question), crc32(json)).toString(16).padStart(sumLength, '0')
  return { 'Cache-Control': cacheControl, ETag: `W/"${tagStart(registry)}${sum}"` }
}

const tagLength = 22
const sumLength = 8

let lastStart = { version: '', listsVersion: '', text: '' }

/** Kept for the versions that serve: hashing them takes as long as finding a provider. */
function tagStart({ version, listsVersion }: Versions): string {
  if (lastStart.version !== version || lastStart.listsVersion !== listsVersion) {
    const text = hash('sha256', `${version} ${listsVersion}`, 'base64url').slice(0, tagLength - sumLength)
    lastStart = { version, listsVersion, text }
  }
  return lastStart.text
}

/** Of bytes that are made once. */
function tagOf(identity: Buffer): string {
  return `"${hash('sha256', identity, 'base64url').slice(0, tagLength)}"`
}

/** Whether If-None-Match names the tag, by weak comparison (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((one) => one.trim())
  return tags.includes('*') || tags.some((one) => opaque(one) === opaque(tag))
}

function opaque(tag: string): string {
  return tag.replace(/^W\//, '')
}

/** The encoding with the greatest weight that a client accepts; br where weights are equal (RFC 9110, 12.5.3). */
export function encodingFor(accepted: string | string[] | undefined): Encoding {
  if (accepted === undefined || accepted.length === 0) return 'identity'
  const weights = new Map<string, number>()
  for (const part of String(accepted).toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const weight = parameters.find((text) => text.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice('q='.length)))
  }
  const weightOf = (name: Encoding) => weights.get(name) ?? weights.get('*') ?? 0
  const better = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(better) > 0 && weightOf(better) >= (weights.get('identity') ?? 0) ? better : 'identity'
}

/** Of 11, and of 9: the next level takes twice as long and saves 2 %. */
const quickBrotli = { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 16 }
const quickGzip = { level: 3 }

/** As a client takes it. At once: 10 kB take 40 µs, and handing them to a thread takes as long. */
export function compressed(
  { 'accept-encoding': accepted }: FastifyRequest['headers'],
  body: Buffer,
): { body: Buffer; headers: Readonly<Record<string, string>> } {
  const encoding = body.length < compressedBytesMin ? 'identity' : encodingFor(accepted)
  switch (encoding) {
    case 'identity':
      return { body, headers: {} }
    case 'br': {
      const params = { ...quickBrotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
      return { body: brotliCompressSync(body, { params }), headers: { 'content-encoding': encoding } }
    }
    case 'gzip':
      return { body: gzipSync(body, quickGzip), headers: { 'content-encoding': encoding } }
  }
}

/** Bodies made once and sent to many. */
export interface Encoded {
  etag: string
  bodies: Record<Encoding, Buffer>
}

/** Of 11; the last two levels save 7 % in ten times the time, and a start waits. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

export async function encode(identity: Buffer): Promise<Encoded> {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(identity, brotliOptions), promisify(gzip)(identity)])
  return encoded({ identity, br, gzip: gz })
}

export function encoded(bodies: Encoded['bodies']): Encoded {
  return { etag: tagOf(bodies.identity), bodies }
}

/** Or 304. */
export function sendEncoded(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, bodies, type }: Encoded & { type: string },
): FastifyReply {
  reply.header('etag', etag)
  if (reply.statusCode === 200 && isKnown(headers['if-none-match'], etag)) return reply.code(304).send()
  const encoding = encodingFor(headers['accept-encoding'])
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.header('content-type', type).send(bodies[encoding])
}
