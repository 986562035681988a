/** The secret is changed as docs/operating.md says, over servers that one database outlives. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { api } from '#contract/api'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import { buildSampleRegistry, type SampleRegistry } from '../../test/support/sample-registry.ts'
import { newPicture } from '../../test/support/test-pictures.ts'
import { startTestServer, type TestAccount, type TestServer } from '../../test/support/test-server.ts'
import { sealAll } from '../audit/seal.ts'
import { verifyAudit } from '../audit/verify.ts'
import { secretPlace } from '../mail/email.ts'
import { queueEmail } from '../mail/queue.ts'
import { type Database, inTransaction } from '../platform/database/database.ts'
import { openSecrets } from '../platform/secrets.ts'
import { checkSecretFits } from '../platform/secrets-check.ts'
import { findTarget } from '../webhooks/webhook-store.ts'
import { readCommand } from './command.ts'
import { rewrap } from './rewrap.ts'
import { runCommand } from './run.ts'

const npi = '1234567893'

/** Milliseconds for a test that starts several servers. */
const severalServersMs = 240_000
const [old, present, third] = [randomBytes(32), randomBytes(32), randomBytes(32)]

let registry: SampleRegistry
let folder: string
let database: Database
beforeAll(async () => {
  registry = await buildSampleRegistry(100)
})
afterAll(() => registry.remove())
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-rewrap-'))
  database = await startTestDatabase()
  const made = { folder, database }
  onTestFinished(async () => {
    await made.database.close()
    rmSync(made.folder, { recursive: true })
  })
})

/** A server on the test's database; as its process does, it finds out first whether its secrets fit. */
async function serve<T>(secretKey: Buffer, previous: Buffer[], work: (server: TestServer) => Promise<T>): Promise<T> {
  await checkSecretFits(database, openSecrets(secretKey, previous))
  const server = await startTestServer(async () => ({ ...database, close: async () => {} }), {
    secretKey,
    secretKeysPrevious: previous,
    registryDir: registry.registryDir,
    files: { kind: 'disk', dir: join(folder, 'files') },
  })
  try {
    return await work(server)
  } finally {
    await server.close()
  }
}

const partsWith = (secretKey: Buffer, ...previous: Buffer[]) => ({
  database,
  secrets: openSecrets(secretKey, previous),
})

const command = (secretKey: Buffer, ...previous: Buffer[]) =>
  runCommand(readCommand(['rewrap']), { ...partsWith(secretKey, ...previous), publicUrl: 'https://example.org' })

const submission = z.object({ id: z.string(), imageUrl: z.string(), callbackSecret: z.string() })

async function submit(server: TestServer, { apiKey }: TestAccount, of = npi) {
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const body = { npi: of, credential: 'MD', image, callbackUrl: 'https://callback.example.org/hook' }
  const answer = await server.post('/api/verifications', body, { 'api-key': apiKey })
  expect(answer.status).toBe(201)
  return submission.parse(answer.body)
}

/** The picture that the link to a verification's image answers with. */
async function pictureOf(server: TestServer, { apiKey }: TestAccount, id: string): Promise<Buffer> {
  const shown = await server.get(`/api/verifications/${id}`, { 'api-key': apiKey })
  const { imageUrl } = submission.pick({ imageUrl: true }).parse(shown.body)
  const { pathname, search } = new URL(imageUrl)
  const answer = await server.app.inject({ url: `${pathname}${search}` })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

const password = 'a long walk by the sea'

/** Sets up an authenticator app; answers its secret. */
async function addApp(server: TestServer, { headers }: TestAccount): Promise<string> {
  const started = await server.post('/me/second-factors/totp', { password }, headers)
  const { secret } = z.object({ secret: z.string() }).parse(started.body)
  const code = new TOTP({ secret }).generate()
  expect((await server.post('/me/second-factors/totp/confirm', { code }, headers)).status).toBe(200)
  return secret
}

/** The status of a sign-in with the next code of an app. */
async function signedInWith(server: TestServer, { email }: TestAccount, secret: string): Promise<number> {
  const step = await server.post('/login', { email, password })
  const { challenge } = z.object({ challenge: z.string() }).parse(step.body)
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 })
  return (await server.post('/login/second-factor', { challenge, code })).status
}

/** The SHA-256 of every file in the store of images. */
function storedFiles(): Record<string, string> {
  const entries = readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return Object.fromEntries(
    entries.map(({ name, parentPath }) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(parentPath, name)))
        .digest('hex'),
    ]),
  )
}

/** With a secret that was rotated; both sign. */
async function addWebhook(server: TestServer, { headers }: TestAccount) {
  const made = await server.post('/me/webhooks', { url: 'https://example.org/hook', events: null }, headers)
  const { webhook, secret } = api.createWebhook.output.parse(made.body)
  const rotated = await server.post(`/me/webhooks/${webhook.id}/rotate-secret`, {}, headers)
  return { id: webhook.id, secrets: [api.rotateWebhookSecret.output.parse(rotated.body).secret, secret] }
}

const statusOf = async (server: TestServer, { apiKey }: TestAccount) =>
  (await server.get('/api/doctors?limit=1', { 'api-key': apiKey })).status

test(
  'C7: keys, images, emails, authenticator apps, callbacks, webhooks and the audit log outlast a change of the secret, and only keys are sealed again',
  async () => {
    const before = await serve(old, [], async (server) => {
      const account = await server.signUp()
      const made = await submit(server, account)
      const app = await addApp(server, account)
      const hook = await addWebhook(server, account)
      return { account, made, app, hook, picture: await pictureOf(server, account, made.id) }
    })
    const { account, made, app, hook, picture } = before
    const files = storedFiles()
    expect(Object.keys(files)).toHaveLength(1)
    await sealAll(partsWith(old), () => {})

    // Both are known: what was made with either works, in any order.
    const later = await serve(present, [old], async (server) => {
      expect(await statusOf(server, account)).toBe(200)
      expect(await pictureOf(server, account, made.id)).toEqual(picture)
      const newer = await server.signUp()
      expect((await submit(server, account, '1245319599')).callbackSecret).toBe(made.callbackSecret)
      const [status, lines] = await Promise.all([statusOf(server, newer), command(present, old)])
      expect(status).toBe(200)
      // Two accounts of each server, one of them its own.
      expect(lines[0]).toBe(
        'Resealed with the current secret: 2 API keys, 1 authenticator apps, 1 images, 0 emails, 1 secrets of webhooks, 1 secrets of webhooks before a rotation, 1 keys of calls to developers.',
      )
      expect(lines[1]).toMatch(/^From row \d+ on the chain of the audit log has its key\.$/)
      expect(await statusOf(server, account)).toBe(200)
      expect(await command(present, old)).toEqual([
        'Everything is already sealed with the current secret; nothing was changed.',
      ])
      return newer
    })
    expect(storedFiles()).toMatchObject(files)

    await serve(present, [], async (server) => {
      for (const one of [account, later]) {
        expect(await statusOf(server, one)).toBe(200)
        expect((await server.get('/me', one.headers)).body).toMatchObject({ apiKey: one.apiKey })
      }
      expect(await signedInWith(server, account, app)).toBe(200)
      expect(await pictureOf(server, account, made.id)).toEqual(picture)
      expect((await submit(server, account, '1679576722')).callbackSecret).toBe(made.callbackSecret)
      const key = { accountId: account.accountId, id: hook.id }
      expect((await findTarget(server, key, { isUrgent: false }))?.secrets).toEqual(hook.secrets)
      const own = await server.signUp()
      expect(own.apiKey).not.toBe(account.apiKey)
    })
    await sealAll(partsWith(present), () => {})
    expect(await verifyAudit(partsWith(present))).toMatchObject({ kind: 'intact', waiting: 0 })
    const [event] = await database.db
      .selectFrom('audit_events')
      .selectAll()
      .where('action', '=', 'secret.changed')
      .execute()
    expect(event).toMatchObject({ actor: 'operator', details: { 'API keys': 2, images: 1 } })
    await expect(checkSecretFits(database, openSecrets(old))).rejects.toThrow('SECRET_KEY_PREVIOUS')
  },
  severalServersMs,
)

test(
  'an email that waited while the secret was changed has its link',
  async () => {
    await serve(old, [], async () => {})
    // The emails to the server's own account may have been sent, or not.
    await database.db.deleteFrom('letters').execute()
    const to = `ada-${randomBytes(4).toString('hex')}@example.org`
    const email = { kind: 'test', subject: 'One link', text: `Go to ${secretPlace}`, html: `<p>${secretPlace}</p>` }
    await inTransaction(database, (trx) =>
      queueEmail(trx, { to, accountId: undefined }, email, { value: 'the-token', secrets: openSecrets(old) }),
    )
    expect((await command(present, old))[0]).toContain(', 1 emails,')
    await serve(present, [], async (server) => {
      const sent = await vi.waitFor(() => server.emailTo(to, 'One link'), { timeout: 10_000 })
      expect(JSON.stringify(sent)).toContain('the-token')
    })
  },
  severalServersMs,
)

test(
  'a run that ends on the way leaves everything working with both secrets, and the next one does the rest',
  async () => {
    const { account, made } = await serve(old, [], async (server) => {
      const account = await server.signUp()
      return { account, made: await submit(server, account) }
    })
    await database.asOwner(async (db) => {
      await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''the disk is full''; end'`.execute(
        db,
      )
      await sql`create trigger refuse before update of wrapped_key on images execute function refuse()`.execute(db)
    })
    await expect(rewrap(partsWith(present, old))).rejects.toThrow('the disk is full')
    await expect(checkSecretFits(database, openSecrets(present))).rejects.toThrow('SECRET_KEY_PREVIOUS')
    await serve(present, [old], async (server) => {
      expect(await statusOf(server, account)).toBe(200)
      await pictureOf(server, account, made.id)
    })
    await database.asOwner((db) => sql`drop trigger refuse on images`.execute(db))
    // The key of the server that found both secrets was sealed with the present one.
    expect((await rewrap(partsWith(present, old))).counts).toMatchObject({ 'API keys': 0, images: 1 })
    await serve(present, [], async (server) => {
      expect(await statusOf(server, account)).toBe(200)
      await pictureOf(server, account, made.id)
    })
  },
  severalServersMs,
)

test(
  'what opens with none of the secrets is named, and the database goes on to belong to the secret before',
  async () => {
    const account = await serve(old, [], (server) => server.signUp())
    const { id } = await database.db
      .selectFrom('api_keys')
      .select('id')
      .where('account_id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    const foreign = openSecrets(third)
    await database.db
      .updateTable('api_keys')
      .set({
        sealed: foreign.seal(account.apiKey, `${account.accountId}|${id}`),
        lookup_hash: foreign.lookupHash(account.apiKey),
      })
      .where('id', '=', id)
      .execute()
    await expect(command(present, old)).rejects.toThrow(
      new RegExp(`^Not done: ${id} of the API keys opened with none of the secrets\\. .*SECRET_KEY_PREVIOUS`),
    )
    expect(await checkSecretFits(database, openSecrets(present, [old]))).toBe(true)
    await command(present, old, third)
    expect(await checkSecretFits(database, openSecrets(present))).toBe(false)
    await serve(present, [], async (server) => expect(await statusOf(server, account)).toBe(200))
  },
  severalServersMs,
)

test(
  'without the secret that the database belongs to nothing is begun',
  async () => {
    await serve(old, [], async () => {})
    await sealAll(partsWith(old), () => {})
    await expect(command(present)).rejects.toThrow(/was written with a secret that is not known/)
    await serve(old, [], async (server) => expect((await server.get('/api/doctors?limit=1')).status).toBe(200))
  },
  severalServersMs,
)
