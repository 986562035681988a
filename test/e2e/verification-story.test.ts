/**
 * A verification from its first picture to the answer that a developer's program reads, against the real process: a
 * clinician and an admin, over HTTP.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { type Verification, verification } from '#contract/verifications'
import { hasFonts } from '../support/documents/specimens.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { programOf } from '../support/program.ts'
import { emailTo } from '../support/test-outbox.ts'
import { licensePicture, newPhoto } from '../support/test-pictures.ts'
import { buildTestRegistry, people, physician, type TestRegistry } from '../support/test-registry.ts'

const root = new URL('../..', import.meta.url).pathname
const patience = { timeout: 90_000, interval: 1_000 }

let folder: string
let registry: TestRegistry
let product: ProductProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-story-'))
  registry = await buildTestRegistry()
  product = await startProduct(folder, { REGISTRY_DIR: registry.registryDir })
})
afterAll(async () => {
  await product.kill()
  registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
})

interface Person {
  email: string
  bearer: Record<string, string>
  key: Record<string, string>
}

async function call(method: string, path: string, headers: Record<string, string>, body?: object) {
  const answer = await fetch(`${product.origin}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as unknown }
}

const password = 'a long walk by the sea'

async function signUp(email: string): Promise<Person> {
  await call('POST', '/signup', {}, { email, password, phone: '212-555-0101' })
  return signIn(email)
}

async function signIn(email: string): Promise<Person> {
  const { token } = z.object({ token: z.string() }).parse((await call('POST', '/login', {}, { email, password })).body)
  const bearer = { authorization: `Bearer ${token}` }
  const { apiKey } = z.object({ apiKey: z.string() }).parse((await call('GET', '/me', bearer)).body)
  return { email, bearer, key: { 'api-key': apiKey } }
}

async function submit({ key }: Person, image: Buffer): Promise<Verification> {
  const body = { npi: people.physician, credential: 'MD', type: 'personal', image: image.toString('base64') }
  const answer = await call('POST', '/api/verifications', key, body)
  expect(answer.status).toBe(201)
  return verification.parse(answer.body)
}

async function listOf({ key }: Person, query: string): Promise<Verification[]> {
  const { body } = await call('GET', `/api/verifications?${query}`, key)
  return z.object({ verifications: z.array(verification) }).parse(body).verifications
}

const resultsOf = ({ checks }: Verification) => Object.fromEntries(checks.map(({ code, result }) => [code, result]))

const mailbox = () => ({ kind: 'outbox', dir: join(product.dataDir, 'outbox') }) as const

test('a clinician is rejected with a reason, tries again, is approved, and a developer’s program reads the same', async () => {
  const [clinician, chosen, stranger] = await Promise.all(
    ['ada@example.org', 'grace@example.org', 'eve@example.org'].map(signUp),
  )
  if (clinician === undefined || chosen === undefined || stranger === undefined) return expect.unreachable()
  await promisify(execFile)(process.execPath, [...programOf('server/admin/main.ts'), 'grant', chosen.email], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: folder, DATA_DIR: product.dataDir },
  })
  const admin = await signIn(chosen.email)

  // A picture of something else: what the registry says agrees, and the document says nothing.
  const first = await submit(clinician, await newPhoto())
  expect(resultsOf(first)).toMatchObject({ 'npi.active': 'passed', 'credential.agrees': 'passed' })
  expect(await listOf(clinician, 'type=personal&status=pending')).toMatchObject([{ id: first.id, status: 'pending' }])

  // The admin looks at it and rejects it.
  const [waiting] = await listOf(admin, 'admin=true&status=pending&page=1&limit=10')
  expect(waiting).toMatchObject({ id: first.id, credentials: ['MD'], npi: people.physician })
  const { pathname, search } = new URL(waiting?.imageUrl ?? '')
  const image = await fetch(`${product.origin}${pathname}${search}`)
  expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/webp'])
  const reason = 'Image is not clear'
  const note = 'Please photograph the whole license.'
  const rejection = { status: 'rejected', rejectionReason: reason, note }
  expect(await call('PUT', `/api/verifications/${first.id}`, clinician.key, rejection)).toMatchObject({ status: 403 })
  expect(await call('PUT', `/api/verifications/${first.id}`, admin.key, rejection)).toMatchObject({ status: 200 })

  // The clinician reads why, in the portal and in a letter.
  expect(await listOf(clinician, 'type=personal&status=pending')).toEqual([])
  expect(await listOf(clinician, 'type=personal&status=approved,rejected')).toMatchObject([
    { id: first.id, status: 'rejected', rejectionReason: reason, note },
  ])
  expect((await emailTo(mailbox(), clinician.email, 'could not be approved')).text).toContain(reason)

  // The second picture is the license itself, and it is read within seconds.
  const { name, license, state } = physician
  const lines = [`Name: ${name}`, `License No: ${license}`, 'Expires: 12/31/2035']
  const second = await submit(clinician, await licensePicture(`State of ${state}`, ...lines))
  const read = await vi.waitFor(async () => {
    const [shown] = await listOf(clinician, 'type=personal&status=pending')
    expect(shown).toMatchObject({ id: second.id, isReading: false })
    return shown ?? expect.unreachable()
  }, patience)
  const result = (await hasFonts()) ? 'passed' : 'unknown'
  expect(resultsOf(read)).toMatchObject({
    'document.name': result,
    'document.license': result,
    'document.expiry': result,
  })

  // The admin sees both, and approves the second until a day.
  const review = await call('GET', `/api/verifications/${second.id}/review`, admin.key)
  expect(review.body).toMatchObject({
    submitter: { email: clinician.email },
    registry: { name, licenses: [{ number: license, state: 'NY' }] },
    earlier: [{ id: first.id, status: 'rejected' }],
  })
  const expiresAt = `${new Date().getUTCFullYear() + 1}-12-31`
  const approval = { status: 'approved', expiresAt }
  expect(await call('PUT', `/api/verifications/${second.id}`, admin.key, approval)).toMatchObject({ status: 200 })
  expect(await call('PUT', `/api/verifications/${second.id}`, admin.key, rejection)).toMatchObject({ status: 409 })

  // The clinician has the credential.
  expect((await call('GET', '/me', clinician.bearer)).body).toMatchObject({
    npi: people.physician,
    credentials: ['MD'],
  })
  const end = `${expiresAt}T23:59:59.999-12:00`
  const [approved, rejected] = await listOf(clinician, 'type=personal&status=approved,rejected')
  expect(approved).toMatchObject({ id: second.id, status: 'approved', expiresAt: end, isExpired: false })
  expect(rejected).toMatchObject({ id: first.id, status: 'rejected', rejectionReason: reason })

  // A program with the clinician's key reads the same, in the words of the documentation; another one nothing.
  expect(await call('GET', `/api/verifications/${second.id}`, clinician.key)).toMatchObject({
    status: 200,
    body: { status: 'Approved', expiresAt: end, approvedAt: approved?.approvedAt, checks: approved?.checks },
  })
  expect(await listOf(clinician, '')).toMatchObject([{ status: 'Approved' }, { status: 'Rejected', note }])
  expect(await call('GET', `/api/verifications/${second.id}`, stranger.key)).toMatchObject({
    status: 404,
    body: { error: 'Verification not found' },
  })
  expect(await listOf(stranger, '')).toEqual([])
}, 180_000)
