/**
 * F1: a product whose mail server, store of images and limiter do not answer says so in its log, in words of the
 * libraries that ask them. The passwords that it was given for them are in none of these, nor in what it answers or
 * leaves.
 */
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eventually } from '../support/eventually.ts'
import { startProduct } from '../support/product-process.ts'
import { buildSampleRegistry } from '../support/sample-registry.ts'
import { newPicture } from '../support/test-pictures.ts'
import { leaksBelow, leaksIn } from './leaks.ts'

const secrets = new Map([
  ['the password of the mail server', randomUUID()],
  ['the password of the limiter', randomUUID()],
  ['the access key of the store', randomUUID()],
])
const [mailPassword, limiterPassword, storeKey] = [...secrets.values()]

/** Where nobody listens. */
const nobody = '127.0.0.1:1'

test('F1: a password of a service that is away is in nothing that the product says, answers or leaves', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-services-'))
  mkdirSync(join(folder, 'temporary'))
  const registry = await buildSampleRegistry(100)
  const product = await startProduct(folder, {
    TMPDIR: join(folder, 'temporary'),
    REGISTRY_DIR: registry.registryDir,
    LOG_LEVEL: 'trace',
    MAIL_URL: `smtp://mailer:${mailPassword}@${nobody}`,
    MAIL_FROM: 'praxidex@example.org',
    OPERATOR_EMAIL: 'operator@example.org',
    LIMITER_URL: `redis://:${limiterPassword}@${nobody}`,
    FILES_URL: `s3://images/kept?endpoint=http://${nobody}`,
    FILES_S3_KEY: `PRAXIDEXCANARY:${storeKey}`,
  })
  const answers: string[] = []
  const send = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const answer = await fetch(product.origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    answers.push(await answer.text())
    return { status: answer.status, text: answers.at(-1) ?? '' }
  }
  try {
    const own = { email: `${randomUUID()}@example.org`, password: 'a long walk by the sea' }
    await send('POST', '/signup', {}, { ...own, phone: '212-555-0101' })
    const { token } = z.object({ token: z.string() }).parse(JSON.parse((await send('POST', '/login', {}, own)).text))
    const me = await send('GET', '/me', { authorization: `Bearer ${token}` })
    const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(me.text))
    const image = (await newPicture().png().toBuffer()).toString('base64')
    const request = { npi: '1000000004', credential: 'MD', image }
    expect(await send('POST', '/api/verifications', { 'api-key': apiKey }, request)).toMatchObject({ status: 503 })
    await eventually(() => {
      expect(product.said()).toContain('Mail cannot be sent')
      expect(product.said()).toContain("The limiter's server does not answer")
    })
    expect(leaksIn(product.said(), secrets)).toEqual([])
    expect(leaksIn(answers.join('\n'), secrets)).toEqual([])
    const { paths, leaks } = leaksBelow(folder, secrets)
    expect(paths.length).toBeGreaterThan(500)
    expect(leaks).toEqual([])
  } finally {
    await product.kill()
    await registry.remove()
    rmSync(folder, { recursive: true, maxRetries: 50, retryDelay: 200 })
  }
})
