import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { ChainEnd } from './chain.ts'

export interface KeyChange extends ChainEnd {
  sealedKey: Buffer
}

export async function findKeyChanges(db: Kysely<Tables>): Promise<KeyChange[]> {
  const rows = await db.selectFrom('audit_key_changes').selectAll().orderBy('sequence').execute()
  return rows.map(({ sequence, hash, sealed_key: sealedKey }) => ({ sequence: Number(sequence), hash, sealedKey }))
}

/** Where there is one for this end, no row was sealed between the two, and the first key counts. */
export async function insertKeyChange(trx: Transaction<Tables>, change: KeyChange): Promise<void> {
  const { sequence, hash, sealedKey } = change
  await trx
    .insertInto('audit_key_changes')
    .values({ sequence, hash, sealed_key: sealedKey })
    .onConflict((conflict) => conflict.column('sequence').doNothing())
    .execute()
}

export async function updateSealedKey(trx: Transaction<Tables>, { sequence, sealedKey }: KeyChange): Promise<void> {
  await trx
    .updateTable('audit_key_changes')
    .set({ sealed_key: sealedKey })
    .where('sequence', '=', sql<string>`${sequence}`)
    .execute()
}

export async function updateProofs(
  trx: Transaction<Tables>,
  { headMac, startMac }: { headMac: Buffer | null; startMac: Buffer | null },
): Promise<void> {
  await trx.updateTable('audit_head').set({ mac: headMac }).execute()
  await trx.updateTable('audit_start').set({ mac: startMac }).execute()
}
