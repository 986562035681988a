/** T13: many admins who decide the same request at the same moment, in several processes: one of them does, once. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { note } from '../support/reported.ts'
import { type SharedApi, startSharedApi } from '../support/shared-api.ts'
import { newPicture } from '../support/test-pictures.ts'
import { trials } from '../support/trials.ts'

const processes = trials({ commit: 1, nightly: 4 })
const requests = trials({ commit: 50, nightly: 1_000 })
const racers = 20

/** Below what an account may send in an hour, and store. */
const requestsPerAccount = 10

const decisions = [
  { status: 'rejected', rejectionReason: 'Image is not clear' },
  { status: 'rejected', rejectionReason: 'Credentials expired' },
]

let api: SharedApi
let adminKeys: string[]
beforeAll(async () => {
  api = await startSharedApi(processes)
  adminKeys = await Promise.all(Array.from({ length: 4 }, newAdmin))
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

/** The ids of requests of one new account, and its address. */
async function submitSome(first: number): Promise<{ email: string; ids: string[] }> {
  const { apiKey, email } = await newAccount()
  const image = (await newPicture().png().toBuffer()).toString('base64')
  const ids: string[] = []
  for (let number = first; number < first + requestsPerAccount; number++) {
    const body = { npi: String(1_000_000_000 + number), credential: 'MD', type: 'personal', image }
    const answer = await send('POST', `${api.originOf(number)}/api/verifications`, apiKey, body)
    expect(answer.status).toBe(201)
    ids.push(z.object({ id: z.string() }).parse(await answer.json()).id)
  }
  return { email, ids }
}

async function decide(id: string, racer: number): Promise<number> {
  const apiKey = adminKeys[racer % adminKeys.length] ?? ''
  const body = decisions[racer % decisions.length] ?? {}
  const answer = await send('PUT', `${api.originOf(racer)}/api/verifications/${id}`, apiKey, body)
  await answer.arrayBuffer()
  return answer.status
}

test(`T13: of ${racers} who decide at once, for ${requests} requests, one wins each; there is one audit entry and one letter`, async () => {
  const ids: string[] = []
  const emails: string[] = []
  for (let first = 0; first < requests; first += requestsPerAccount) {
    const made = await submitSome(first)
    ids.push(...made.ids)
    emails.push(made.email)
  }
  for (const id of ids) {
    const statuses = await Promise.all(Array.from({ length: racers }, (_, racer) => decide(id, racer)))
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: racers - 1 }, () => 409)])
  }
  const { rows: entries } = await sql<{ subject: string }>`
    select subject from audit_events where action = 'verification.rejected' and subject = any(${ids})`.execute(
    api.database.db,
  )
  expect(entries.map(({ subject }) => subject).sort()).toEqual([...ids].sort())
  const { rows: letters } = await sql<{ recipient: string; count: number }>`
    select recipient, count(*)::int as count from letters
    where recipient = any(${emails}) and subject like '%could not be approved%' group by recipient`.execute(
    api.database.db,
  )
  expect(letters.map(({ recipient }) => recipient).sort()).toEqual([...emails].sort())
  expect(letters.filter(({ count }) => count !== requestsPerAccount)).toEqual([])
  note({ id: 'T13', seed: null, trials: requests * racers }, { processes, requests, winnersOfEach: 1 })
}, 1_200_000)
