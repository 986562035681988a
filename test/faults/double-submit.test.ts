/**
 * T14: a request for verification that is sent many times, because somebody pressed the button twice or a network lost
 * the answer: at once, with an Idempotency-Key and without one, with another body, and again after the process was
 * killed that worked on it.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import type { TestChild } from '../support/platform/test-child.ts'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { type StopAt, startStoppingApi, stoppingSecretKey, stops } from '../support/stopping-api.ts'
import { newPicture } from '../support/test-pictures.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'

const rounds = trials({ commit: 1, nightly: 10 })
const kills = trials({ commit: 1, nightly: 10 })
const parallel = 50

let folder: string
let local: LocalDatabase
let registry: SampleRegistry
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-twice-'))
  ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  server = await startTestServer(local.open, { registryDir: registry.registryDir, secretKey: stoppingSecretKey })
})
afterAll(async () => {
  await server.close()
  await registry.remove()
  await local.close()
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

async function startApi(key: string, stopAt: StopAt): Promise<{ child: TestChild; url: string }> {
  const { child, origin } = await startStoppingApi({
    databaseUrl: local.url,
    settings: { registryDir: registry.registryDir, files: { kind: 'disk', dir: join(folder, 'files') } },
    stopAt,
    row: { query: 'select from idempotency_keys where key = $1 and answer is not null', value: key },
  })
  return { child, url: `${origin}/api/verifications` }
}

test.for(stops)(
  'T14: a request whose process is killed %s is there once when it is sent again with its Idempotency-Key',
  { concurrent: true },
  async (stopAt, { task }) => {
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
    note({ id: 'T14', seed: null, trials: kills }, { killed: stopAt, madeOfEach: 1 }, task)
  },
)
