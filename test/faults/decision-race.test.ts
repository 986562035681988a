/** T13: many admins who decide the same request at the same moment, in several processes: one of them does, once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { note } from '../support/reported.ts'
import { type SharedApi, startSharedApi } from '../support/shared-api.ts'
import { newPicture } from '../support/test-pictures.ts'
import { trials } from '../support/trials.ts'

const processes = trials({ commit: 1, nightly: 4 })
const requests = trials({ commit: 9, nightly: 1_000 })
const racers = 20
/** So many that none of them has as many calls to make as an admin has in a minute. */
const admins = trials({ commit: 4, nightly: 80 })

/** One request of an account for each: all for its one NPI, so that none is refused for what another one came to. */
const credentials = ['RN', 'MD', 'DO'] as const

const decisions = [{ status: 'approved' }, { status: 'rejected', rejectionReason: 'Image is not clear' }]

let api: SharedApi
let adminKeys: string[]
beforeAll(async () => {
  api = await startSharedApi(processes)
  // One after the other: more passwords at once than can be hashed are refused.
  adminKeys = []
  while (adminKeys.length < admins) adminKeys.push(await newAdmin())
})
afterAll(() => api.close())

async function newAccount(): Promise<{ apiKey: string; email: string }> {
  const { apiKey, headers } = await api.processes.signUp()
  const me = await (await fetch(`${api.originOf(0)}/me`, { headers })).json()
  return { apiKey, email: z.object({ email: z.string() }).parse(me).email }
}

async function newAdmin(): Promise<string> {
  const { apiKey, email } = await newAccount()
  await api.database.db.updateTable('accounts').set({ is_admin: true }).where('email', '=', email).execute()
  return apiKey
}

function send(method: string, url: string, apiKey: string, body: object): Promise<Response> {
  const headers = { 'api-key': apiKey, 'content-type': 'application/json' }
  return fetch(url, { method, headers, body: JSON.stringify(body) })
}

/** The ids of the requests of one new account, and its address. */
async function submitSome(number: number): Promise<{ email: string; ids: string[] }> {
  const { apiKey, email } = await newAccount()
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const ids: string[] = []
  for (const credential of credentials) {
    const body = { npi: String(1_000_000_000 + number), credential, type: 'personal', image }
    const answer = await send('POST', `${api.originOf(number)}/api/verifications`, apiKey, body)
    expect(answer.status).toBe(201)
    ids.push(z.object({ id: z.string() }).parse(await answer.json()).id)
  }
  return { email, ids }
}

/** Half of the racers approve and half reject; which of them is the first to try changes from request to request. */
async function decide(id: string, racer: number, request: number): Promise<number> {
  const apiKey = adminKeys[(request * racers + racer) % admins] ?? ''
  const body = decisions[(racer + request) % decisions.length] ?? {}
  const answer = await send('PUT', `${api.originOf(racer)}/api/verifications/${id}`, apiKey, body)
  await answer.arrayBuffer()
  return answer.status
}

test(`A4, T13: of ${racers} who approve or reject at once, for ${requests} requests, one wins each; there is one audit entry and one letter, both of that decision`, async () => {
  const accounts: { email: string; ids: string[] }[] = []
  for (let number = 0; number * credentials.length < requests; number++) accounts.push(await submitSome(number))
  const ids = accounts.flatMap((account) => account.ids)
  for (const [request, id] of ids.entries()) {
    const statuses = await Promise.all(Array.from({ length: racers }, (_, racer) => decide(id, racer, request)))
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: racers - 1 }, () => 409)])
  }
  const { db } = api.database
  const { rows: decided } = await sql<{ id: string; status: string; decidedBy: string }>`
    select id, status, decided_by as "decidedBy" from verifications where id = any(${ids})`.execute(db)
  const { rows: entries } = await sql<{ id: string; status: string; decidedBy: string }>`
    select subject as id, replace(action, 'verification.', '') as status, actor as "decidedBy" from audit_events
    where action like 'verification.%' and action <> 'verification.submitted' and subject = any(${ids})`.execute(db)
  const byId = (rows: typeof decided) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId(entries)).toEqual(byId(decided))
  const approved = new Set(decided.filter(({ status }) => status === 'approved').map(({ id }) => id))
  const wins = { approved: approved.size, rejected: decided.length - approved.size }
  // Of a few requests all may go to the same side by chance.
  if (ids.length >= 100) expect(Math.min(wins.approved, wins.rejected)).toBeGreaterThan(0)
  for (const { email, ids } of accounts) {
    const won = ids.map((id) => (approved.has(id) ? 'Your credential is verified' : 'could not be approved'))
    const { rows: letters } = await sql<{ subject: string }>`
      select subject from letters where recipient = ${email} and kind = 'verification-decided'`.execute(db)
    expect(letters).toHaveLength(ids.length)
    for (const words of new Set(won)) {
      expect(letters.filter(({ subject }) => subject.includes(words))).toHaveLength(
        won.filter((one) => one === words).length,
      )
    }
  }
  note(
    { id: 'T13', seed: null, trials: ids.length * racers },
    { processes, requests: ids.length, winnersOfEach: 1, ...wins },
  )
}, 1_200_000)
