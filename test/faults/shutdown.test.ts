/**
 * A process that is told to end: whoever asks it gets an answer, what was counted is written, and it does not wait for
 * ever.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'

const patience = { timeout: 40_000, interval: 20 }

let folder: string
let registry: SampleRegistry
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-shutdown-'))
  registry = await buildSampleRegistry(100)
})
afterAll(async () => {
  await registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
})

/** A process of a test's own: what is waited for in one goes on while the other waits. */
async function start(onEnd: (end: () => Promise<void>) => void, drainSeconds: number): Promise<ProductProcess> {
  const env = { REGISTRY_DIR: registry.registryDir, DRAIN_SECONDS: String(drainSeconds) }
  const product = await startProduct(folder, env)
  onEnd(() => product.kill())
  return product
}

async function signUp({ origin }: ProductProcess): Promise<{ apiKey: string; token: string }> {
  const account = { email: `${crypto.randomUUID()}@example.org`, password: 'a long walk by the sea' }
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post('/signup', { ...account, phone: '212-555-0101' })
  const { token } = z.object({ token: z.string() }).parse(await (await post('/login', account)).json())
  const me = await (await fetch(`${origin}/me`, { headers: { authorization: `Bearer ${token}` } })).json()
  return { token, apiKey: z.object({ apiKey: z.string() }).parse(me).apiKey }
}

/** A request whose body has not come whole; `finish` sends the rest and answers with what was answered. */
async function beginUpload(
  { origin }: ProductProcess,
  token: string,
): Promise<{ finish(): Promise<string>; answer: Promise<string> }> {
  const body = JSON.stringify({ newPhone: '212-555-0177' })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  const answer = text(socket).catch(String)
  const lines = ['POST /me HTTP/1.1', 'Host: localhost', `Authorization: Bearer ${token}`]
  socket.write([...lines, 'Content-Type: application/json', `Content-Length: ${body.length}`, '', body[0]].join('\r\n'))
  return {
    answer,
    finish() {
      socket.write(body.slice(1))
      return answer
    },
  }
}

test.concurrent('T22: SIGTERM turns readiness to 503, keeps answering for DRAIN_SECONDS, finishes what is under way, writes what was counted and ends with 0', async ({
  onTestFinished,
}) => {
  const product = await start(onTestFinished, 3)
  const { apiKey, token } = await signUp(product)
  const upload = await beginUpload(product, token)
  const ended = product.stop()
  const ready = await vi.waitFor(async () => {
    const answer = await fetch(`${product.origin}/ready`)
    expect(answer.status).toBe(503)
    return answer
  }, patience)
  expect(await ready.json()).toEqual({
    code: 'not_ready',
    error: 'Not ready: waiting for the end of this process.',
  })
  const call = await fetch(`${product.origin}/api/doctors?limit=1`, { headers: { 'api-key': apiKey } })
  expect(call.status).toBe(200)
  expect(call.headers.get('connection')).toBe('close')
  await vi.waitFor(() => expect(fetch(`${product.origin}/health`)).rejects.toThrow(), patience)
  const answer = await upload.finish()
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  expect(answer).toMatch(/^connection: close\r$/im)
  expect(await ended).toBe(0)

  await product.start()
  const stats = await fetch(`${product.origin}/api-events/stats`, { headers: { authorization: `Bearer ${token}` } })
  expect(await stats.json()).toMatchObject({ totalCalls: 1 })
})

test.concurrent('T22: a request that never ends is cut when the process ends, which still ends in order', async ({
  onTestFinished,
}) => {
  const product = await start(onTestFinished, 0)
  const { token } = await signUp(product)
  const upload = await beginUpload(product, token)
  expect(await product.stop()).toBe(0)
  expect(await upload.answer).toBe('')
  expect(product.said()).not.toContain('Stopping took longer')
})
