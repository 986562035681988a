/**
 * The real server for tests: the same app over an embedded PostgreSQL of its own and a registry that the real
 * importer built from sample files. Requests go through Fastify's injection, which is HTTP without the socket.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Email } from 'postal-mime'
import { z } from 'zod'
import { npiOf } from '#registry/sample/providers'
import { RegistryError } from '#registry/search/errors'
import { type FollowOptions, followRegistry, type RegistrySource } from '#registry/search/follow'
import { openHistory } from '#registry/search/history'
import { overlayName } from '#registry/search/overlay'
import { startResetEmails } from '#server/accounts/reset-emails'
import { createApp, type Parts } from '#server/app'
import { type Blog, openBlog } from '#server/blog/blog'
import { openDecoderPool } from '#server/images/decoder/decoder-pool'
import { type Images, openImages } from '#server/images/images'
import { createKeyText } from '#server/keys/key-format'
import { startDelivery } from '#server/mail/delivery'
import type { Database } from '#server/platform/database/database'
import { openFiles } from '#server/platform/files/files'
import { openGeocoder } from '#server/platform/geocoder/geocoder'
import { openLimiter } from '#server/platform/limiter/limiter'
import { openMail } from '#server/platform/mail/mail'
import { openPayments } from '#server/platform/payments/payments'
import { openSecrets, type Secrets } from '#server/platform/secrets'
import { loadSettings, type Settings } from '#server/settings'
import { overlayFile } from '#server/sources/list-overlay'
import type { PlanTable } from '#server/usage/account-plan'
import { startTestDatabase } from './platform/test-database.ts'
import { buildSampleRegistry } from './sample-registry.ts'
import { emailsIn, emailTo } from './test-outbox.ts'

/** Enough providers for every state and kind to occur, few enough to build in a second or two. */
export const sampleProviders = 3000

/** A blog that nobody keeps: no test asks the real one. */
const noFeed = { BLOG_FEED: 'https://feed.invalid/' }

/**
 * Limits on attempts that no test meets unless it asks for others: all tests call from one IP address, some for one
 * account all the time.
 */
const manyAttempts = {
  SIGN_INS_PER_IP: '100000',
  SIGN_UPS_PER_IP: '100000',
  RESETS_PER_IP: '100000',
  EMAILS_PER_RECIPIENT: '100000',
  NEW_KEYS_PER_ACCOUNT: '100000',
  PHONE_CHANGES_PER_ACCOUNT: '100000',
  SHARE_OPENINGS_PER_IP: '100000',
  EXPLORE_SEARCHES_PER_IP: '100000',
}

interface TestAnswer {
  status: number
  headers: Record<string, unknown>
  body: unknown
}

export interface TestAccount {
  accountId: string
  email: string
  apiKey: string
  /** The bearer header of its session. */
  headers: Record<string, string>
}

export interface TestServer {
  /** The server itself, for requests of any kind. */
  readonly app: FastifyInstance
  readonly database: Database
  readonly registry: RegistrySource
  readonly images: Images
  readonly secrets: Secrets
  /** The folder of all that it keeps outside its database. */
  readonly dataDir: string
  /** A key of an account made for this server, and a well-formed one of nobody. */
  apiKey: string
  unknownKey: string
  /** An NPI of the sample that is deactivated and replaced by another one. */
  readonly deactivatedNpi: number
  /** A GET with that key, or with the headers given instead. */
  get(path: string, headers?: Record<string, string>): Promise<TestAnswer>
  /** A POST of JSON: a text as it is, an object written out. */
  post(path: string, body: string | object, headers?: Record<string, string>): Promise<TestAnswer>
  /** A PUT of JSON. */
  put(path: string, body: string | object, headers?: Record<string, string>): Promise<TestAnswer>
  /** Makes an account of its own and signs it in. */
  signUp(): Promise<TestAccount>
  /** Waits for the latest letter to this address whose subject has these words. */
  emailTo(address: string, words: string): Promise<Email>
  /** Every letter that was sent until now. */
  emails(): Promise<Email[]>
  /** Lets it listen on loopback, for what injection cannot show; answers the port. */
  listen(): Promise<number>
  /** What it has logged until now, at the level of its settings. */
  logged(): string
  close(): Promise<void>
}

/**
 * Starts one; takes a few seconds. `close` stops it, the database too, and removes all it made. The database is one
 * of its own unless another is given, and settings are the defaults but for those that are given; where these name a
 * registry, it serves that one in place of `sampleProviders` sample providers. Every plan is unlimited unless the
 * plans are given, so that tests of other things may ask as often as they like. It has no pages unless some are given
 * with `more`.
 */
export async function startTestServer(
  openDatabase = startTestDatabase,
  changedSettings: Partial<Settings> = {},
  plans: PlanTable = unlimited,
  blog?: Blog,
  { threads, ...more }: Pick<Parts, 'requestTimes' | 'pages' | 'followSample'> & Pick<FollowOptions, 'threads'> = {},
): Promise<TestServer> {
  const sample = changedSettings.registryDir === undefined ? await buildSampleRegistry(sampleProviders) : undefined
  const dataDir = mkdtempSync(join(tmpdir(), 'praxidex-server-'))
  const settings = {
    ...loadSettings({ ...manyAttempts, ...noFeed, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    ...changedSettings,
  }
  const registry = await followRegistry(sample?.registryDir ?? settings.registryDir, {
    intervalMs: 200,
    onSwitch: () => {},
    onError: (error) => {
      // `GET /ready` says it.
      if (!(error instanceof RegistryError && error.file === overlayName)) throw error
    },
    threads,
    overlayFile: overlayFile(settings.dataDir),
  })
  const database = await openDatabase()
  const geocoder = openGeocoder(settings.geocoder)
  const limiter = openLimiter(settings.limiterUrl, { warn: failTest })
  const secrets = openSecrets(settings.secretKey ?? randomBytes(32), settings.secretKeysPrevious)
  const files = openFiles(settings.files)
  const decoder = openDecoderPool()
  const images = openImages({ database, files, secrets, decoder, onDamage: failTest })
  const mail = openMail(settings)
  const delivery = startDelivery({ database, mail, secrets, warn: () => {} }, { everyMs: 20 })
  const resetLetters = startResetEmails({ database, secrets, settings, warn: () => {} }, { everyMs: 20 })
  const logged: string[] = []
  const logStream = { write: (line: string) => void logged.push(line) }
  const payments = await openPayments(settings.payments, { database, secrets, publicUrl: settings.publicUrl })
  const watched = { logStream, isAuditAlarmed: () => false }
  const app = await createApp({
    database,
    registry,
    history: openHistory(sample?.registryDir ?? settings.registryDir),
    geocoder,
    limiter,
    secrets,
    settings,
    images,
    files,
    plans,
    ...more,
    payments,
    blog: blog ?? openBlog(settings.blogFeed, { warn: () => {} }),
    ...watched,
  })

  async function inject(
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<TestAnswer> {
    const answer = await app.inject({ method, url, headers, ...(body !== undefined && { payload: body }) })
    return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) }
  }
  const sendJson =
    (method: 'POST' | 'PUT'): TestServer['post'] =>
    (path, body, headers = {}) =>
      inject(
        method,
        path,
        { 'content-type': 'application/json', ...headers },
        typeof body === 'string' ? body : JSON.stringify(body),
      )
  const post = sendJson('POST')

  async function signUp(): Promise<TestAccount> {
    const email = `${randomUUID()}@example.org`
    const password = 'a long walk by the sea'
    await post('/signup', { email, password, phone: '212-555-0101' })
    const { token } = z.object({ token: z.string() }).parse((await post('/login', { email, password })).body)
    const headers = { authorization: `Bearer ${token}` }
    const me = await inject('GET', '/me', headers)
    const { _id: accountId, apiKey } = z.object({ _id: z.string(), apiKey: z.string() }).parse(me.body)
    return { accountId, email, headers, apiKey }
  }

  const { apiKey } = await signUp()
  return {
    app,
    database,
    registry,
    images,
    secrets,
    dataDir,
    apiKey,
    unknownKey: createKeyText(),
    get deactivatedNpi() {
      return deactivatedNpiIn(registry)
    },
    get: (path, headers = { 'api-key': apiKey }) => inject('GET', path, headers),
    post,
    put: sendJson('PUT'),
    signUp,
    emailTo: (address, words) => emailTo(settings.mail, address, words),
    emails: () => emailsIn(settings.mail),
    logged: () => logged.join(''),
    async listen() {
      await app.listen({ host: '127.0.0.1', port: 0 })
      const address = app.server.address()
      return typeof address === 'object' && address !== null ? address.port : 0
    },
    async close() {
      await app.close()
      await resetLetters.close()
      decoder.close()
      files.close()
      await delivery.close()
      await mail.close()
      await geocoder.close()
      await limiter.close()
      await registry.close()
      await database.close()
      await sample?.remove()
      rmSync(dataDir, { recursive: true })
    },
  }
}

const nothing = { callsPerMonth: null, requestsPerMinute: null, requestsPerDay: null }
/** Plans without a limit. */
export const unlimited: PlanTable = { free: nothing, developer: nothing, enterprise: nothing }

function failTest(sentence: string): never {
  throw new Error(sentence)
}

/** The seed of the build command's sample. */
const sampleSeed = 1

function deactivatedNpiIn(registry: RegistrySource): number {
  for (let index = 0; index < sampleProviders; index++) {
    const npi = Number(npiOf(index, sampleSeed))
    const found = registry.current()?.get(npi)
    if (found?.kind === 'deactivated' && found.replacementNpi !== undefined) return npi
  }
  throw new Error('the sample has no deactivated provider that is replaced')
}
