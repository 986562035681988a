/**
 * API keys of accounts. Every account has exactly one that works, from the moment it is made. A key is found by its keyed hash
 * and shown from a sealed copy; in the clear it is stored nowhere. Who bears a key is told by check-key.ts.
 */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import { createKeyText } from './key-format.ts'
import { type AccountRow, findActive, findByAccount, insertRow } from './key-store.ts'

/** For how long whoever still sends a replaced key is told since when it is one; after that it is a key of nobody. */
const replacedKept = sql`interval '90 days'`

/** Gives an account that has no working key a new one, and answers it. */
export async function createKey(trx: Transaction<Tables>, secrets: Secrets, accountId: string): Promise<string> {
  const key = createKeyText()
  const id = uuidv7()
  const sealed = secrets.seal(key, apiKeyOwner(accountId, id))
  await insertRow(trx, { accountId, id, lookupHash: secrets.lookupHash(key), sealed })
  return key
}

/** The working key of an account. Throws when it was sealed with another secret. */
export async function showKey(db: Kysely<Tables>, secrets: Secrets, accountId: string): Promise<string> {
  const { id, sealed } = await findActive(db, accountId)
  return secrets.unseal(sealed, apiKeyOwner(accountId, id))
}

/** An account as its limits need it; every account has a working key. */
export async function accountOf(db: Kysely<Tables>, accountId: string): Promise<AccountRow> {
  const account = await findByAccount(db, accountId)
  // A session was there a moment ago and goes with its account, so this is the account's last moment, not a mistake.
  if (account === undefined) throw new Error('The account of a running session is gone.')
  return account
}

/** Binds a sealed key to its row: put into another account's row, it does not open. */
export function apiKeyOwner(accountId: string, keyId: string): string {
  return `${accountId}|${keyId}`
}

/** Forgets keys that were replaced long before the moment `now`. */
export async function forgetReplacedKeys(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`revoked_at < ${now} - ${replacedKept}`
  await deleteInBatches(db, { table: 'api_keys', key: ['account_id', 'id'], condition })
}
