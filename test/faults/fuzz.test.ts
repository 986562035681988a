/**
 * T18: whatever is sent, the server answers: never by a mistake of its own, always in time, errors in their one form
 * and successes as the contract says. Requests are made by chance from the contract, from hostile texts and from bytes,
 * and called in sequences whose outcome a small model knows.
 */
import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api'
import type { Endpoint } from '#contract/endpoint'
import { errors } from '#contract/errors'
import { errorSchema } from '#server/http/openapi'
import { note } from '../support/reported.ts'
import { type SharedApi, startSharedApi } from '../support/shared-api.ts'
import { isNight, trials } from '../support/trials.ts'
import { newAccount, walk } from './fuzz/account-walk.ts'
import { rawRequest, sendRaw } from './fuzz/raw-requests.ts'
import { type FuzzRequest, fromCorpora, fromSchemas } from './fuzz/requests.ts'
import { sendOnce } from './fuzz/send-once.ts'

const counts = {
  schemas: trials({ commit: 250, nightly: 6_000 }),
  corpora: trials({ commit: 120, nightly: 2_000 }),
  raw: trials({ commit: 100, nightly: 1_000 }),
  walks: trials({ commit: 8, nightly: 100 }),
}
const stepsOfWalk = 10

/** Another one each night, and the same for every change. */
const seed = trials({ commit: 18, nightly: Math.floor(Date.now() / 86_400_000) })

/** What no call may take by night; on a machine with other work a call may take as long as it has to. */
const hangMs = trials({ commit: 30_000, nightly: 2_000 })
const grownBytesMax = 50_000_000

let shared: SharedApi
let origin: string
/** The headers of the caller, who is a new one when a call has ended its session, key or account. */
let headers: Record<string, string>
beforeAll(async () => {
  shared = await startSharedApi(1)
  origin = shared.originOf(0)
  await becomeAnother()
})
afterAll(() => shared.close())

async function becomeAnother(): Promise<void> {
  const { apiKey, token, email } = await newAccount(origin)
  headers = { 'api-key': apiKey, authorization: `Bearer ${token}` }
  // Admins are let in everywhere, and so further in.
  await shared.database.db.updateTable('accounts').set({ is_admin: true }).where('email', '=', email).execute()
}

const ofSomeCodes = Object.fromEntries(
  Object.keys(errorSchema.properties).map((name) => [name, z.unknown().optional()]),
)
const errorShape = z.strictObject({
  ...ofSomeCodes,
  error: z.string().min(1),
  code: z.enum(Object.keys(errors)),
})
const entries: Partial<Record<string, Endpoint>> = api
const endsCaller: readonly string[] = ['logout', 'deleteMe', 'changePassword', 'replaceKey'] satisfies EndpointName[]

/** Sends it and says what is wrong with the answer; undefined when nothing is. */
async function faultOf(request: FuzzRequest, statuses: Map<number, number>): Promise<string | undefined> {
  const { name, method, url, body, contentType } = request
  const { status, text } = await sendOnce(origin + url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': contentType }) },
    body,
    waitMs: hangMs,
  })
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  const isOk = status < 300
  if (status >= 500) return `${status} ${text}`
  const shape = isOk ? entries[name]?.output : errorShape
  const checked = shape?.safeParse(JSON.parse(text))
  if (/"code":"(session|key)_/.test(text) || (isOk && endsCaller.includes(name))) await becomeAnother()
  return checked?.success === true ? undefined : `${status} ${text}: ${checked?.error.message}`
}

/** Bytes that the process holds, where the system tells. */
function bytesHeld(): number | undefined {
  if (process.platform !== 'linux') return undefined
  const status = readFileSync(`/proc/${shared.processes.children[0]?.pid}/status`, 'utf8')
  return 1024 * Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1])
}

test.each([
  ['made from the contract', fromSchemas(), counts.schemas],
  ['of hostile texts', fromCorpora(), counts.corpora],
])(
  'T18: requests %s are answered as the contract says, whatever is in them',
  async (what, requests, numRuns) => {
    const statuses = new Map<number, number>()
    const before = bytesHeld()
    let slowestMs = 0
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const startedMs = performance.now()
        const fault = await faultOf(request, statuses)
        slowestMs = Math.max(slowestMs, performance.now() - startedMs)
        expect(fault).toBeUndefined()
      }),
      { numRuns, seed },
    )
    expect((await fetch(`${origin}/health`)).status).toBe(200)
    const counted = (from: number) =>
      [...statuses].reduce((sum, [status, n]) => sum + (status >= from && status < from + 200 ? n : 0), 0)
    expect(counted(200)).toBeGreaterThan(0)
    const grownBytes = (bytesHeld() ?? 0) - (before ?? 0)
    if (isNight && what === 'of hostile texts') expect(grownBytes).toBeLessThan(grownBytesMax)
    note(
      { id: 'T18', seed, trials: numRuns },
      {
        what,
        succeeded: counted(200),
        refused: counted(400),
        slowestMs: Math.round(slowestMs),
        grownMegabytes: Math.round(grownBytes / 1e6),
      },
    )
  },
  900_000,
)

test('T18: bytes that are no HTTP are refused or cut off, and the next caller is answered', async () => {
  const port = Number(new URL(origin).port)
  let [answered, cut] = [0, 0]
  await fc.assert(
    fc.asyncProperty(rawRequest, async (bytes) => {
      const text = await sendRaw(port, bytes, hangMs)
      expect(text).toBeDefined()
      if (text === '') cut++
      else answered++
      // Several requests may have come of one: each has an answer of its own.
      expect(text).toMatch(/^(HTTP\/1\.1 [234]\d\d |$)/)
      expect(text).not.toMatch(/^HTTP\/1\.1 5/m)
    }),
    { numRuns: counts.raw, seed },
  )
  expect((await fetch(`${origin}/health`)).status).toBe(200)
  note({ id: 'T18', seed, trials: counts.raw }, { what: 'raw bytes', answered, cut })
}, 900_000)

test('T18: whatever an account does in whatever order, each call has the outcome that those before it give it', async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(walk(stepsOfWalk), async (taken) => {
      const account = await newAccount(origin)
      for (const step of taken) {
        steps++
        await step(account)
      }
    }),
    { numRuns: counts.walks, seed },
  )
  note({ id: 'T18', seed, trials: counts.walks }, { what: 'sequences', steps })
}, 900_000)
