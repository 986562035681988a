/**
 * T01: a decision whose process is killed on the way: before it is kept, or after that and before it is answered. All
 * that belongs to it is there, once, or nothing of it, and then it can be made still.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/platform/database/database'
import { type LocalDatabase, startLocalDatabase } from '../support/local-database.ts'
import { note } from '../support/reported.ts'
import { buildSampleRegistry, type SampleRegistry } from '../support/sample-registry.ts'
import { startStoppingApi, stoppingSecretKey, stops } from '../support/stopping-api.ts'
import { sampleProviders, startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { trials } from '../support/trials.ts'
import { decisions, keyOf, newAdmin, submitted } from '../support/verification-calls.ts'

const kills = trials({ commit: 1, nightly: 3 })

let local: LocalDatabase
let database: Database
let registry: SampleRegistry
/** What serves when the others were killed. */
let server: TestServer
let admin: TestAccount
beforeAll(async () => {
  ;[local, registry] = await Promise.all([startLocalDatabase(), buildSampleRegistry(sampleProviders)])
  database = await local.open()
  server = await startTestServer(local.open, { ...settings(), secretKey: stoppingSecretKey })
  admin = await newAdmin(server)
})
afterAll(async () => {
  await server.close()
  await registry.remove()
  await database.close()
  await local.close()
})

const settings = () => ({
  registryDir: registry.registryDir,
  // Letters stay where they can be counted; nobody makes the calls to developers here.
  mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1' } as const,
})

const callbackUrl = 'https://example.org/decided'

function approve(origin: string, id: string): Promise<Response> {
  const headers = { ...keyOf(admin), 'content-type': 'application/json' }
  const body = JSON.stringify(decisions.approved)
  return fetch(`${origin}/api/verifications/${id}`, { method: 'PUT', headers, body })
}

/** Everything that a decision changes. */
async function whatIsKnownOf(id: string, { accountId }: TestAccount) {
  const { db } = database
  const [row, image, account, audited, letters, calls] = await Promise.all([
    db.selectFrom('verifications').select(['status', 'decided_by']).where('id', '=', id).executeTakeFirstOrThrow(),
    db.selectFrom('images').select('destroy_after').where('verification_id', '=', id).executeTakeFirstOrThrow(),
    db.selectFrom('accounts').select('npi').where('id', '=', accountId).executeTakeFirstOrThrow(),
    db.selectFrom('audit_events').select(['action', 'actor']).where('subject', '=', id).orderBy('at').execute(),
    db.selectFrom('letters').select('kind').where('account_id', '=', accountId).orderBy('id').execute(),
    db.selectFrom('webhook_deliveries').select('callback_url as url').where('account_id', '=', accountId).execute(),
  ])
  return { ...row, ...image, ...account, audited, letters, calls }
}

test.concurrent.for(stops)(
  'A4, T01: an approval whose process is killed %s is there whole and once, or not at all and can be made',
  async (stopAt, { task }) => {
    for (let kill = 0; kill < kills; kill++) {
      const account = await server.signUp()
      const hasCallback = kill % 2 === 0
      const { id, npi } = await submitted(server, account, hasCallback ? { callbackUrl } : {})
      const undecided = await whatIsKnownOf(id, account)
      expect(undecided).toMatchObject({
        status: 'pending',
        decided_by: null,
        destroy_after: null,
        npi: null,
        calls: [],
      })

      const first = await startStoppingApi({
        databaseUrl: local.url,
        settings: settings(),
        stopAt,
        row: { query: "select from verifications where id = $1 and status = 'approved'", value: id },
      })
      const unanswered = approve(first.origin, id).catch(() => 'no answer')
      expect(await first.child.line()).toBe(stopAt)
      await first.child.kill()
      expect(await unanswered).toBe('no answer')

      const decided = {
        status: 'approved',
        decided_by: admin.accountId,
        destroy_after: expect.any(Date),
        npi,
        audited: [...undecided.audited, { action: 'verification.approved', actor: admin.accountId }],
        letters: [...undecided.letters, { kind: 'verification-decided' }],
        calls: hasCallback ? [{ url: callbackUrl }] : [],
      }
      const isKept = stopAt === 'before the answer'
      expect(await whatIsKnownOf(id, account)).toEqual(isKept ? decided : undecided)
      const again = await server.put(`/api/verifications/${id}`, decisions.approved, keyOf(admin))
      expect(again.status).toBe(isKept ? 409 : 200)
      expect(await whatIsKnownOf(id, account)).toEqual(decided)
    }
    note(
      { id: 'T01', seed: null, trials: kills },
      { what: `approvals killed ${stopAt}`, lost: 0, double: 0, halfDone: 0 },
      task,
    )
  },
)
