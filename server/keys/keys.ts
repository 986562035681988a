/** API keys: found by keyed hash, never in the clear. A sealed copy shows the Default key, and how others begin. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { createKeyText } from './key-format.ts'
import { type AccountRow, findByAccount, findDefault, insertRow, type NewKeyRow } from './key-store.ts'

/** For so long a replaced key is answered with when it was replaced. */
const replacedKept = sql`interval '90 days'`

export type KeyKind = Pick<NewKeyRow, 'name' | 'mode' | 'isDefault' | 'scopes' | 'networks' | 'expiresAt'>

export const defaultKey: KeyKind = {
  name: 'Default',
  mode: 'live',
  isDefault: true,
  scopes: null,
  networks: null,
  expiresAt: null,
}

export async function createKey(
  trx: Transaction<Tables>,
  secrets: Secrets,
  accountId: string,
  kind = defaultKey,
): Promise<{ id: string; key: string }> {
  const key = createKeyText(kind.mode)
  const id = uuidv7()
  const sealed = secrets.seal(key, apiKeyOwner(accountId, id))
  await insertRow(trx, { accountId, id, lookupHash: secrets.lookupHash(key), sealed, ...kind })
  return { id, key }
}

/** The Default key. Throws when it was sealed with another secret. */
export async function showKey(db: Kysely<Tables>, secrets: Secrets, accountId: string): Promise<string> {
  const { id, sealed } = await findDefault(db, accountId)
  return secrets.unseal(sealed, apiKeyOwner(accountId, id))
}

export async function accountOf(db: Kysely<Tables>, accountId: string): Promise<AccountRow> {
  const account = await findByAccount(db, accountId)
  // Its session was checked a moment ago: the account was just deleted.
  if (account === undefined) throw new Error('The account of a running session is gone.')
  return account
}

/** Names of the account's keys by id, also of those that ended of late. */
export async function keyNamesOf(db: Kysely<Tables>, accountId: string): Promise<Map<string, string>> {
  const keys = await db.selectFrom('api_keys').select(['id', 'name']).where('account_id', '=', accountId).execute()
  return new Map(keys.map(({ id, name }) => [id, name]))
}

/** Binds a sealed key to its row. */
export function apiKeyOwner(accountId: string, keyId: string): string {
  return `${accountId}|${keyId}`
}

export async function forgetReplacedKeys(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`revoked_at < ${now} - ${replacedKept}`
  await deleteInBatches(db, { table: 'api_keys', key: ['account_id', 'id'], condition })
}
