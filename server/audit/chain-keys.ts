/**
 * The keys of the audit log's chain. When the secret of the installation is changed, the chain goes on with a key of the new one,
 * and the key of the rows before is kept, sealed with the new secret for the very end that it was used up to. So the rows before are
 * verified as ever, and whoever has only the old secret can change none of them: the seal at the end of them is fixed.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { findHead } from './audit-store.ts'
import { anchorText, type ChainEnd } from './chain.ts'
import { findKeyChanges, type KeyChange } from './key-change-store.ts'
import { keyOfHead } from './proof.ts'

export interface ChainKeys {
  /** What the head and the start are proven by. */
  present: Buffer
  /** What the row of this number is sealed with. */
  of(sequence: number): Buffer
  /** Ends of the chain at which the key was changed. */
  changes: readonly ChainEnd[]
}

/** The keys of the chain as it is; undefined where one was changed by somebody without the secret. */
export async function findChainKeys(db: Kysely<Tables>, secrets: Secrets): Promise<ChainKeys | undefined> {
  // Of a head that nobody proves, the present secret's key tells most.
  const present = keyOfHead(secrets, await findHead(db)) ?? secrets.auditKeys[0]
  const changes = await findKeyChanges(db)
  const keys = changes.map((change) => ({ to: change.sequence, key: openKey(secrets, change) }))
  if (keys.some(({ key }) => key === undefined)) return undefined
  return { present, changes, of: (sequence) => keys.find(({ to }) => sequence <= to)?.key ?? present }
}

/** The key of the rows before a change; undefined where none of the secrets opens it for this end. */
export function openKey(secrets: Secrets, change: KeyChange): Buffer | undefined {
  try {
    return Buffer.from(secrets.unseal(change.sealedKey, keyOwner(change)), 'base64url')
  } catch {
    return undefined
  }
}

/** Seals a key for the end that it was used up to. */
export function sealKey(secrets: Secrets, end: ChainEnd, key: Buffer): Buffer {
  return secrets.seal(key.toString('base64url'), keyOwner(end))
}

/** Whether the present secret opens the key of a change. */
export function isKeySealedByPresent(secrets: Secrets, change: KeyChange): boolean {
  return secrets.isSealedByPresent(change.sealedKey, keyOwner(change))
}

function keyOwner(end: ChainEnd): string {
  return `audit key|${anchorText(end)}`
}
