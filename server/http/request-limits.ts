/**
 * Limits on time, bytes and lines before the caller is known, answered with contract errors. Byte limits are in
 * contract/limits.ts; uploads-under-way.ts limits large bodies of known callers.
 */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { bodyBytesMax, headerBytesMax, headersMax, imageBodyBytesMax, pathBytesMax } from '#contract/limits'
import { cutOff } from './error-answer.ts'
import { boundPipelines } from './pipelines.ts'
import { fail } from './verb.ts'

export interface RequestTimes {
  headersMs: number
  bodyMs: number
  /** A call with an image, over a phone's line too. */
  uploadMs: number
  roomMs: number
  /** Nothing moves while a request or answer is in progress. */
  stalledMs: number
}

/** Tests bring shorter ones. */
export const requestTimes: RequestTimes = {
  headersMs: 10_000,
  bodyMs: 30_000,
  uploadMs: 120_000,
  roomMs: 20_000,
  stalledMs: 120_000,
}

/** The interval of checks: a slow connection may last so much longer. */
const checkIntervalMs = 1_000

const keepAliveTimeoutMs = 5_000

export function serverLimits({ headersMs, uploadMs, stalledMs } = requestTimes) {
  return {
    bodyLimit: bodyBytesMax,
    // A path parameter is refused by its own schema.
    routerOptions: { maxParamLength: pathBytesMax },
    serverFactory(listener: RequestListener) {
      const options = {
        headersTimeout: headersMs,
        connectionsCheckingInterval: checkIntervalMs,
        maxHeaderSize: headerBytesMax,
        // Node has one timeout for all calls: the longest. Shorter ones are enforced below.
        requestTimeout: uploadMs,
        keepAliveTimeout: keepAliveTimeoutMs,
      }
      return createServer(options, boundPipelines(listener)).setTimeout(stalledMs)
    },
  }
}

/** What Node does not report or limit: too many headers, path length, absolute URLs of other servers, slow calls. */
export function limitRequests(app: FastifyInstance, { bodyMs } = requestTimes): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    if (hasBody(raw) && request.routeOptions.bodyLimit !== imageBodyBytesMax) limitBody(raw, bodyMs)
    requireInLimits(raw)
    done()
  })
}

export function requireInLimits({ url = '', rawHeaders }: IncomingMessage): void {
  if (!url.startsWith('/')) fail('bad_request', { reason: 'its target is not a path of this server' })
  // Names and values alternate.
  if (rawHeaders.length > 2 * headersMax) fail('headers_too_large', undefined)
  if (isRepeated(rawHeaders, 'host')) fail('bad_request', { reason: 'it has more than one Host header' })
  const queryAt = url.indexOf('?')
  if ((queryAt === -1 ? url.length : queryAt) > pathBytesMax) fail('path_too_long', undefined)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers
}

function limitBody(raw: IncomingMessage, bodyMs: number): void {
  const timer = setTimeout(() => cutOff(raw), bodyMs).unref()
  const settle = () => clearTimeout(timer)
  raw.once('end', settle).once('close', settle)
}

/** RFC 9112, section 3.2; Node passes one on. */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index]
    if (given?.length === name.length && given.toLowerCase() === name) count++
  }
  return count > 1
}
