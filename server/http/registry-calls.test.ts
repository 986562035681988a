/** Calls of the registry run without Fastify's hooks: they answer, log and count as every other call does. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { api } from '#contract/api'
import { headersMax } from '#contract/limits'
import { eventually } from '../../test/support/eventually.ts'
import { testBearer } from '../../test/support/keys/test-caller.ts'
import { startTestServer } from '../../test/support/test-server.ts'
import { openLimiter } from '../platform/limiter/limiter.ts'
import { mountRegistry } from './mount-registry.ts'
import { type EndedCall, keepCallers } from './request-log.ts'
import { type ApiError, apiError, type Verbs } from './verb.ts'

const ready = (json: Buffer | string, headers = {}) => ({ json: Buffer.from(json), headers })

describe('a call of the registry', () => {
  let app: FastifyInstance
  let port: number
  /** Statuses that the meter was given, lines of the log, and calls that ended. */
  let metered: (number | string)[]
  let lines: unknown[]
  let ended: EndedCall[]
  let isEnding: boolean
  /** What the verb of every endpoint does. */
  let answer: () => Promise<object>

  beforeEach(async () => {
    metered = []
    lines = []
    ended = []
    isEnding = false
    answer = async () => ready('{"doctors":["é"]}')
    app = Fastify({ logger: { stream: { write: (line: string) => void lines.push(JSON.parse(line)) } } })
    keepCallers(app)
    const verbs = Object.keys(api).map((name) => [name, () => answer()])
    const options = {
      // One for each endpoint of the contract, all alike.
      verbs: Object.fromEntries(verbs) as unknown as Verbs,
      testMode: { verbs: {}, open: async () => {} },
      checks: { key: () => testBearer('enterprise'), session: () => expect.unreachable(), again: async () => {} },
      limiter: openLimiter('memory:', { warn: (sentence) => expect.unreachable(sentence) }),
      meter: {
        begin: () => ({
          admit: () => undefined,
          reserve: () => undefined,
          succeed(status: number) {
            metered.push(status)
            return {}
          },
          notModified() {
            metered.push(304)
            return {}
          },
          async fail({ status }: ApiError) {
            metered.push(`failed ${status}`)
            return {}
          },
        }),
        isFailing: () => false,
        write: async () => {},
        close: async () => {},
      },
      uploadRoomMs: 0,
      isEnding: () => isEnding,
      standing: () => ({}),
    }
    mountRegistry(app, options, { everyAnswer: { 'x-frame': 'none' }, onEnd: (call) => void ended.push(call) })
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterEach(() => app.close())

  function caller(bytes: string): Socket {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.write(bytes)
    return socket
  }

  const request = 'GET /api/doctors HTTP/1.1\r\nHost: x\r\n\r\n'
  const outcomes = () => ended.map(({ status, isBrokenOff }) => (isBrokenOff ? 'broken off' : status))

  test.each([
    ['with two hosts', 'Host: x\r\nHost: x', 400],
    ['with too many headers', `Host: x\r\n${'a: b\r\n'.repeat(headersMax)}c: d`, 431],
    ['with a body of no bytes', 'Host: x\r\nContent-Length: 0', 200],
  ])('%s is answered within the limits of every request', async (_, head, status) => {
    const [got] = await once(caller(`GET /api/doctors HTTP/1.1\r\n${head}\r\n\r\n`), 'data')
    expect(String(got)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    await eventually(() => expect(outcomes()).toEqual([status]))
  })

  test('whose answer cannot be sent has its connection closed and a line in the log, and others are answered', async () => {
    answer = async () => ready('{}', { 'x-bad': 'two\nlines' })
    await expect(fetch(`http://127.0.0.1:${port}/api/doctors`)).rejects.toThrow()
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'a request failed', reqId: expect.any(String) }))
    answer = async () => ready('{}')
    expect((await fetch(`http://127.0.0.1:${port}/api/doctors`)).status).toBe(200)
  })

  test('that fails by our mistake is a 500 with the id of its line in the log', async () => {
    answer = async () => {
      throw new Error('a mistake of ours')
    }
    const failed = await fetch(`http://127.0.0.1:${port}/api/doctors`)
    expect([failed.status, metered]).toEqual([500, ['failed 500']])
    const reqId = failed.headers.get('x-request-id')
    expect(lines).toContainEqual(expect.objectContaining({ msg: 'a request failed', reqId }))
  })

  test('is logged once, as broken off, where its caller goes while its answer waits for others', async () => {
    let answerFirst = () => {}
    let count = 0
    answer = async () => {
      if (count++ === 0) await new Promise<void>((resolve) => (answerFirst = resolve))
      return ready(Buffer.alloc(20_000, ' '))
    }
    const gone = caller(request.repeat(3))
    await eventually(() => expect(metered).toHaveLength(2))
    gone.destroy()
    await eventually(() => expect(ended).toHaveLength(2))
    answerFirst()
    await eventually(() => expect(outcomes()).toEqual(['broken off', 'broken off', 'broken off']))
  })

  test.each<[string, () => Promise<object>, number | string]>([
    ['succeeds', async () => ready(Buffer.alloc(20_000, ' ')), 200],
    [
      'fails',
      async () => {
        throw apiError('provider_not_found', { resource: 'doctor', npi: 1234567893 })
      },
      'failed 404',
    ],
  ])('is logged as broken off where its caller goes before its verb %s', async (_, end, status) => {
    const gone = caller(request)
    answer = async () => {
      gone.destroy()
      await once(gone, 'close')
      await wait(20)
      return end()
    }
    await eventually(() => expect(outcomes()).toEqual(['broken off']))
    expect(metered).toEqual([status])
    expect(ended[0]).toMatchObject({ accountId: 'ada', route: '/api/doctors' })
  })

  test('is logged when a caller that reads slowly has all of its answer, or goes before that', async () => {
    answer = async () => ready(Buffer.alloc(32 * 1024 * 1024, ' '))
    for (const outcome of [200, 'broken off']) {
      const slow = caller('GET /api/doctors HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
      slow.pause()
      await eventually(() => expect(metered.length).toBeGreaterThan(ended.length))
      if (outcome === 'broken off') slow.destroy()
      else slow.resume()
      await eventually(() => expect(outcomes().at(-1)).toBe(outcome))
    }
    expect(ended).toHaveLength(2)
  })

  test('says that its answer is the last of its connection where the process ends', async () => {
    isEnding = true
    expect((await fetch(`http://127.0.0.1:${port}/api/doctors`)).headers.get('connection')).toBe('close')
  })

  test('keeps its place among others that come over the same connection', async () => {
    const paths = ['/api/doctors?limit=all', '/api/doctors', '/nope', '/api/doctors/1234567893', '/api/doctors?page=0']
    const many = caller(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''))
    let got = ''
    many.on('data', (piece) => {
      got += piece
    })
    await eventually(() => expect(got.match(/HTTP/g)).toHaveLength(paths.length))
    expect([...got.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, status]) => Number(status))).toEqual([400, 200, 404, 200, 400])
  })
})

test('calls of the registry have the headers of other calls, and are logged and counted as they are', async () => {
  const metricsToken = 'a token of twenty letters'
  const server = await startTestServer(undefined, { logLevel: 'info', metricsToken })
  onTestFinished(() => server.close())
  const key = { 'api-key': server.apiKey }
  const lastLine = (): Record<string, unknown> => JSON.parse(server.logged().trim().split('\n').at(-1) ?? '')
  const calls: [query: string, headers: Record<string, string>, status: number][] = [
    ['?limit=1', key, 200],
    ['?limit=1', { ...key, origin: 'https://example.org' }, 200],
    ['?limit=all', key, 400],
    ['?limit=all', { ...key, origin: 'https://example.org' }, 400],
    ['?api_key=x', key, 400],
    ['', {}, 401],
    ['', { 'api-key': server.unknownKey }, 401],
  ]
  for (const [query, headers, status] of calls) {
    const [ofRegistry, other] = await Promise.all(
      ['/api/doctors', '/api/verifications'].map(async (path) => {
        const answer = await server.app.inject({ url: path + query, headers })
        expect(answer.statusCode, path + query).toBe(status)
        return Object.keys(answer.headers).filter((name) => !/^(x-registry-.*|etag|vary)$/.test(name))
      }),
    )
    expect(ofRegistry?.sort(), query).toEqual(other?.sort())
    await server.app.inject({ url: `/api/doctors${query}`, headers })
    await eventually(() =>
      expect(lastLine()).toMatchObject({
        msg: 'answered',
        method: 'GET',
        route: '/api/doctors',
        status,
        ms: expect.any(Number),
      }),
    )
  }
  const { body } = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })
  expect(body).toContain('praxidex_http_answers_total{route="/api/doctors",method="GET",status="401"} 4')
})
