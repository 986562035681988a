/**
 * What a request may take of us before anybody knows who sent it: time, bytes and lines. Past a limit it is answered with an
 * error of the contract, whatever it asked for. The numbers of bytes stand in contract/limits.ts, since callers should know them. What
 * large bodies may take together of who is known is counted in uploads-under-way.ts.
 */
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { bodyBytesMax, headerBytesMax, headersMax, imageBodyBytesMax, pathBytesMax } from '#contract/limits'
import { cutOff } from './error-answer.ts'
import { boundPipelines } from './pipelines.ts'
import { fail } from './verb.ts'

/** Milliseconds a client may take to send its headers, then what follows them, and to take its answer. */
export interface RequestTimes {
  headersMs: number
  bodyMs: number
  /** From the first byte to the last of a call that carries an image, over the line of a phone too. */
  uploadMs: number
  /** That such a call waits for room at most, its body not read. */
  roomMs: number
  /** While nothing moves over a connection that is busy: its client neither sends nor takes what it asked for. */
  stalledMs: number
}

/** The times of the product; tests bring shorter ones. */
export const requestTimes: RequestTimes = {
  headersMs: 10_000,
  bodyMs: 30_000,
  uploadMs: 120_000,
  roomMs: 20_000,
  stalledMs: 120_000,
}

/** How often connections are held against these times: so much longer may a slow one last. */
const checkIntervalMs = 1_000

/** Milliseconds an idle connection is kept. */
const keepAliveTimeoutMs = 5_000

/** The limits that the server itself keeps. */
export function serverLimits({ headersMs, uploadMs, stalledMs } = requestTimes) {
  return {
    bodyLimit: bodyBytesMax,
    // A parameter in a path is refused by its own schema, with its name, as long as the path itself is not too long.
    routerOptions: { maxParamLength: pathBytesMax },
    serverFactory(listener: RequestListener) {
      const options = {
        headersTimeout: headersMs,
        connectionsCheckingInterval: checkIntervalMs,
        maxHeaderSize: headerBytesMax,
        // The server knows one time for all calls, so it has the longest; the others are kept below.
        requestTimeout: uploadMs,
        keepAliveTimeout: keepAliveTimeoutMs,
      }
      return createServer(options, boundPipelines(listener)).setTimeout(stalledMs)
    },
  }
}

/**
 * Adds the limits that the server would pass over in silence: it drops the headers behind a number, has none for paths, takes
 * the whole address of any other server for its own, and gives a sign-in as much time as an upload.
 */
export function limitRequests(app: FastifyInstance, { bodyMs } = requestTimes): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw } = request
    // The server puts a route's options together each time that they are asked for.
    if (hasBody(raw) && request.routeOptions.bodyLimit !== imageBodyBytesMax) limitBody(raw, bodyMs)
    requireInLimits(raw)
    done()
  })
}

/** Fails where a request is past a limit of its head. */
export function requireInLimits({ url = '', rawHeaders }: IncomingMessage): void {
  if (!url.startsWith('/')) fail('bad_request', { reason: 'its target is not a path of this server' })
  // Names and values stand in one list.
  if (rawHeaders.length > 2 * headersMax) fail('headers_too_large', undefined)
  if (isRepeated(rawHeaders, 'host')) fail('bad_request', { reason: 'it has more than one Host header' })
  const queryAt = url.indexOf('?')
  if ((queryAt === -1 ? url.length : queryAt) > pathBytesMax) fail('path_too_long', undefined)
}

/** Whether a body follows the head of a request. */
function hasBody({ headers }: IncomingMessage): boolean {
  return 'content-length' in headers || 'transfer-encoding' in headers
}

/** Ends a call whose body is not there in time. */
function limitBody(raw: IncomingMessage, bodyMs: number): void {
  const timer = setTimeout(() => cutOff(raw), bodyMs).unref()
  const settle = () => clearTimeout(timer)
  raw.once('end', settle).once('close', settle)
}

/** Whether the header stands there more than once (RFC 9112, section 3.2); of each name the server hands on one only. */
function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index]
    if (given?.length === name.length && given.toLowerCase() === name) count++
  }
  return count > 1
}
