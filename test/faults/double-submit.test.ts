/**
 * T14: a request for verification that is sent many times, because somebody pressed the button twice or a network lost the answer: at
 * once, with an Idempotency-Key and without one, with another body, and again after the process was killed that worked on it.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Database, openDatabase } from '#server/parts/database'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/parts/embedded-postgres'
import { startChild, type TestChild } from '#server/parts/test-child'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { newPicture } from '../support/test-pictures.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'

const rounds = trials({ commit: 1, nightly: 10 })
const kills = trials({ commit: 1, nightly: 10 })
const parallel = 50

const fails = { onWarning: () => {}, onLost: (error: Error) => expect.unreachable(error.message), onRestart: () => {} }

let folder: string
let postgres: EmbeddedPostgres
let databaseUrl: string
let registry: SampleRegistry
let server: TestServer
const open = (): Promise<Database> => openDatabase({ kind: 'postgres', url: databaseUrl }, fails)
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-twice-'))
  const home = join(folder, 'postgres')
  ;[postgres, registry] = await Promise.all([startEmbeddedPostgres(home, fails), buildSampleRegistry(sampleProviders)])
  const { user, database: name } = postgres.connection
  databaseUrl = `postgres://${user}@/${name}?host=${encodeURIComponent(join(home, 'cluster'))}`
  const secretKey = Buffer.alloc(32, 7)
  server = await startTestServer(open, { registryDir: registry.registryDir, secretKey })
})
afterAll(async () => {
  await server.close()
  await registry.remove()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

const newImage = async () => (await newPicture().png().toBuffer()).toString('base64')
const newBody = async () => ({ npi: '1234567893', credential: 'MD', type: 'personal', image: await newImage() })

async function idsOf({ apiKey }: TestAccount): Promise<string[]> {
  const { body } = await server.get('/api/verifications', { 'api-key': apiKey })
  return z
    .object({ verifications: z.array(z.object({ id: z.string() })) })
    .parse(body)
    .verifications.map(({ id }) => id)
}

test(`T14: a request sent ${parallel} times at once is there once, and the others name it`, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await server.signUp()
    const body = await newBody()
    const answers = await Promise.all(
      Array.from({ length: parallel }, () => server.post('/api/verifications', body, { 'api-key': account.apiKey })),
    )
    const ids = await idsOf(account)
    expect(ids).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(answers.length - refused.length).toBe(1)
    for (const answer of refused) {
      // Those of them that came beyond what one account may send, or what is decoded at a time, are told so.
      expect([409, 429, 503]).toContain(answer.status)
      if (answer.status === 409) expect(JSON.stringify(answer.body)).toContain(ids[0])
    }
  }
  note({ id: 'T14', seed: null, trials: rounds * parallel }, { withKey: 'no', madeOfEach: 1 })
})

test(`T14: a request sent ${parallel} times at once with an Idempotency-Key is answered the same each time, and refused with another body`, async () => {
  for (let round = 0; round < rounds; round++) {
    const account = await server.signUp()
    const body = await newBody()
    const headers = { 'api-key': account.apiKey, 'idempotency-key': randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: parallel }, () => server.post('/api/verifications', body, headers)),
    )
    expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await idsOf(account)).toHaveLength(1)
    expect(await server.post('/api/verifications', await newBody(), headers)).toMatchObject({
      status: 422,
      body: { code: 'idempotency_key_reused' },
    })
    expect(await idsOf(account)).toHaveLength(1)
  }
  note({ id: 'T14', seed: null, trials: rounds * parallel }, { withKey: 'yes', madeOfEach: 1 })
})

const urlOf = (path: string) => JSON.stringify(new URL(path, import.meta.url).href)

/** The API over a database that says when the transaction that answers a call with a key is where it is to stop, and goes no further. */
const source = `
import { openDatabase } from ${urlOf('../../server/parts/database.ts')}
import { withTransactions } from ${urlOf('../../server/parts/test-transactions.ts')}
import { startTestServer } from ${urlOf('../support/test-server.ts')}
const { databaseUrl, registryDir, filesDir, stopAt, key } = JSON.parse(process.argv[1])
const stopHere = (place) => {
  if (stopAt !== place) return
  console.log(place)
  return new Promise(() => {})
}
const quiet = { onWarning() {}, onLost() {} }
const open = async () => withTransactions(await openDatabase({ kind: 'postgres', url: databaseUrl }, quiet), async (work, execute) => {
  let isOurs = false
  const result = await execute(async (trx) => {
    const done = await work(trx)
    const calls = await trx.selectFrom('idempotency_keys').select('key').where('key', '=', key).where('answer', 'is not', null).execute()
    isOurs = calls.length > 0
    if (isOurs) await stopHere('before the commit')
    return done
  })
  if (isOurs) await stopHere('before the answer')
  return result
})
const server = await startTestServer(open, { registryDir, secretKey: Buffer.alloc(32, 7), files: { kind: 'disk', dir: filesDir } })
console.log(await server.listen())
`

async function startApi(key: string, stopAt: string): Promise<{ child: TestChild; url: string }> {
  const { registryDir } = registry
  const options = { databaseUrl, registryDir, filesDir: join(folder, 'files'), stopAt, key }
  const child = startChild(source, [JSON.stringify(options)])
  return { child, url: `http://127.0.0.1:${await child.line()}/api/verifications` }
}

test.each(['before the commit', 'before the answer'])(
  'T14: a request whose process is killed %s is there once when it is sent again with its Idempotency-Key',
  async (stopAt) => {
    for (let kill = 0; kill < kills; kill++) {
      const account = await server.signUp()
      const key = randomUUID()
      const body = JSON.stringify(await newBody())
      const headers = { 'api-key': account.apiKey, 'idempotency-key': key, 'content-type': 'application/json' }
      const submit = (url: string) => fetch(url, { method: 'POST', headers, body })

      const first = await startApi(key, stopAt)
      const unanswered = submit(first.url).catch(() => 'no answer')
      expect(await first.child.line()).toBe(stopAt)
      await first.child.kill()
      expect(await unanswered).toBe('no answer')

      // A call that was cut off counts as under way for two minutes; as if they were over.
      await sql`update idempotency_keys set created_at = created_at - interval '3 minutes'
        where key = ${key} and answer is null`.execute(server.database.db)
      const answers = [await server.post('/api/verifications', body, headers)]
      answers.push(await server.post('/api/verifications', body, headers))
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(answers[1]?.body).toEqual(answers[0]?.body)
      expect(await idsOf(account)).toEqual([z.object({ id: z.string() }).parse(answers[0]?.body).id])
    }
    note({ id: 'T14', seed: null, trials: kills }, { killed: stopAt, madeOfEach: 1 })
  },
)
