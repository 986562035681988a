/**
 * What is due is found without reading what is not, however much of that there is. Counted is what a statement has
 * really read, which the database reports of each transaction: a plan alone would not show how much of an index is gone
 * through.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestDatabase } from '../../../../test/support/platform/test-database.ts'
import { forgetExpiredProofs } from '../../../accounts/email-proof-store.ts'
import { forgetExpiredResetTokens } from '../../../accounts/reset-store.ts'
import { forgetEndedSessions } from '../../../accounts/sessions.ts'
import { forgetOldFailures } from '../../../accounts/sign-in-failures.ts'
import { findDue, findUnbound, findUnremoved } from '../../../images/image-store.ts'
import { forgetReplacedKeys } from '../../../keys/keys.ts'
import { claimExpiring } from '../../../verifications/expiry.ts'
import { uuidv7 } from '../../uuid.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Rows of each table that nothing is to be done about, and those of each kind about which something is. */
const restingRows = 20_000
const dueRows = 3

const now: RawBuilder<Date> = sql`now()`
let database: Database
beforeAll(async () => {
  database = await startTestDatabase()
  const accountId = uuidv7()
  await database.db
    .insertInto('accounts')
    .values({ id: accountId, email: 'ada@example.org', phone: '212-555-0101', password_hash: 'none' })
    .execute()
  await fill(accountId)
})
afterAll(() => database.close())

async function fill(accountId: string): Promise<void> {
  const resting = sql`generate_series(1, ${restingRows}::int) as n`
  const due = sql`generate_series(1, ${dueRows}::int) as n`
  // Most were destroyed long ago and a tenth has its time before it, as where a service has run for years.
  const image = (prefix: string, values: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    insert into images (account_id, id, verification_id, original_sha256, width, height, bytes, has_exif,
      is_bound, wrapped_key, created_at, destroy_after, destroyed_at, removed_at)
    select ${accountId}::text, ${prefix}::text || n, '', '', 1, 1, 1, false, ${values} from ${from}`
  const ago = sql`now() - n * interval '1 hour'`
  const gone = sql`n % 10 > 0`
  const approval = (prefix: string, values: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    insert into verifications (account_id, id, npi, credential, is_personal, status, image_id, checks, expires_at, reminded_days)
    select ${accountId}::text, ${prefix}::text || n, '', '', true, 'approved', '', '[]', ${values} from ${from}`
  const ofAccount = (table: 'sessions' | 'reset_tokens' | 'email_proofs', at: RawBuilder<unknown>) => {
    const columns = { sessions: sql`created_at`, reset_tokens: sql`expires_at`, email_proofs: sql`email, expires_at` }
    return (prefix: string, from: RawBuilder<unknown>) => sql`
      insert into ${sql.table(table)} (account_id, id, token_hash, ${columns[table]})
      select ${accountId}::text, ${prefix}::text || n, sha256((${prefix}::text || n)::bytea), ${at} from ${from}`
  }
  const keys = (prefix: string, revokedAt: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    insert into api_keys (account_id, id, lookup_hash, sealed, revoked_at)
    select ${accountId}::text, ${prefix}::text || n, sha256((${prefix}::text || n)::bytea), '', ${revokedAt} from ${from}`
  const failures = (prefix: string, at: RawBuilder<unknown>, from: RawBuilder<unknown>) => sql`
    insert into sign_in_failures (email_hash, in_a_row, in_window, window_ends_at)
    select sha256((${prefix}::text || n)::bytea), 1, 1, ${at} from ${from}`
  const statements = [
    image(
      'resting',
      sql`true, case when ${gone} then null else ''::bytea end, ${ago},
        case when ${gone} then ${ago} else now() + n * interval '1 hour' end,
        case when ${gone} then ${ago} end, case when ${gone} then ${ago} end`,
      resting,
    ),
    image('due', sql`true, '', now(), now(), null, null`, due),
    image('unbound', sql`false, '', now() - interval '1 hour', null, null, null`, due),
    image('unremoved', sql`true, null, now(), now(), now(), null`, due),
    approval('ended', sql`${ago}, 0`, resting),
    approval('resting', sql`now() + interval '62 days' + n * interval '1 hour', null`, resting),
    approval('due', sql`now() + interval '1 day', null`, due),
    keys('resting', sql`now() - interval '89 days'`, resting),
    keys('due', sql`now() - interval '91 days'`, due),
    failures('resting', sql`now()`, resting),
    failures('due', sql`now() - interval '2 years'`, due),
    ofAccount('sessions', sql`now()`)('resting', resting),
    ofAccount('sessions', sql`now() - interval '31 days'`)('due', due),
    ofAccount('reset_tokens', sql`now() + interval '1 minute'`)('resting', resting),
    ofAccount('reset_tokens', sql`now() - interval '1 minute'`)('due', due),
    ofAccount('email_proofs', sql`'', now() + interval '1 hour'`)('resting', resting),
    ofAccount('email_proofs', sql`'', now() - interval '1 hour'`)('due', due),
  ]
  // Long work, since a statement of a call is given up after two seconds, which these take on a busy machine.
  await database.asOwner(async (db) => {
    for (const statement of statements) await statement.execute(db)
    await sql`analyze`.execute(db)
  }, true)
}

type Work = (trx: Transaction<Tables>) => Promise<unknown>

test.each<[what: string, table: keyof Tables, work: Work]>([
  ['images whose time is over', 'images', (trx) => findDue(trx, 100)],
  ['images without a verification', 'images', (trx) => findUnbound(trx, 10, 100)],
  ['images whose bytes are still there', 'images', (trx) => findUnremoved(trx, 100)],
  ['approvals that end', 'verifications', (trx) => claimExpiring(trx)],
  ['failed sign-ins of long ago', 'sign_in_failures', (trx) => forgetOldFailures(trx, now)],
  ['links to reset a password that have expired', 'reset_tokens', (trx) => forgetExpiredResetTokens(trx, now)],
  ['links to verify an address that have expired', 'email_proofs', (trx) => forgetExpiredProofs(trx, now)],
  ['sessions that have ended', 'sessions', (trx) => forgetEndedSessions(trx, now)],
  ['API keys that were replaced long ago', 'api_keys', (trx) => forgetReplacedKeys(trx, now)],
])('%s are found without reading the rest', async (_, table, work) => {
  const read = await database.db.transaction().execute(async (trx) => {
    await work(trx)
    const { rows } = await sql<{ bySequence: number; byIndex: number; changed: number }>`
      select seq_scan::int as "bySequence", idx_tup_fetch::int as "byIndex", (n_tup_upd + n_tup_del)::int as changed
      from pg_stat_xact_user_tables where relname = ${table}`.execute(trx)
    return rows[0]
  })
  expect(read?.bySequence).toBe(0)
  expect(read?.byIndex).toBeGreaterThanOrEqual(dueRows)
  expect(read?.byIndex).toBeLessThan(10 * dueRows)
  expect(read?.changed).toBe(table === 'images' ? 0 : dueRows)
})
