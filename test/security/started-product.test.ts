/**
 * What a product does about security by itself: that a process which is started has these parts, each of which has
 * tests of its own.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verification } from '#contract/verifications'
import { sealAll } from '#server/audit/seal'
import type { Database } from '#server/platform/database/database'
import { openSecrets } from '#server/platform/secrets'
import { eventually } from '../support/eventually.ts'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { type ProductProcess, startProduct } from '../support/product-process.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { signUpAt } from '../support/sign-up-at.ts'
import { newPicture } from '../support/test-pictures.ts'
import { imageIdOf } from '../support/verification-calls.ts'

const secretKey = randomBytes(32)

let folder: string
let registry: SampleRegistry
let local: LocalDatabase
let database: Database
let product: ProductProcess
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-started-'))
  registry = await buildSampleRegistry(100)
  local = await startLocalDatabase()
  database = await local.open()
  await makeOldRows()
  expect(await oldRows()).toEqual(['a request', 'an answer', 'an event'])
  product = await startProduct(folder, {
    DATABASE_URL: local.url,
    SECRET_KEY: secretKey.toString('hex'),
    REGISTRY_DIR: registry.registryDir,
  })
})
afterAll(async () => {
  await product.kill()
  await database.close()
  await local.close()
  await registry.remove()
  rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 200 })
})

/** What is past its time, of an account that is not. */
async function makeOldRows(): Promise<void> {
  const { db } = database
  await sql`insert into accounts (id, email, phone, password_hash) values ('ada', 'ada@example.org', '2125550101', '')`.execute(
    db,
  )
  await sql`insert into recent_requests values
    ('ada', 'x', now() - interval '31 days', 'GET', '/api/doctors', 200, 900)`.execute(db)
  await sql`insert into idempotency_keys (account_id, key, body_hash, answer, created_at) values
    ('ada', 'k', '', '{}', now() - interval '25 hours')`.execute(db)
  await sql`insert into audit_events (id, at, actor, action, subject, details) values
    ('old', now() - interval '7 years', 'ada', 'key.replaced', 'ada', '{}')`.execute(db)
  await sealAll({ database, secrets: openSecrets(secretKey) }, () => {})
}

/** Which of these are there still. */
async function oldRows(): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'a request' as what from recent_requests where account_id = 'ada'
    union all select 'an answer' from idempotency_keys where account_id = 'ada'
    union all select 'an event' from audit_events where id = 'old'`.execute(database.db)
  return rows.map(({ what }) => what).sort()
}

test('F3: a product that was started removes what is past its time', async () => {
  await eventually(async () => expect(await oldRows()).toEqual([]))
})

test('C7: a product says that the bytes of an image were changed in its store, and shows nothing of it', async () => {
  const { apiKey } = await signUpAt(product.origin, database, 'free')
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const made = await fetch(`${product.origin}/api/verifications`, {
    method: 'POST',
    headers: { 'api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ npi: '1000000004', credential: 'MD', image }),
  })
  const { imageUrl = '' } = verification.parse(await made.json())
  const { pathname, search } = new URL(imageUrl)
  const opened = async () => (await fetch(`${product.origin}${pathname}${search}`)).status
  expect(await opened()).toBe(200)

  const imageId = imageIdOf(imageUrl)
  const path = join(product.dataDir, 'files', 'images', imageId.slice(-2), imageId)
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] ^= 1
  writeFileSync(path, bytes)
  expect(await opened()).toBe(404)
  await eventually(() => expect(product.said()).toContain(`Image ${imageId} cannot be opened: `))
})
