import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { AnswerBytes } from '#registry/search/answer-bytes'
import { sendReady } from './send-ready.ts'

const out = new AnswerBytes()
let app: FastifyInstance
let origin: string
/** Statuses of answers that Fastify saw complete. */
let answered: number[]

beforeEach(async () => {
  answered = []
  app = Fastify()
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-request-id', 'a-request'))
  app.addHook('onResponse', async (_request, reply) => void answered.push(reply.statusCode))
  app.get('/:length', async (request, reply) => {
    out.begin()
    out.text('é'.repeat(Number(Reflect.get(Object(request.params), 'length'))))
    const headers = [reply.getHeaders(), { 'X-Registry-Version': 'v1' }]
    reply.hijack()
    if ('same' in Object(request.query)) {
      sendReady(reply.raw, { status: 304, headers: [{ etag: '"a"' }], body: undefined, isLast: false })
      return reply
    }
    sendReady(reply.raw, { status: 203, headers, body: out.take(), isLast: 'last' in Object(request.query) })
    return reply
  })
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

test.each([0, 1, 2047, 2048, 20_000, 100_000])(
  'an answer of %i characters comes whole, with the headers of hooks and its own',
  async (length) => {
    for (let time = 0; time < 3; time++) {
      const answer = await fetch(`${origin}/${length}`)
      expect(answer.status).toBe(203)
      expect(await answer.text()).toBe('é'.repeat(length))
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'x-request-id': 'a-request',
        'x-registry-version': 'v1',
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(2 * length),
        connection: 'keep-alive',
      })
    }
    await expect.poll(() => answered).toEqual([203, 203, 203])
  },
)

test('the last answer of a connection says so, and one to HEAD has no body', async () => {
  expect((await fetch(`${origin}/3?last`)).headers.get('connection')).toBe('close')
  const head = await fetch(`${origin}/3000`, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([203, '6000', ''])
})

test('an answer that a client has is sent without a body and without its length', async () => {
  const answer = await fetch(`${origin}/3?same`)
  expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, '"a"', ''])
  for (const name of ['content-type', 'content-length', 'transfer-encoding'])
    expect(answer.headers.has(name)).toBe(false)
  expect((await fetch(`${origin}/3`)).status).toBe(203)
})

test.each([200, 70_000])('an answer of %i bytes of any value comes byte for byte', async (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, at) => at % 256))
  const other = Fastify()
  onTestFinished(() => other.close())
  other.get('/bytes', (_request, reply) => {
    reply.hijack()
    sendReady(reply.raw, { status: 200, headers: [], body: bytes, isLast: true })
  })
  const got = await fetch(`${await other.listen({ host: '127.0.0.1', port: 0 })}/bytes`)
  expect(Buffer.from(await got.arrayBuffer())).toEqual(bytes)
})

test('an answer that is read slowly stays what it is while others are sent', async () => {
  const slow = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(slow, 'connect')
  slow.pause()
  // More than the system holds for a connection, one answer behind the other.
  const requests = Array.from({ length: 200 }, () => 'GET /40000 HTTP/1.1\r\nHost: x\r\n\r\n')
  slow.write(`${requests.join('')}GET /1?last HTTP/1.1\r\nHost: x\r\n\r\n`)
  for (let time = 0; time < 50; time++) {
    const others = await Promise.all([30_000, 500].map(async (length) => (await fetch(`${origin}/${length}`)).text()))
    expect(others.map((answer) => answer.length)).toEqual([30_000, 500])
  }
  const bodies = (await text(slow)).split(/HTTP\/1\.1 203[^\0]*?\r\n\r\n/).slice(1)
  expect(bodies.map((body) => body.length)).toEqual([...requests.map(() => 40_000), 1])
  expect(new Set(bodies.join(''))).toEqual(new Set('é'))
})
