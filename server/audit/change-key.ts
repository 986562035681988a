/** Continues the audit chain with the present secret's key. Needs the role that owns the tables. */
import type { Transaction } from 'kysely'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { lockHead } from './audit-store.ts'
import { isStartProven, keyOfHead, macOf, startMacOf } from './chain.ts'
import {
  findKeyChanges,
  insertKeyChange,
  isKeySealedByPresent,
  openKey,
  sealKey,
  updateProofs,
  updateSealedKey,
} from './chain-keys.ts'
import { lockStart } from './cut.ts'
import { ChainDamagedError } from './seal.ts'

/**
 * Answers the new key's first row, or undefined. Throws ChainDamagedError where no known secret fits an end or a key.
 */
export function changeChainKey({
  database,
  secrets,
}: {
  database: Database
  secrets: Secrets
}): Promise<number | undefined> {
  return database.asOwner((db) => inTransaction({ db }, (trx) => change(trx, secrets)))
}

async function change(trx: Transaction<Tables>, secrets: Secrets): Promise<number | undefined> {
  const head = await lockHead(trx)
  const start = await lockStart(trx)
  const before = keyOfHead(secrets, head)
  if (before === undefined || start === undefined || !isStartProven(before, start)) {
    throw new ChainDamagedError(
      'its head or its start was written with a secret that is not known, or was changed; npm run admin -- audit verify says more',
    )
  }
  await resealKeys(trx, secrets)
  const [key] = secrets.auditKeys
  if (before.equals(key)) return undefined
  await insertKeyChange(trx, { ...head, sealedKey: sealKey(secrets, head, before) })
  await updateProofs(trx, {
    headMac: macOf(key, head),
    startMac: start.sequence === 0 ? null : startMacOf(key, start),
  })
  return head.sequence + 1
}

async function resealKeys(trx: Transaction<Tables>, secrets: Secrets): Promise<void> {
  for (const change of await findKeyChanges(trx)) {
    if (isKeySealedByPresent(secrets, change)) continue
    const key = openKey(secrets, change)
    if (key === undefined) throw new ChainDamagedError(`the key of its rows up to ${change.sequence} cannot be opened`)
    await updateSealedKey(trx, { ...change, sealedKey: sealKey(secrets, change, key) })
  }
}
