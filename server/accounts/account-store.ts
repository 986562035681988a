import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { uuidv7 } from '../platform/uuid.ts'

export const emailIndex = 'accounts_email_key'

/** Undefined when the address is taken, also by a concurrent call. */
export async function insertAccount(
  trx: Transaction<Tables>,
  account: { email: string; phone: string; passwordHash: string },
): Promise<string | undefined> {
  const { email, phone, passwordHash } = account
  const inserted = await trx
    .insertInto('accounts')
    .values({ id: uuidv7(), email, phone, password_hash: passwordHash })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** `email` in lower case. */
export async function findByEmail(db: Kysely<Tables>, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'password_hash as passwordHash'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Locks the account of this address; undefined when there is none, or its address changed meanwhile. */
export async function lockByEmail(trx: Transaction<Tables>, email: string): Promise<string | undefined> {
  const locked = await trx.selectFrom('accounts').select('id').where('email', '=', email).forUpdate().executeTakeFirst()
  return locked?.id
}

export async function lockById(trx: Transaction<Tables>, id: string): Promise<string | undefined> {
  const locked = await trx.selectFrom('accounts').select('email').where('id', '=', id).forUpdate().executeTakeFirst()
  return locked?.email
}

/** Locks an account that still has this password; false when it has another one. */
export async function lockWithPassword(trx: Transaction<Tables>, id: string, passwordHash: string): Promise<boolean> {
  const locked = await trx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .forUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

export async function replaceHash(trx: Transaction<Tables>, id: string, hash: string): Promise<void> {
  await trx.updateTable('accounts').set({ password_hash: hash }).where('id', '=', id).execute()
}

/**
 * Sets a password chosen by email, which verifies the address. `wasOwned`: before it. The caller has locked the
 * account.
 */
export async function setPassword(
  trx: Transaction<Tables>,
  id: string,
  hash: string,
): Promise<{ email: string; wasOwned: boolean }> {
  const before = trx.selectFrom('accounts').select('owned_since').where('id', '=', id)
  const { owned_since } = await before.executeTakeFirstOrThrow()
  const { email } = await trx
    .updateTable('accounts')
    .set({
      password_hash: hash,
      email_verified_at: sql<Date>`coalesce(email_verified_at, now())`,
      owned_since: sql<Date>`coalesce(owned_since, now())`,
    })
    .where('id', '=', id)
    .returning('email')
    .executeTakeFirstOrThrow()
  return { email, wasOwned: owned_since !== null }
}

export async function setOwned(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ owned_since: sql<Date>`now()` })
    .where('id', '=', id)
    .where('owned_since', 'is', null)
    .execute()
}

export async function setPhone(trx: Transaction<Tables>, id: string, phone: string): Promise<void> {
  await trx.updateTable('accounts').set({ phone }).where('id', '=', id).execute()
}

/** Changes which emails are sent; undefined changes nothing. */
export async function setEmails(
  db: Kysely<Tables>,
  id: string,
  { quotaEmails, weeklyEmails }: { quotaEmails: boolean | undefined; weeklyEmails: boolean | undefined },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({
      ...(quotaEmails !== undefined && { is_emailed_on_quota: quotaEmails }),
      ...(weeklyEmails !== undefined && { is_emailed_weekly: weeklyEmails }),
    })
    .where('id', '=', id)
    .execute()
}

/** Fails by `emailIndex` when another account has the address. */
export async function setVerifiedEmail(trx: Transaction<Tables>, id: string, email: string): Promise<void> {
  await trx.updateTable('accounts').set({ email, email_verified_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/** Undefined when nothing changed. */
export async function changeRole(
  trx: Transaction<Tables>,
  email: string,
  isAdmin: boolean,
): Promise<string | undefined> {
  const changed = await trx
    .updateTable('accounts')
    .set({ is_admin: isAdmin })
    .where('email', '=', email)
    .where('is_admin', '=', !isAdmin)
    .returning('id')
    .executeTakeFirst()
  return changed?.id
}

/** Locks all admins where the account is one, so that admins who are deleted at the same time take turns. */
export async function isLastAdmin(trx: Transaction<Tables>, id: string): Promise<boolean> {
  const admins = await trx
    .selectFrom('accounts')
    .select('id')
    .where('is_admin', '=', true)
    .where((is) =>
      is.exists(
        is.selectFrom('accounts as one').select('one.id').where('one.id', '=', id).where('one.is_admin', '=', true),
      ),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.length === 1 && admins[0]?.id === id
}

export async function deleteRow(trx: Transaction<Tables>, id: string): Promise<void> {
  await trx.deleteFrom('accounts').where('id', '=', id).execute()
}
