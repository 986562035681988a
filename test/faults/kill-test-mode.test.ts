/**
 * T01: the product beside a real registry is killed between a submission in test mode and its decision, which is made
 * after the next start. It has built the sample registry for its first test key, and opens it again.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { testNpis } from '#contract/key-modes'
import { verification } from '#contract/verifications'
import { eventually } from '../support/eventually.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { newPicture } from '../support/test-pictures.ts'
import { buildTestRegistry, type TestRegistry } from '../support/test-registry.ts'

let folder: string
let registry: TestRegistry
let product: ProductProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-test-mode-'))
  registry = await buildTestRegistry()
  product = await startProduct(folder, { REGISTRY_DIR: registry.registryDir })
})
afterAll(async () => {
  await product.kill()
  registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 50, retryDelay: 200 })
})

async function send(method: string, path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const answer = await fetch(product.origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBeLessThan(300)
  return answer.json()
}

test('a verification in test mode is decided although the process was killed after it was submitted', async () => {
  const account = { email: 'ada@example.org', password: 'a long walk by the sea' }
  await send('POST', '/signup', {}, { ...account, phone: '212-555-0101' })
  const { token } = z.object({ token: z.string() }).parse(await send('POST', '/login', {}, account))
  const made = await send('POST', '/me/api-keys', { authorization: `Bearer ${token}` }, { name: 'Tests', mode: 'test' })
  const headers = { 'api-key': z.object({ key: z.string() }).parse(made).key }
  const sample = join(product.dataDir, 'sample-registry')
  expect(existsSync(sample)).toBe(false)
  const [{ npi }] = testNpis
  await send('GET', `/api/doctors/${npi}`, headers)
  expect(existsSync(join(sample, 'current.json'))).toBe(true)

  const image = (await newPicture().png().toBuffer()).toString('base64')
  const { id, status } = verification.parse(await send('POST', '/api/verifications', headers, { npi, image }))
  expect(status).toBe('Pending')
  await product.kill()
  await product.start()
  await eventually(async () => {
    const { status } = verification.parse(await send('GET', `/api/verifications/${id}`, headers))
    expect(status).toBe('Approved')
  })
}, 180_000)
