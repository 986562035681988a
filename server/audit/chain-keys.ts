/**
 * The keys of the audit chain. When the secret changes, the chain goes on with a new key; the old key is kept, sealed
 * for the end it was used up to. Old rows verify as before, and the old secret alone can change none of them.
 */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { findHead } from './audit-store.ts'
import { anchorText, type ChainEnd, keyOfHead } from './chain.ts'

export interface ChainKeys {
  present: Buffer
  of(sequence: number): Buffer
  changes: readonly ChainEnd[]
}

/** Undefined where a change was written without the secret. */
export async function findChainKeys(db: Kysely<Tables>, secrets: Secrets): Promise<ChainKeys | undefined> {
  const present = keyOfHead(secrets, await findHead(db)) ?? secrets.auditKeys[0]
  const changes = await findKeyChanges(db)
  const keys = changes.map((change) => ({ to: change.sequence, key: openKey(secrets, change) }))
  if (keys.some(({ key }) => key === undefined)) return undefined
  return { present, changes, of: (sequence) => keys.find(({ to }) => sequence <= to)?.key ?? present }
}

/** Undefined where none of the secrets opens it. */
export function openKey(secrets: Secrets, change: KeyChange): Buffer | undefined {
  try {
    return Buffer.from(secrets.unseal(change.sealedKey, keyOwner(change)), 'base64url')
  } catch {
    return undefined
  }
}

export function sealKey(secrets: Secrets, end: ChainEnd, key: Buffer): Buffer {
  return secrets.seal(key.toString('base64url'), keyOwner(end))
}

export function isKeySealedByPresent(secrets: Secrets, change: KeyChange): boolean {
  return secrets.isSealedByPresent(change.sealedKey, keyOwner(change))
}

function keyOwner(end: ChainEnd): string {
  return `audit key|${anchorText(end)}`
}

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
