/**
 * Browsers that have signed in before, known by a random value from the server. Their failed sign-ins and emails are
 * counted apart, so that strangers cannot lock an owner out. The value alone opens nothing.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { signInYears } from '#contract/limits'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { openSession } from './sessions.ts'
import { emailHashOf, failuresBy, forgetFailures } from './sign-in-failures.ts'
import { createToken, hashOfToken } from './tokens.ts'

const rememberedFor = sql`${signInYears} * interval '1 year'`
const devicesMax = 50

/** The account of this address, if this browser has signed in to it before. */
export async function findDevice(
  db: Kysely<Tables>,
  { email, device }: { email: string; device: string | undefined },
): Promise<string | undefined> {
  if (device === undefined) return undefined
  const found = await db
    .selectFrom('devices')
    .innerJoin('accounts', 'accounts.id', 'devices.account_id')
    .select('accounts.id')
    .where('devices.value_hash', '=', hashOfToken(device))
    .where('accounts.email', '=', email)
    .executeTakeFirst()
  return found?.id
}

/** The browser where it is known, else the address. */
export async function failuresOf(
  db: Kysely<Tables>,
  secrets: Secrets,
  { email, device }: { email: string; device: string | undefined },
): Promise<Buffer> {
  const accountId = await findDevice(db, { email, device })
  return accountId === undefined || device === undefined
    ? emailHashOf(secrets, email)
    : failuresBy(secrets, { accountId, by: hashOfToken(device) })
}

/** Opens a session; answers its token and the browser's value, kept if the server gave it. */
export async function beginSession(
  trx: Transaction<Tables>,
  { accountId, device, browser }: { accountId: string; device: string | undefined; browser: string | null },
): Promise<{ token: string; device: string }> {
  return { token: await openSession(trx, accountId, browser), device: await rememberDevice(trx, accountId, device) }
}

async function rememberDevice(trx: Transaction<Tables>, accountId: string, sent: string | undefined): Promise<string> {
  const isKnown = sent !== undefined && (await isOurs(trx, hashOfToken(sent)))
  const value = isKnown ? sent : createToken().text
  await trx
    .insertInto('devices')
    .values({ account_id: accountId, value_hash: hashOfToken(value) })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'value_hash']).doUpdateSet({ last_used_at: sql<Date>`now()` }),
    )
    .execute()
  const kept = trx
    .selectFrom('devices')
    .select('value_hash')
    .where('account_id', '=', accountId)
    .orderBy('last_used_at', 'desc')
    .limit(devicesMax)
  await trx.deleteFrom('devices').where('account_id', '=', accountId).where('value_hash', 'not in', kept).execute()
  return value
}

async function isOurs(trx: Transaction<Tables>, valueHash: Buffer): Promise<boolean> {
  const found = await trx
    .selectFrom('devices')
    .select('value_hash')
    .where('value_hash', '=', valueHash)
    .limit(1)
    .execute()
  return found.length > 0
}

export async function forgetDevices(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('devices').where('account_id', '=', accountId).execute()
}

export async function forgetFailuresOf(
  trx: Transaction<Tables>,
  secrets: Secrets,
  { accountId, email }: { accountId: string; email: string },
): Promise<void> {
  const rows = await trx.selectFrom('devices').select('value_hash').where('account_id', '=', accountId).execute()
  const byDevices = rows.map(({ value_hash }) => failuresBy(secrets, { accountId, by: value_hash }))
  const bySessions = failuresBy(secrets, { accountId, by: 'session' })
  for (const failures of [emailHashOf(secrets, email), bySessions, ...byDevices]) await forgetFailures(trx, failures)
}

export async function forgetUnusedDevices(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`last_used_at < ${now} - ${rememberedFor}`
  await deleteInBatches(db, { table: 'devices', key: ['account_id', 'value_hash'], condition })
}
