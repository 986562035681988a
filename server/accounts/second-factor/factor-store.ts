/** A factor counts once it is confirmed. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { countRows } from '../../platform/database/count-rows.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { uuidv7 } from '../../platform/uuid.ts'

const unconfirmedFor = '15 minutes'

export const hasFactor = sql<boolean>`exists (select from second_factors
  where second_factors.account_id = accounts.id and second_factors.confirmed_at is not null)`

export async function listFactors(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('second_factors')
    .select(['id', 'kind', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .select(['credential_id as credentialId', 'transports'])
    .where('account_id', '=', accountId)
    .where('confirmed_at', 'is not', null)
    .orderBy('id')
    .execute()
}

/** Confirmed, or waiting for its first code. */
export async function findTotp(db: Kysely<Tables>, accountId: string, which: 'confirmed' | 'waiting') {
  const found = await db
    .selectFrom('second_factors')
    .select(['id', 'sealed_secret as sealedSecret'])
    .where('account_id', '=', accountId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', which === 'confirmed' ? 'is not' : 'is', null)
    .$if(which === 'waiting', (query) => query.where('created_at', '>', sql<Date>`now() - ${unconfirmedFor}::interval`))
    .executeTakeFirst()
  return found === undefined || found.sealedSecret === null
    ? undefined
    : { id: found.id, sealedSecret: found.sealedSecret }
}

export async function insertWaitingTotp(
  trx: Transaction<Tables>,
  { accountId, id, name, sealedSecret }: { accountId: string; id: string; name: string; sealedSecret: Buffer },
): Promise<void> {
  await trx
    .deleteFrom('second_factors')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'totp')
    .where('confirmed_at', 'is', null)
    .execute()
  await trx
    .insertInto('second_factors')
    .values({ account_id: accountId, id, kind: 'totp', name, sealed_secret: sealedSecret, confirmed_at: null })
    .execute()
}

/** Uses the code of a step; false when this or a later one was used before. */
export async function spendTotpStep(
  trx: Transaction<Tables>,
  { accountId, id, step }: { accountId: string; id: string; step: number },
): Promise<boolean> {
  const used = await trx
    .updateTable('second_factors')
    .set({
      last_step: step,
      last_used_at: sql<Date>`now()`,
      confirmed_at: sql<Date>`coalesce(confirmed_at, now())`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('last_step', '<', step)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

export interface NewPasskey {
  accountId: string
  name: string
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: readonly string[]
}

/** False when some account has it. */
export async function insertPasskey(trx: Transaction<Tables>, passkey: NewPasskey): Promise<boolean> {
  const { accountId, name, credentialId, publicKey, counter, transports } = passkey
  const inserted = await trx
    .insertInto('second_factors')
    .values({
      account_id: accountId,
      id: uuidv7(),
      kind: 'passkey',
      name,
      confirmed_at: sql<Date>`now()`,
      credential_id: credentialId,
      public_key: publicKey,
      counter,
      transports: JSON.stringify(transports),
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function findPasskey(db: Kysely<Tables>, accountId: string, credentialId: string) {
  return db
    .selectFrom('second_factors')
    .select(['id', 'public_key as publicKey', 'counter'])
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Stores the signature counter; false when it did not grow (a cloned passkey). Passkeys without one always say 0. */
export async function spendPasskey(
  trx: Transaction<Tables>,
  { accountId, id, counter }: { accountId: string; id: string; counter: number },
): Promise<boolean> {
  const used = await trx
    .updateTable('second_factors')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter}::bigint = 0))`)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** The last factor takes the recovery codes with it. */
export async function deleteFactor(trx: Transaction<Tables>, accountId: string, id: string): Promise<void> {
  await trx.deleteFrom('second_factors').where('account_id', '=', accountId).where('id', '=', id).execute()
  if ((await listFactors(trx, accountId)).length === 0) await dropFactors(trx, accountId)
}

export async function dropFactors(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('second_factors').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}

export async function replaceCodes(
  trx: Transaction<Tables>,
  accountId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
  await trx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ account_id: accountId, code_hash })))
    .execute()
}

/** False when there is none, or it was used. */
export async function spendCode(trx: Transaction<Tables>, accountId: string, hash: Buffer): Promise<boolean> {
  const used = await trx
    .updateTable('recovery_codes')
    .set({ used_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('account_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function countCodes(db: Kysely<Tables>, accountId: string): Promise<number> {
  return countRows(db.selectFrom('recovery_codes').where('account_id', '=', accountId).where('used_at', 'is', null))
}

export async function findStanding(db: Kysely<Tables>, accountId: string) {
  return db
    .selectFrom('accounts')
    .select(['is_admin as isAdmin'])
    .select(hasFactor.as('hasFactor'))
    .where('id', '=', accountId)
    .executeTakeFirst()
}
