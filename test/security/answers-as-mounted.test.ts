/**
 * A7: what a verb hands over goes out as its schema has it, whichever verb it is, and so does an answer that is given
 * once more.
 */
import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import type { CallerChecks } from '#server/http/keyed-call'
import { mount } from '#server/http/mount'
import { mountRegistry } from '#server/http/mount-registry'
import { keepCallers } from '#server/http/request-log'
import type { Verbs } from '#server/http/verb'
import { openLimiter } from '#server/platform/limiter/limiter'
import { testBearer } from '../support/keys/test-caller.ts'
import { newPicture } from '../support/test-pictures.ts'
import { startTestServer, type TestServer } from '../support/test-server.ts'
import { unmetered } from '../support/usage/unmetered.ts'

/** Members of rows, and of what others answer us, that are nobody's to see. */
const secrets = {
  password_hash: 'canary',
  passwordHash: 'canary',
  keyHash: 'canary',
  tokenHash: 'canary',
  sealed: 'canary',
  stripeCustomerId: 'canary',
  internalNotes: ['canary'],
  account: { id: 'canary' },
}

/** Every endpoint but the document of the API, which is one text for everybody. */
/** The data of an event is typed by the event's type where it is recorded (contract/events.ts). */
const openOnes = ['openapi', 'listEvents']

const endpoints = Object.entries<Endpoint>(api).filter(([name]) => !openOnes.includes(name))

/** The value with the secrets in it and in every object within it. */
function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets)
  if (typeof value !== 'object' || value === null) return value
  return { ...Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withSecrets(held)])), ...secrets }
}

/** Verbs that answer the examples of the contract, and tell too much. */
function talkativeVerbs(): Verbs {
  const verbs = Object.entries<Endpoint>(api).map(([name, { example, answerHeaders }]) => {
    const headers = Object.fromEntries(Object.keys(answerHeaders).map((header) => [header, 'x']))
    return [name, async () => ({ output: withSecrets(example.output), headers })]
  })
  // One for each endpoint of the contract; that they answer more than their types allow is what they are for.
  return Object.fromEntries(verbs) as unknown as Verbs
}

const checks: CallerChecks = {
  key: async () => testBearer('free'),
  session: async () => ({ kind: 'session', accountId: 'ada', sessionId: 'first' }),
  again: async () => {},
}

const limiter = openLimiter('memory:', { warn: (sentence) => expect.unreachable(sentence) })
afterAll(() => limiter.close())

const exampleShape = z.object({
  params: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), z.string()).default({}),
  body: z.record(z.string(), z.unknown()).default({}),
})

describe.each(endpoints)('A7: %s, as it is mounted,', (_, entry) => {
  const { method, path, status, output, mediaType, example } = entry
  let app: FastifyInstance
  beforeAll(() => {
    app = Fastify()
    keepCallers(app)
    const options = {
      verbs: talkativeVerbs(),
      testMode: { verbs: {}, open: async () => {} },
      checks,
      meter: unmetered,
      limiter,
      uploadRoomMs: 0,
      standing: () => ({}),
    }
    mount(app, options)
    mountRegistry(app, options, { everyAnswer: {}, onEnd: () => {} })
  })
  afterAll(() => app.close())

  test('answers what its schema names and nothing that its verb adds, at whatever depth', async () => {
    const { params, query, body } = exampleShape.parse(example.input)
    const url = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
    const payload = method === 'GET' ? {} : { payload: body }
    const answer = await app.inject({ method, url, query, headers: { 'idempotency-key': randomUUID() }, ...payload })
    expect(answer.statusCode).toBe(status)
    expect(answer.body).not.toContain('canary')
    expect(answer.headers['content-type']).toBe(`${mediaType}; charset=utf-8`)
    const shown = mediaType === 'application/json' ? answer.json() : answer.body
    expect(shown).toEqual(output.parse(example.output))
  })

  test('has a schema that names the members of every object', () => {
    expect(openObjectsOf(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }))).toEqual([])
  })
})

/** Where in a schema there are objects with members of whatever name. */
function openObjectsOf(node: unknown, at = ''): string[] {
  if (typeof node !== 'object' || node === null) return []
  const isOpen = 'type' in node && node.type === 'object' && Reflect.get(node, 'additionalProperties') !== false
  return [
    ...(isOpen ? [at] : []),
    ...Object.entries(node).flatMap(([name, held]) => openObjectsOf(held, `${at}/${name}`)),
  ]
}

describe('A7: an answer of the whole server', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const submission = async () => {
    const image = (await newPicture().png().toBuffer()).toString('base64')
    return { npi: '1234567893', credential: 'MD', image }
  }

  test('that is given once more has the members of the first one, and nothing that is remembered beside them', async () => {
    const { accountId, apiKey } = await server.signUp()
    const request = {
      method: 'POST',
      url: '/api/verifications',
      headers: { 'api-key': apiKey, 'idempotency-key': randomUUID() },
      payload: await submission(),
    } as const
    const first = await server.app.inject(request)
    expect(first.statusCode).toBe(201)
    const more = JSON.stringify(secrets)
    const told = sql`update idempotency_keys set answer = ((answer::jsonb || ${more}::jsonb)::text) where account_id = ${accountId}`
    expect((await told.execute(server.database.db)).numAffectedRows).toBe(1n)
    const second = await server.app.inject(request)
    const link = expect.stringMatching(/^http/)
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual({ ...first.json(), imageUrl: link })
  })

  test('about a verification has these members for its owner and those for an admin, and no others', async () => {
    const [owner, admin] = [await server.signUp(), await server.signUp()]
    await server.database.db.updateTable('accounts').set({ is_admin: true }).where('id', '=', admin.accountId).execute()
    const ofOwner = { 'api-key': owner.apiKey }
    const made = await server.post('/api/verifications', await submission(), ofOwner)
    const { id } = z.object({ id: z.string() }).parse(made.body)
    const verification = ['checks', 'createdAt', 'credentials', 'id', 'imageUrl', 'isReading', 'npi', 'status']
    expect(namesIn(made.body)).toEqual(verification)
    expect(namesIn((await server.get(`/api/verifications/${id}`, ofOwner)).body)).toEqual(verification)
    const listed = listShape.parse((await server.get('/api/verifications', ofOwner)).body)
    expect([namesIn(listed), ...listed.verifications.map(namesIn)]).toEqual([
      ['limit', 'page', 'total', 'verifications'],
      verification,
    ])

    const ofAdmin = { 'api-key': admin.apiKey }
    const all = listShape.parse((await server.get('/api/verifications?admin=true', ofAdmin)).body)
    expect(all.verifications.filter((one) => one.id === id).map(namesIn)).toEqual([verification])
    const review = reviewShape.parse((await server.get(`/api/verifications/${id}/review`, ofAdmin)).body)
    expect(namesIn(review)).toEqual(['board', 'earlier', 'history', 'image', 'registry', 'submitter', 'verification'])
    expect(namesIn(review.verification)).toEqual(verification)
    expect(namesIn(review.submitter)).toEqual(['email', 'npi'])
    expect(namesIn(review.image)).toEqual(['bytes', 'hasExif', 'height', 'software', 'width'])
    expect(new Set(review.history.flatMap(namesIn))).toEqual(new Set(['action', 'at', 'by']))
  })
})

const listShape = z.looseObject({ verifications: z.array(z.looseObject({ id: z.string() })) })
const reviewShape = z.looseObject({
  verification: z.unknown(),
  submitter: z.unknown(),
  image: z.unknown(),
  history: z.array(z.unknown()),
})

const namesIn = (value: unknown): string[] => Object.keys(Object(value)).sort()
