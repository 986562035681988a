/**
 * T26: how long an answer takes does not tell whether an address has an account, or a verification is somebody
 * else's: a thousand answers of either kind, taken in turns in an order left to chance.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { passcodeFailuresMax } from '#contract/limits'
import { card } from '../support/images/test-cards.ts'
import { reported } from '../support/reported.ts'
import { expectSameTimes } from '../support/same-times.ts'
import { approvedFor, type CreatedShare, openedWith, openWith, sharedBy } from '../support/shares/share-calls.ts'
import { startTestServer, type TestAccount, type TestServer } from '../support/test-server.ts'
import { newAdmin } from '../support/verification-calls.ts'

const samples = 1_000
const warmUps = 50

const password = 'a long walk by the sea'
const many = 1_000_000

let server: TestServer
let account: TestAccount
beforeAll(async () => {
  server = await startTestServer(undefined, {
    attempts: {
      signInsPerIp: many,
      signUpsPerIp: many,
      failuresPerAccount: many,
      failuresInARow: many,
      emailsPerRecipient: many,
      resetsPerIp: many,
      newKeysPerAccount: many,
      phoneChangesPerAccount: many,
      shareOpeningsPerIp: many,
      exploreSearchesPerIp: many,
    },
  })
  account = await server.signUp()
})
afterAll(() => server.close())

/** One call of either kind; `isKnown` says which. */
type Call = (isKnown: boolean, sample: number) => Promise<unknown>

/**
 * Addresses with an account, all with the same password; every sample takes another one, since failures make the next
 * one wait.
 */
async function knownAddresses(count: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    insert into accounts (id, email, phone, password_hash)
    select gen_random_uuid()::text, gen_random_uuid()::text || '@example.org', phone, password_hash
    from accounts, generate_series(1, ${count}::int) where id = ${account.accountId}
    returning email`.execute(server.database.db)
  return rows.map(({ email }) => email)
}

const newAddress = () => `${randomUUID()}@example.org`

/** The kinds of call whose time might tell something. */
const kinds: Record<string, () => Promise<Call>> = {
  'signing in with a wrong password': async () => {
    const known = await knownAddresses(samples + warmUps)
    return (isKnown, sample) =>
      server.post('/login', { email: isKnown ? known[sample] : newAddress(), password: 'a wrong one' })
  },
  'asking for a link to reset a password': async () => {
    const known = await knownAddresses(samples + warmUps)
    return (isKnown) => server.post('/forgot-password', { email: isKnown ? known[0] : newAddress() })
  },
  'asking for an address that another account may have': async () => {
    const taken = await knownAddresses(1)
    let asking = account
    let asked = 0
    return async (isKnown) => {
      // An account may ask for as many letters in an hour.
      if (asked++ % 5 === 0) asking = await server.signUp()
      const body = { newEmail: isKnown ? taken[0] : newAddress(), password }
      return () => server.post('/me', body, asking.headers)
    }
  },
  'looking at a verification that may be of somebody else': async () => {
    const image = (await card({ layout: 0, name: 'Ada Example' })).toString('base64')
    const body = { npi: '1234567893', image, credential: 'MD', type: 'personal' }
    const other = await server.signUp()
    await server.post('/api/verifications', body, { 'api-key': other.apiKey })
    const { id } = await server.database.db.selectFrom('verifications').select('id').executeTakeFirstOrThrow()
    // As like it as an id can be that is none.
    const nobodys = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`
    return (isKnown) => server.get(`/api/verifications/${isKnown ? id : nobodys}`, { 'api-key': account.apiKey })
  },
  'opening a share that was revoked': openingOne(({ share }, { headers }) =>
    server.post(`/me/shares/${share.id}/revoke`, {}, headers),
  ),
  'opening a share that has expired': openingOne(({ share }) =>
    sql`update shares set expires_at = now() where id = ${share.id}`.execute(server.database.db),
  ),
  'opening a share that is used up': openingOne(({ token }) => openedWith(server, token, { passcode })),
  'opening a share that is locked': openingOne(async ({ token }) => {
    for (let guess = 0; guess < passcodeFailuresMax; guess++) await openWith(server, token, { passcode: 'wrong' })
  }),
}

const passcode = '482913'

/** A share that `end` ends, and one that nobody made. */
function openingOne(end: (made: CreatedShare, clinician: TestAccount) => Promise<unknown>): () => Promise<Call> {
  return async () => {
    const clinician = await server.signUp()
    const approval = await approvedFor(server, clinician, await newAdmin(server))
    const made = await sharedBy(server, clinician, [approval], { passcode, viewsMax: 1 })
    await end(made, clinician)
    expect(await openWith(server, made.token, { passcode })).toMatchObject({ status: 404 })
    return (isKnown) => {
      const other = randomBytes(32).toString('base64url')
      return openWith(server, isKnown ? made.token : other, { passcode })
    }
  }
}

test.each(Object.entries(kinds))('B4, T26: %s takes as long either way', async (name, prepare) => {
  await reported({ id: 'T26', seed: null, trials: 2 * samples }, async () => {
    const { mediansMs, chance, samples: taken } = await expectSameTimes(async () => timesOf(await prepare()))
    const [medianMsKnown, medianMsUnknown] = mediansMs
    return { what: name, medianMsKnown, medianMsUnknown, chance, samples: taken }
  })
})

/** Milliseconds of calls of both kinds: of what is known, and of what is not. */
async function timesOf(call: Call): Promise<[known: number[], unknown: number[]]> {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let sample = 0; sample < samples + warmUps; sample++) {
    // Which of the two comes first is left to chance, so that neither always follows the other.
    const isKnownFirst = Math.random() < 0.5
    for (const isKnown of [isKnownFirst, !isKnownFirst]) {
      const ms = await timeOf(call, isKnown, sample)
      if (sample >= warmUps) (isKnown ? known : unknown).push(ms)
    }
  }
  return [known, unknown]
}

/** Milliseconds of the call; where it answers another one, that took preparing and is the one to measure. */
async function timeOf(call: Call, isKnown: boolean, sample: number): Promise<number> {
  const startedMs = performance.now()
  const answered = await call(isKnown, sample)
  if (typeof answered !== 'function') return performance.now() - startedMs
  const preparedMs = performance.now()
  await answered()
  return performance.now() - preparedMs
}
