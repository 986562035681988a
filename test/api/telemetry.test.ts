/**
 * Traces and metrics of the product as a process of its own, at a collector of the test. What callers sent is looked
 * for in everything that the collector got.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { startProduct } from '../support/product-process.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'

let folder: string
let registry: SampleRegistry
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-telemetry-'))
  registry = await buildSampleRegistry(100)
})
afterAll(async () => {
  await registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 50, retryDelay: 200 })
})

const start = (endpoint: string) =>
  startProduct(folder, {
    REGISTRY_DIR: registry.registryDir,
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    // The SDK's own setting: often enough to be seen.
    OTEL_BSP_SCHEDULE_DELAY: '100',
  })

interface Collector {
  endpoint: string
  bodies: { path: string; text: string }[]
  close(): void
}

/** Keeps what it is sent; one that is slow never answers. */
async function startCollector(isSlow = false): Promise<Collector> {
  const bodies: Collector['bodies'] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    bodies.push({ path: request.url ?? '', text: Buffer.concat(parts).toString() })
    if (!isSlow) response.setHeader('content-type', 'application/json').end('{}')
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bodies,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })
const span = z.looseObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: z.array(attribute).default([]),
  status: z.looseObject({ code: z.number().optional() }).default({}),
})
const traces = z.object({
  resourceSpans: z.array(
    z.looseObject({
      resource: z.looseObject({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.looseObject({ spans: z.array(span) })),
    }),
  ),
})
const metrics = z.object({
  resourceMetrics: z.array(
    z.looseObject({ scopeMetrics: z.array(z.looseObject({ metrics: z.array(z.looseObject({ name: z.string() })) })) }),
  ),
})

const spansIn = ({ bodies }: Collector) =>
  bodies
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ text }) => traces.parse(JSON.parse(text)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))

const json = { 'content-type': 'application/json' }

describe('with a collector', () => {
  const email = `canary-${randomUUID()}@example.org`
  const password = `walk ${randomUUID()}`
  /** By what it is. */
  const canaries = new Map<string, string>([
    ['the address of an account', email],
    ['its first part', email.split('@')[0] ?? email],
    ['a password', password],
    ['a name that was searched', 'Canarybird'],
    ['a postal address', '77 Canary Wharf'],
    ['an NPI', '1234567893'],
    ['a path that there is not', 'canary-path'],
    ['an agent', 'canary-agent'],
    ['a traceparent', 'c0ffee00c0ffee00c0ffee00c0ffee00'],
    ['the phone number', '555-0193'],
    ['the name of the machine', hostname()],
    ['the folder', tmpdir()],
    ['the address of callers', '127.0.0.1'],
  ])
  let collector: Collector

  beforeAll(async () => {
    collector = await startCollector()
    const product = await start(collector.endpoint)
    const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const traceparent = '00-c0ffee00c0ffee00c0ffee00c0ffee00-00f067aa0ba902b7-01'
      const answer = await fetch(product.origin + path, {
        method,
        headers: { ...json, 'user-agent': 'canary-agent', traceparent, ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      return { status: answer.status, body: z.record(z.string(), z.unknown()).parse(await answer.json()) }
    }
    await send('POST', '/signup', { email, password, phone: '212-555-0193' })
    const { token } = (await send('POST', '/login', { email, password })).body
    const { apiKey } = (await send('GET', '/me', undefined, { authorization: `Bearer ${token}` })).body
    canaries.set('a token', z.string().parse(token)).set('a key', z.string().parse(apiKey))
    const key = { 'api-key': String(apiKey) }
    const statuses = await Promise.all([
      send('GET', '/api/individuals?name=Canarybird', undefined, key),
      send('GET', `/api/individuals?address=${encodeURIComponent('77 Canary Wharf, New York')}`, undefined, key),
      send('GET', '/api/doctors/1234567893', undefined, key),
      send('GET', '/canary-path?canary=Canarybird', undefined),
      send('GET', '/api/exclusions?npi=1234567893', undefined, key),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 404, 404, 200])
    await eventually(() => expect(spansIn(collector).map(({ name }) => name)).toContain('job emails'))
    expect(await product.stop()).toBe(0)
    expect(product.said()).not.toMatch(/[Tt]elemetry/)
  })
  afterAll(() => collector.close())

  test('requests, steps, statements and jobs are spans, each below what it belongs to', () => {
    const spans = spansIn(collector)
    const named = (name: string) => spans.filter((one) => one.name === name)
    const childrenOf = (name: string) => {
      const ids = named(name).map(({ spanId }) => spanId)
      return spans.filter(({ parentSpanId }) => ids.includes(parentSpanId ?? '')).map((one) => one.name)
    }
    expect(childrenOf('GET /api/individuals')).toContain('registry search')
    expect(childrenOf('GET /api/doctors/:npi')).toContain('registry look-up')
    expect(childrenOf('POST /signup')).toEqual(expect.arrayContaining(['INSERT accounts', 'INSERT letters']))
    expect(childrenOf('job emails').length).toBeGreaterThan(0)
    const requests = spans.filter(({ name }) => /^(GET|POST) /.test(name))
    expect(requests.filter(({ parentSpanId = '' }) => parentSpanId !== '')).toEqual([])
    expect(named('GET /*')).toHaveLength(1)
  })

  test('a span has the attributes that are listed here, and no other', () => {
    const allowed = [
      'db.collection.name',
      'db.operation.name',
      'db.system.name',
      'error.type',
      'http.request.method',
      'http.response.status_code',
      'http.route',
      'praxidex.job.count',
      'praxidex.request.id',
    ]
    const keys = new Set(spansIn(collector).flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect([...keys].filter((key) => !allowed.includes(key))).toEqual([])
  })

  test('metrics are those of GET /metrics, and the times of steps, statements and jobs', () => {
    const names = collector.bodies
      .filter(({ path }) => path === '/v1/metrics')
      .flatMap(({ text }) => metrics.parse(JSON.parse(text)).resourceMetrics)
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics.map(({ name }) => name)))
    expect(names).toEqual(
      expect.arrayContaining([
        'praxidex_http_answers_total',
        'praxidex_http_answer_seconds',
        'praxidex_registry_age_days',
        'praxidex_database_up',
        'praxidex_database_query_seconds',
        'praxidex_step_seconds',
        'praxidex_job_seconds',
        'process_resident_memory_bytes',
      ]),
    )
  })

  test('F1: nothing of what callers sent is in what the collector got', () => {
    const all = collector.bodies.map(({ text }) => text).join('\n')
    expect(all).toContain('/api/doctors/:npi')
    for (const [what, canary] of canaries) expect(`${what}: ${all.includes(canary)}`).toBe(`${what}: false`)
  })
})

test('a collector that is down is said once, and changes no answer and no end', async () => {
  const product = await start(`http://127.0.0.1:${await freePort()}`)
  for (let index = 0; index < 20; index++) {
    expect((await fetch(`${product.origin}/registry`)).status).toBe(200)
  }
  const sentence = 'Telemetry cannot be sent, and is dropped until it can.'
  await eventually(() => expect(product.said()).toContain(sentence))
  expect(await product.stop()).toBe(0)
  expect(product.said().split(sentence)).toHaveLength(2)
})

test('a collector that never answers changes no answer and no end', async () => {
  const collector = await startCollector(true)
  const product = await start(collector.endpoint)
  for (let index = 0; index < 20; index++) {
    expect((await fetch(`${product.origin}/registry`)).status).toBe(200)
  }
  await eventually(() => expect(collector.bodies.length).toBeGreaterThan(0))
  expect(await product.stop()).toBe(0)
  collector.close()
})
