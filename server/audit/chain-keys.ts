/**
 * The keys of the audit chain. When the secret changes, the chain goes on with a new key; the old key is kept, sealed
 * with the new secret for the end it was used up to. Old rows verify as before, and the old secret alone can change
 * none of them.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { findHead } from './audit-store.ts'
import { anchorText, type ChainEnd } from './chain.ts'
import { findKeyChanges, type KeyChange } from './key-change-store.ts'
import { keyOfHead } from './proof.ts'

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
