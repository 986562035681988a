/**
 * The secrets that sign calls to developers' programs. Programs hold them, so they outlast the installation's secret:
 * they come from a sealed key, at first derived from that secret. An account that changes hands gets another one.
 */
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { keyedHash, type Secrets } from '../platform/secrets.ts'
import { placeOfSecret } from '../platform/secrets-check.ts'

interface Parts {
  database: { db: Kysely<Tables> }
  secrets: Secrets
}

const keyId = 'only'

export const callbackKeyOwner = 'callback key'

/** For the secrets of a webhook endpoint, which are random and sealed. */
export function webhookSecretOwner(accountId: string, id: string): string {
  return `webhook|${accountId}|${id}`
}

/** `whsec_` and 32 bytes in base64. */
export async function callbackSecret(parts: Parts, accountId: string): Promise<string> {
  const key = await callbackKey(parts)
  const { generation } = await parts.database.db
    .selectFrom('accounts')
    .select('callback_generation as generation')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const purpose = generation === 0 ? `callback\n${accountId}` : `callback\n${accountId}\n${generation}`
  return `whsec_${keyedHash(key, purpose).toString('base64')}`
}

export async function changeCallbackSecret(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set(({ eb }) => ({ callback_generation: eb('callback_generation', '+', 1) }))
    .where('id', '=', accountId)
    .execute()
}

export async function callbackKey({ database: { db }, secrets }: Parts): Promise<Buffer> {
  const sealed = (await findSealed(db)) ?? (await make(db, secrets))
  return Buffer.from(secrets.unseal(sealed, callbackKeyOwner), 'base64url')
}

/** The first of several processes to store it wins. */
async function make(db: Kysely<Tables>, secrets: Secrets): Promise<Buffer> {
  // From the secret by which calls were signed until now.
  const key = secrets.linkKeys[(await placeOfSecret(db, secrets)) ?? 0] ?? secrets.linkKeys[0]
  await db
    .insertInto('callback_key')
    .values({ id: keyId, sealed: secrets.seal(key.toString('base64url'), callbackKeyOwner) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const sealed = await findSealed(db)
  if (sealed === undefined) throw new Error('The key of calls to developers that was just stored is gone.')
  return sealed
}

async function findSealed(db: Kysely<Tables>): Promise<Buffer | undefined> {
  const row = await db.selectFrom('callback_key').select('sealed').where('id', '=', keyId).executeTakeFirst()
  return row?.sealed
}
