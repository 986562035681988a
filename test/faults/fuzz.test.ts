/**
 * T18: whatever is sent, the server answers: never by a mistake of its own, and always in time. Requests are made by chance from
 * bytes, and called in sequences whose outcome a small model knows.
 */
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { note } from '../support/reported.ts'
import { type SharedApi, startSharedApi } from '../support/shared-api.ts'
import { trials } from '../support/trials.ts'
import { newAccount, walk } from './fuzz/account-walk.ts'
import { rawRequest, sendRaw } from './fuzz/raw-requests.ts'

const counts = {
  raw: trials({ commit: 200, nightly: 1_000 }),
  walks: trials({ commit: 20, nightly: 100 }),
}
const stepsOfWalk = 10

/** Another one each night, and the same for every change. */
const seed = trials({ commit: 18, nightly: Math.floor(Date.now() / 86_400_000) })

/** What no call may take by night; on a machine with other work a call may take as long as it has to. */
const hangMs = trials({ commit: 30_000, nightly: 2_000 })

let shared: SharedApi
let origin: string
beforeAll(async () => {
  shared = await startSharedApi(1)
  origin = shared.originOf(0)
})
afterAll(() => shared.close())

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
