/**
 * The quick way of calls that wait for nothing: a GET with an API key that is remembered, of an account without limits. It goes past
 * Fastify, whose request, reply, hooks and logger cost a look-up more than finding and reading the provider
 * (docs/decisions/0036-a-quick-way.md has the figures).
 *
 * It knows how a call goes well and nothing else. Whatever is not in order is left to the route that mount.ts made, which answers it as
 * if it had come there first: nothing of it is counted by then, and what the verb failed with comes along.
 */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'fast-querystring'
import type { FastifyInstance } from 'fastify'
import { giveBack } from '#registry/read/answer-bytes'
import type { Meter, MeteredCall } from '../usage/meter.ts'
import { AnswersTogether } from './answers-together.ts'
import { type Bearer, bearerOf, beginCall, type CallerChecks, type Route } from './keyed-call.ts'
import { hasBody, requireInLimits } from './request-limits.ts'
import type { LoggedRequest } from './request-log.ts'
import { sendReady } from './send-ready.ts'
import { type Answer, fail, registryPaths } from './verb.ts'

/** A call that was begun on the quick way and is ended on the other. */
interface BegunCall {
  bearer: Bearer
  call: MeteredCall
  /** When it came, by this process's clock in milliseconds. */
  startedMs: number
  /** What its verb answers, which is not called again. */
  answering: Promise<Answer<Route['entry']>>
}

export type BegunCalls = WeakMap<IncomingMessage, BegunCall>

export interface QuickWayOptions {
  checks: CallerChecks
  meter: Meter
  isEnding: () => boolean
  /** Headers of every answer. */
  everyAnswer: Readonly<Record<string, string>>
  /** Hears of every call that went this way, once its answer is out or its connection broken. */
  onEnd: (request: LoggedRequest, outcome: { status: number; ms: number } | 'broken off') => void
  /** Hears of a mistake of ours that kept an answer from being sent; its connection is closed. */
  onBug: (error: unknown) => void
}

/** Lets calls of these routes go the quick way, where they can. */
export function openQuickWay(
  { server }: FastifyInstance,
  { routes, begun }: { routes: readonly Route[]; begun: BegunCalls },
  { checks, meter, isEnding, everyAnswer, onEnd, onBug }: QuickWayOptions,
): void {
  const find = finderOf(routes.filter(isQuick))
  const together = new AnswersTogether()
  const others = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, out) => {
    // Many requests may come in one turn, and each may take long.
    together.beforeWork()
    if (!goesQuickly(request, out)) leave(request, out)
  })

  function leave(request: IncomingMessage, out: ServerResponse): void {
    for (const other of others) other.call(server, request, out)
  }

  /** False, and nothing is done, where the call has to go the other way. */
  function goesQuickly(request: IncomingMessage, out: ServerResponse): boolean {
    const { method, headers, url = '' } = request
    // Pages of other origins have to be told what they may do.
    if (method !== 'GET' || headers.origin !== undefined || hasBody(request)) return false
    const queryAt = url.indexOf('?')
    const found = find(queryAt === -1 ? url : url.slice(0, queryAt))
    if (found === undefined) return false
    const { route, params } = found
    const startedMs = performance.now()
    const query = queryAt === -1 ? nothing : parse(url.slice(queryAt + 1))
    const asked = { method, url, headers, params, query, body: undefined }
    let bearer: Bearer
    let call: MeteredCall
    let input: ReturnType<Route['read']>
    try {
      requireInLimits(request)
      const known = bearerOf(asked, checks)
      if (known instanceof Promise) {
        // Whoever goes the other way waits for it there.
        known.catch(() => {})
        return false
      }
      bearer = known
      call = beginCall(route, meter, asked, bearer, startedMs)
      if (!call.isUnlimited) return false
      input = route.read(asked)
    } catch {
      return false
    }
    const answering = route.verb({
      caller: bearer,
      client: undefined,
      params: input.params,
      query: input.query,
      body: input.body,
      headers: input.headers,
      fail,
    })
    const good = { request, out, route, call, accountId: bearer.accountId, startedMs }
    const leaveBegun = () => {
      begun.set(request, { bearer, call, startedMs, answering })
      // Whoever the call is left to does not hear of it any more.
      if (request.socket.destroyed) onEnd(loggedAs(randomUUID(), good), 'broken off')
      leave(request, out)
    }
    answering.then((answer) => {
      if ('json' in answer) together.ready(() => send(good, answer))
      else leaveBegun()
    }, leaveBegun)
    return true
  }

  function send(good: GoodCall, answer: VerbAnswer): void {
    try {
      sendAndTell(good, answer)
    } catch (error) {
      onBug(error)
      good.out.destroy()
    }
  }

  function sendAndTell(good: GoodCall, { json, headers = nothing }: VerbAnswer): void {
    const { request, out, route, call, startedMs } = good
    const { status } = route.entry
    const reqId = randomUUID()
    const logged = loggedAs(reqId, good)
    const counted = call.succeed(status)
    const { socket } = request
    if (out.destroyed || socket.destroyed) {
      giveBack(json)
      onEnd(logged, 'broken off')
      return
    }
    const all = [everyAnswer, { 'x-request-id': reqId }, counted, headers]
    sendReady(out, { status, headers: all, body: json, isLast: isEnding() })
    const tell = () => onEnd(logged, { status, ms: performance.now() - startedMs })
    // Mostly the system has taken all of it by now.
    if (out.writableFinished) {
      tell()
      return
    }
    let isOut = false
    // An answer is said to be finished as well when its connection breaks.
    out.once('finish', () => {
      isOut = !socket.destroyed
    })
    // The request closes behind its answer, and also where that still waits for others of the connection.
    request.once('close', () => (isOut ? tell() : onEnd(logged, 'broken off')))
  }
}

/** What is known of a call by the time that its verb is called. */
interface GoodCall {
  request: IncomingMessage
  out: ServerResponse
  route: Route
  call: MeteredCall
  accountId: string
  startedMs: number
}

/** A ready answer as the verb gives it. */
interface VerbAnswer {
  json: Buffer
  headers?: Readonly<Record<string, string>>
}

function loggedAs(reqId: string, { route, accountId }: GoodCall): LoggedRequest {
  return { reqId, method: route.entry.method, route: route.url, accountId }
}

const nothing = {}

/** Whether the route's answers are ready, and its path has no parameter but in its end. */
function isQuick({ entry: { method, caller, path } }: Route): boolean {
  const isReady = registryPaths.some((start) => path.startsWith(start))
  return isReady && method === 'GET' && caller === 'key' && !path.includes('}/')
}

/** Finds the route of a path as it stands in a request, with what its parameter has there, unless that is written with escapes. */
function finderOf(routes: readonly Route[]) {
  const whole = new Map<string, { route: Route; params: object }>()
  /** By what stands before the parameter. */
  const beginnings = new Map<string, { route: Route; parameter: string }>()
  for (const route of routes) {
    const [, beginning, parameter] = /^(.*)\{(\w+)\}$/.exec(route.entry.path) ?? []
    if (beginning === undefined || parameter === undefined) whole.set(route.entry.path, { route, params: nothing })
    else beginnings.set(beginning, { route, parameter })
  }
  return (path: string) => {
    const known = whole.get(path)
    if (known !== undefined) return known
    const end = path.lastIndexOf('/') + 1
    const found = beginnings.get(path.slice(0, end))
    if (found === undefined || end === path.length || path.includes('%')) return undefined
    return { route: found.route, params: { [found.parameter]: path.slice(end) } }
  }
}
