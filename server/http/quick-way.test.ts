import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/api'
import { headersMax } from '#contract/limits'
import { eventually } from '../../test/support/eventually.ts'
import { startTestServer } from '../../test/support/test-server.ts'
import { testBearer } from '../keys/test-bearer.ts'
import { openLimiter } from '../parts/limiter.ts'
import type { Meter } from '../usage/meter.ts'
import { answerErrors } from './error-answer.ts'
import type { Bearer } from './keyed-call.ts'
import { noteRoutes } from './known-routes.ts'
import { mount } from './mount.ts'
import { openQuickWay, type QuickWayOptions } from './quick-way.ts'
import { logRequests } from './request-log.ts'
import { apiError, type Verbs } from './verb.ts'

const bearer = testBearer('enterprise')

describe('a call that is in order goes past Fastify', () => {
  let app: FastifyInstance
  let origin: string
  /** Requests that Fastify saw, calls of the verb, and what the meter was told. */
  let seen: {
    byFastify: number
    verb: number
    /** Addresses of calls whose metering began. */
    begun: string[]
    metered: (number | string)[]
    bugs: unknown[]
    ended: Parameters<QuickWayOptions['onEnd']>[]
  }
  /** What was logged. */
  let lines: unknown[]
  let known: () => Bearer | Promise<Bearer>
  let isUnlimited: boolean
  let isEnding: boolean
  /** What the verb of every endpoint does. */
  let answer: () => Promise<object>
  const limiter = openLimiter('memory:', { warn: (sentence) => expect.unreachable(sentence) })

  beforeEach(async () => {
    seen = { byFastify: 0, verb: 0, begun: [], metered: [], bugs: [], ended: [] }
    known = () => bearer
    isUnlimited = true
    isEnding = false
    answer = async () => ({ json: Buffer.from('{"doctors":["é"]}'), headers: { 'X-Registry-Version': 'v1' } })
    lines = []
    app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } })
    app.addHook('onRequest', async () => void seen.byFastify++)
    logRequests(app)
    answerErrors(app, noteRoutes(app))
    const verbs = Object.keys(api).map((name) => [
      name,
      () => {
        seen.verb++
        return answer()
      },
    ])
    const options = {
      checks: {
        key: () => known(),
        session: () => expect.unreachable(),
        again: async () => {},
      },
      meter: {
        begin: ({ url, startedMs, ...call }: Parameters<Meter['begin']>[0]) => {
          expect(call).toMatchObject({ account: bearer.account, method: 'GET', isOfScreens: false })
          expect(performance.now() - startedMs).toBeLessThan(10_000)
          seen.begun.push(url)
          return {
            isUnlimited,
            admit: () => undefined,
            reserve: () => undefined,
            succeed(status: number) {
              seen.metered.push(status)
              return { 'x-quota-limit': 'some' }
            },
            async fail(status: number) {
              seen.metered.push(`failed ${status}`)
              return { 'x-quota-limit': 'some' }
            },
          }
        },
        write: async () => {},
        close: async () => {},
      },
      isEnding: () => isEnding,
    }
    const mounted = mount(app, {
      ...options,
      // One for each endpoint of the contract, all alike.
      verbs: Object.fromEntries(verbs) as unknown as Verbs,
      limiter,
      standing: () => ({}),
    })
    const onEnd: QuickWayOptions['onEnd'] = (...call) => void seen.ended.push(call)
    openQuickWay(app, mounted, {
      ...options,
      everyAnswer: { 'x-frame': 'none' },
      onEnd,
      onBug: (error) => void seen.bugs.push(error),
    })
    origin = await app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterEach(() => app.close())

  const ask = async (path: string, init: RequestInit = {}) => {
    const { status, headers, ...rest } = await fetch(origin + path, init).then(async (got) => ({
      status: got.status,
      headers: Object.fromEntries(got.headers),
      text: await got.text(),
    }))
    return { status, headers, ...rest }
  }

  test.each(['/api/doctors', '/api/doctors?npi=1234567893', '/api/doctors/1234567893'])(
    'whatever its path: %s',
    async (path) => {
      const { status, headers, text } = await ask(path)
      expect([status, text]).toEqual([200, '{"doctors":["é"]}'])
      expect(headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-frame': 'none',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
        'x-quota-limit': 'some',
        'x-registry-version': 'v1',
        connection: 'keep-alive',
      })
      const route = path.startsWith('/api/doctors/') ? '/api/doctors/:npi' : '/api/doctors'
      expect(seen).toEqual({
        byFastify: 0,
        verb: 1,
        begun: [path],
        metered: [200],
        bugs: [],
        ended: [
          [
            { reqId: headers['x-request-id'], method: 'GET', route, accountId: 'ada' },
            { status: 200, ms: expect.any(Number) },
          ],
        ],
      })
    },
  )

  test.each<[string, string, RequestInit]>([
    ['whose path has escapes', '/api/doctors/%31234567893', {}],
    ['whose path ends in a slash', '/api/doctors/', {}],
    ['of a page of another origin', '/api/doctors', { headers: { origin: 'https://example.org' } }],
    ['for the head alone', '/api/doctors', { method: 'HEAD' }],
    ['whose input is refused', '/api/doctors?limit=all', {}],
    ['with its key in the query', '/api/doctors?api-key=x', {}],
    ['whose parameter stands within its path', '/api/doctors/1234567893/reviews', {}],
    ['that is no call of the registry', '/api/verifications', {}],
  ])('but not one %s', async (_, path, init) => {
    await ask(path, init)
    expect(seen).toMatchObject({ byFastify: 1, ended: [] })
    expect(seen.metered.length).toBeLessThanOrEqual(1)
  })

  test('but not one whose key has to be looked up, nor one of an account with limits', async () => {
    known = async () => bearer
    expect((await ask('/api/doctors')).status).toBe(200)
    known = async () => {
      throw apiError('key_unknown', undefined)
    }
    expect((await ask('/api/doctors')).status).toBe(401)
    known = () => bearer
    isUnlimited = false
    expect((await ask('/api/doctors')).status).toBe(200)
    expect(seen).toMatchObject({ byFastify: 3, verb: 2, metered: [200, 200], ended: [] })
  })

  test('and is ended by Fastify where the verb fails, or answers something that is not ready, without being made again', async () => {
    answer = async () => {
      throw apiError('provider_not_found', { resource: 'doctor', npi: 1234567893 })
    }
    expect(await ask('/api/doctors/1234567893')).toMatchObject({ status: 404, headers: { 'x-quota-limit': 'some' } })
    answer = async () => ({ output: api.getDoctor.example.output, headers: { 'X-Registry-Version': 'v1' } })
    expect(await ask('/api/doctors/1234567893')).toMatchObject({ status: 200, headers: { 'x-registry-version': 'v1' } })
    answer = async () => {
      throw new Error('a mistake of ours')
    }
    expect((await ask('/api/doctors/1234567893')).status).toBe(500)
    expect(seen).toMatchObject({ byFastify: 3, verb: 3, metered: ['failed 404', 200, 'failed 500'], ended: [] })
    expect(seen.begun).toHaveLength(3)
  })

  test('and is ended there as the one that came, however long its verb took and whatever became of its key meanwhile', async () => {
    let asked = 0
    known = () => {
      if (asked++ > 0) throw apiError('key_unknown', undefined)
      return bearer
    }
    answer = async () => {
      await wait(50)
      throw apiError('provider_not_found', { resource: 'doctor', npi: 1234567893 })
    }
    expect((await ask('/api/doctors/1234567893')).status).toBe(404)
    expect(seen).toMatchObject({ verb: 1, begun: ['/api/doctors/1234567893'], metered: ['failed 404'] })
    // Timers may come a little early by this clock.
    const line = { msg: 'answered', status: 404, accountId: 'ada' }
    await eventually(() => expect(lines).toContainEqual(expect.objectContaining(line)))
    const [answered] = lines.filter((one) => Reflect.get(Object(one), 'msg') === 'answered')
    expect(Reflect.get(Object(answered), 'ms')).toBeGreaterThan(45)
  })

  test.each<[string, string]>([
    ['with two hosts', 'Host: x\r\nHost: x'],
    ['with too many headers', `Host: x\r\n${'a: b\r\n'.repeat(headersMax)}c: d`],
    ['with a body of no bytes', 'Host: x\r\nContent-Length: 0'],
    ['with a body in pieces', 'Host: x\r\nTransfer-Encoding: chunked\r\n\r\n0'],
  ])('but not one %s', async (_, head) => {
    const caller = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => void caller.destroy())
    caller.write(`GET /api/doctors HTTP/1.1\r\n${head}\r\n\r\n`)
    await once(caller, 'data')
    expect(seen).toMatchObject({ byFastify: 1, ended: [] })
  })

  test('and where its answer cannot be sent, its connection is closed, and no other answer waits', async () => {
    const bad = { json: Buffer.from('{}'), headers: { 'x-bad': 'two\nlines' } }
    const good = { json: Buffer.from('{}'), headers: {} }
    let count = 0
    answer = async () => (count++ === 0 ? bad : good)
    const settled = await Promise.allSettled([1, 2, 3].map(() => ask('/api/doctors')))
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
    expect(seen.bugs).toEqual([expect.objectContaining({ code: 'ERR_INVALID_CHAR' })])
  })

  test('and is told of once where its caller goes while its answer waits for others, or sends what is no request', async () => {
    let answerFirst = () => {}
    let count = 0
    answer = async () => {
      if (count++ === 0) await new Promise<void>((resolve) => (answerFirst = resolve))
      return { json: Buffer.alloc(20_000, ' '), headers: {} }
    }
    const caller = connect(Number(new URL(origin).port), '127.0.0.1')
    caller.write('GET /api/doctors HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3))
    await eventually(() => expect(seen.metered).toHaveLength(2))
    caller.destroy()
    await eventually(() => expect(seen.ended).toHaveLength(2))
    answerFirst()
    await eventually(() => expect(seen.ended).toHaveLength(3))
    expect(seen.ended.map(([, outcome]) => outcome)).toEqual(Array(3).fill('broken off'))

    answer = async () => ({ json: Buffer.from('{}'), headers: {} })
    const babbler = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => void babbler.destroy())
    babbler.write('GET /api/doctors HTTP/1.1\r\nHost: x\r\n\r\nno request\r\n\r\n')
    await eventually(() => expect(seen.ended.slice(3)).toEqual([[expect.anything(), 'broken off']]))
  })

  test('and is told of where its caller goes before its verb fails', async () => {
    const caller = connect(Number(new URL(origin).port), '127.0.0.1')
    answer = async () => {
      caller.destroy()
      await once(caller, 'close')
      await wait(20)
      throw apiError('provider_not_found', { resource: 'doctor', npi: 1234567893 })
    }
    caller.write('GET /api/doctors HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => expect(seen.metered).toEqual(['failed 404']))
    expect(seen.ended).toEqual([[expect.objectContaining({ accountId: 'ada' }), 'broken off']])
  })

  test('and is counted where its caller goes before the answer, which harms nobody', async () => {
    const caller = connect(Number(new URL(origin).port), '127.0.0.1')
    answer = async () => {
      caller.destroy()
      await once(caller, 'close')
      await wait(20)
      return { json: Buffer.alloc(20_000, ' '), headers: {} }
    }
    caller.write('GET /api/doctors HTTP/1.1\r\nHost: x\r\n\r\n')
    await eventually(() => expect(seen.ended).toHaveLength(1))
    expect(seen.ended[0]?.[1]).toBe('broken off')
    expect(seen.metered).toEqual([200])
    answer = async () => ({ json: Buffer.from('{}'), headers: {} })
    expect((await ask('/api/doctors')).text).toBe('{}')
  })

  test('and is told of when a caller that reads slowly has all of its answer, or goes before that', async () => {
    const json = Buffer.alloc(32 * 1024 * 1024, ' ')
    answer = async () => ({ json, headers: {} })
    for (const outcome of [{ status: 200, ms: expect.any(Number) }, 'broken off']) {
      const caller = connect(Number(new URL(origin).port), '127.0.0.1')
      onTestFinished(() => void caller.destroy())
      caller.pause()
      caller.write('GET /api/doctors HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      await eventually(() => expect(seen.metered.length).toBeGreaterThan(seen.ended.length))
      if (outcome === 'broken off') caller.destroy()
      else caller.resume()
      await eventually(() => expect(seen.ended.at(-1)?.[1]).toEqual(outcome))
    }
    expect(seen.ended).toHaveLength(2)
  })

  test('and says that its answer is the last of its connection where the process ends', async () => {
    isEnding = true
    expect((await ask('/api/doctors')).headers.connection).toBe('close')
  })

  test('and keeps its place among others that come over the same connection', async () => {
    const paths = ['/api/doctors?limit=all', '/api/doctors', '/nope', '/api/doctors/1234567893', '/api/doctors?page=0']
    const caller = connect(Number(new URL(origin).port), '127.0.0.1')
    onTestFinished(() => void caller.destroy())
    caller.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    let got = ''
    caller.on('data', (piece) => {
      got += piece
    })
    await eventually(() => expect(got.match(/HTTP/g)).toHaveLength(paths.length))
    expect([...got.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual([400, 200, 404, 200, 400])
  })
})

test('calls are answered, logged and counted alike on both ways', async () => {
  const metricsToken = 'a token of twenty letters'
  const server = await startTestServer(undefined, { logLevel: 'info', metricsToken })
  onTestFinished(() => server.close())
  const origin = `http://127.0.0.1:${await server.listen()}`
  const { apiKey } = server
  const [{ npi: doctor = 0 } = {}] =
    server.registry.current()?.search({ resource: 'doctors', offset: 0, limit: 1 }).hits ?? []
  const [{ npi: organization = 0 } = {}] =
    server.registry.current()?.search({ resource: 'organizations', offset: 0, limit: 1 }).hits ?? []
  const calls: [path: string, headers: Record<string, string>][] = [
    ...[
      `/api/doctors?npi=${doctor}`,
      `/api/doctors?npi=${doctor}&npi=${organization}`,
      `/api/doctors/${doctor}`,
      `/api/organizations/${organization}`,
      '/api/individuals?latitude=40.75&longitude=-73.99&radius=25&limit=25&page=2',
      '/api/doctors?state=NY&specialty=heart+doctor&limit=3',
      '/api/doctors?name=%C3%A1na&limit=2',
      '/api/organizations?name=clinic%20of',
      '/api/doctors?',
      '/api/doctors?state=NY#limit=1',
      `/api/doctors/${organization}`,
      `/api/doctors/${server.deactivatedNpi}`,
      '/api/doctors/123',
      '/api/doctors/',
      '/api/doctors?limit=all',
      '/api/doctors?limitt=2',
      '/api/doctors?limit=1&limit=2',
      '/api/doctors?name=%',
      '/api/doctors?page=400&limit=25',
      '/api/doctors?specialty=hart%20docter',
      '/api/doctors?address=nowhere%20at%20all',
      `/api/doctors?api_key=${apiKey}`,
    ].map((path): [string, Record<string, string>] => [path, { 'api-key': apiKey }]),
    ['/api/doctors', {}],
    ['/api/doctors', { 'api-key': 'pdx_short' }],
    ['/api/doctors', { 'api-key': server.unknownKey }],
    ['/api/doctors?limit=1', { 'api-key': apiKey, origin: 'https://example.org' }],
    ['/api/doctors?limit=1', { 'api-key': apiKey, 'x-more': 'x'.repeat(1000) }],
  ]
  const told = ({ date, connection, 'keep-alive': _, 'x-request-id': id, ...headers }: Record<string, unknown>) => {
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    return headers
  }
  const lines = () => {
    const all = server.logged().trim().split('\n')
    return all.map((line) => {
      const { time, reqId, ms, ...told }: Record<string, unknown> = JSON.parse(line)
      return told
    })
  }
  /** How many answers of the registry's routes there were until now, by their labels. */
  const counts = async () => {
    const { body } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
    return new Map(
      [...body.matchAll(/^praxidex_http_answers_total(\{.*"\/api\/.*\}) (\d+)$/gm)].map(([, labels = '', count]) => [
        labels,
        Number(count),
      ]),
    )
  }
  /** What an answer adds to these. */
  const added = async (ask: () => Promise<unknown>) => {
    const before = await counts()
    const linesBefore = lines().length
    const answer = await ask()
    await eventually(() => expect(lines().length).toBeGreaterThan(linesBefore))
    const after = [...(await counts())].map(([labels, count]) => [labels, count - (before.get(labels) ?? 0)])
    return { answer, counts: after.filter(([, count]) => count !== 0), line: lines()[linesBefore] }
  }

  for (const [path, headers] of calls) {
    // Whose key it is is remembered from then on, for long enough to ask for one answer on both ways.
    await server.get('/api/doctors?limit=1')
    const quick = await added(async () => {
      const answer = await fetch(origin + path, { headers })
      return { status: answer.status, headers: told(Object.fromEntries(answer.headers)), body: await answer.text() }
    })
    const long = await added(async () => {
      const answer = await server.app.inject({ url: path, headers })
      return { status: answer.statusCode, headers: told(answer.headers), body: answer.body }
    })
    expect(quick, path).toEqual(long)
    expect(quick.counts, path).toEqual([[expect.any(String), 1]])
  }
})
