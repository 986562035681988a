import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endOfDay } from '#contract/days'
import { startTestDatabase } from '../../test/support/platform/test-database.ts'
import type { Database } from '../platform/database/database.ts'
import { dayMs } from '../platform/times.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { endApprovals } from './expiry.ts'

let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
})
afterAll(() => database.close())

/** An account with an approval of its own that has so many days left. */
async function approved(npi: string, daysLeft: number): Promise<{ email: string; accountId: string }> {
  const accountId = uuidv7()
  const email = `${accountId}@example.org`
  const expiresAt = endOfDay(new Date(Date.now() + daysLeft * dayMs).toISOString().slice(0, 10))
  await database.db
    .insertInto('accounts')
    .values({ id: accountId, email, phone: '212-555-0101', password_hash: 'none', npi, credentials: '["MD"]' })
    .execute()
  await sql`
    insert into verifications (account_id, id, npi, credential, is_personal, status, image_id, checks, decided_at, expires_at)
    values (${accountId}, ${uuidv7()}, ${npi}, 'MD', true, 'approved', 'none', '[]', now(), ${expiresAt})`.execute(
    database.db,
  )
  return { email, accountId }
}

/** The clock moves on: every end comes nearer by so many days. */
const sleepDays = (days: number) =>
  sql`update verifications set expires_at = expires_at - ${days} * interval '1 day'`.execute(database.db)

async function subjectsTo(email: string): Promise<string[]> {
  await endApprovals({ database, publicUrl: 'https://example.org' })
  const emails = await database.db
    .selectFrom('letters')
    .select('subject')
    .where('recipient', '=', email)
    .orderBy('id')
    .execute()
  return emails.map(({ subject }) => subject)
}

const credentialsOf = (accountId: string) =>
  database.db
    .selectFrom('accounts')
    .select(['npi', 'credentials'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()

describe('an approval that ends', () => {
  it('is told of 60, 30 and 7 days before, once each, and takes the credential with it', async () => {
    const { email, accountId } = await approved('1000000004', 61)
    expect(await subjectsTo(email)).toEqual([])
    const subjects: string[] = []
    for (const days of [60, 30, 7]) {
      await sleepDays(days === 60 ? 1 : days === 30 ? 30 : 23)
      subjects.push(`Your MD verification expires in ${days} days`)
      expect(await subjectsTo(email)).toEqual(subjects)
      expect(await subjectsTo(email)).toEqual(subjects)
    }
    expect(await credentialsOf(accountId)).toEqual({ npi: '1000000004', credentials: ['MD'] })
    await sleepDays(9)
    expect(await subjectsTo(email)).toEqual(subjects)
    expect(await credentialsOf(accountId)).toEqual({ npi: null, credentials: [] })
  })

  it('is told of once after a long sleep, with the days that are left', async () => {
    const { email } = await approved('1000000012', 61)
    await sleepDays(56)
    expect(await subjectsTo(email)).toEqual(['Your MD verification expires in 5 days'])
  })

  it('ends although the process slept through all of it', async () => {
    const { email, accountId } = await approved('1000000020', 61)
    await sleepDays(100)
    expect(await subjectsTo(email)).toEqual([])
    expect(await credentialsOf(accountId)).toMatchObject({ npi: null, credentials: [] })
  })
})
