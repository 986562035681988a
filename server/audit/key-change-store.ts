/** The SQL of where the key of the audit log's chain was changed. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { ChainEnd } from './chain.ts'

/** The rows up to this end, behind the change before, were sealed with a key of their own, which is kept sealed. */
export interface KeyChange extends ChainEnd {
  sealedKey: Buffer
}

/** Every change, the earliest first. */
export async function findKeyChanges(db: Kysely<Tables>): Promise<KeyChange[]> {
  const rows = await db.selectFrom('audit_key_changes').selectAll().orderBy('sequence').execute()
  return rows.map(({ sequence, hash, sealed_key: sealedKey }) => ({ sequence: Number(sequence), hash, sealedKey }))
}

/** Notes a change. Where there was one already, no row was sealed between the two, and the key of the first counts. */
export async function insertKeyChange(trx: Transaction<Tables>, change: KeyChange): Promise<void> {
  const { sequence, hash, sealedKey } = change
  await trx
    .insertInto('audit_key_changes')
    .values({ sequence, hash, sealed_key: sealedKey })
    .onConflict((conflict) => conflict.column('sequence').doNothing())
    .execute()
}

/** Keeps the key of a change sealed otherwise. */
export async function updateSealedKey(trx: Transaction<Tables>, { sequence, sealedKey }: KeyChange): Promise<void> {
  await trx
    .updateTable('audit_key_changes')
    .set({ sealed_key: sealedKey })
    .where('sequence', '=', sql<string>`${sequence}`)
    .execute()
}

/** Proves the head and the start of the chain anew. */
export async function updateProofs(
  trx: Transaction<Tables>,
  { headMac, startMac }: { headMac: Buffer | null; startMac: Buffer | null },
): Promise<void> {
  await trx.updateTable('audit_head').set({ mac: headMac }).execute()
  await trx.updateTable('audit_start').set({ mac: startMac }).execute()
}
