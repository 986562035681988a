/** The SQL of everything sealed in rows, for re-sealing. The audit chain's keys are apart (audit/chain-keys.ts). */
import { type Kysely, sql } from 'kysely'
import { totpOwner } from '../accounts/second-factor/codes.ts'
import { imageKeyOwner } from '../images/images.ts'
import { apiKeyOwner } from '../keys/keys.ts'
import { secretOwner } from '../mail/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'
import { callbackKeyOwner, webhookSecretOwner } from '../webhooks/callback-secret.ts'

export interface SealedThing {
  /** With the account its sort key; empty where the kind belongs to no account. */
  accountId: string
  id: string
  sealed: Buffer
  owner: string
}

interface SealedRow extends Omit<SealedThing, 'owner'> {
  verificationId: string
}

export interface SealedKind {
  name: string
  table: keyof Tables
  column: string
  isOfAccount: boolean
  ownerOf(row: SealedRow): string
}

export const sealedKinds: readonly SealedKind[] = [
  {
    name: 'API keys',
    table: 'api_keys',
    column: 'sealed',
    isOfAccount: true,
    ownerOf: ({ accountId, id }) => apiKeyOwner(accountId, id),
  },
  {
    name: 'authenticator apps',
    table: 'second_factors',
    column: 'sealed_secret',
    isOfAccount: true,
    ownerOf: ({ accountId, id }) => totpOwner(accountId, id),
  },
  { name: 'images', table: 'images', column: 'wrapped_key', isOfAccount: true, ownerOf: imageKeyOwner },
  {
    name: 'emails',
    table: 'letters',
    column: 'sealed_secret',
    isOfAccount: false,
    ownerOf: ({ id }) => secretOwner(id),
  },
  ...(['sealed_secret', 'sealed_old_secret'] as const).map(
    (column): SealedKind => ({
      name: column === 'sealed_secret' ? 'secrets of webhooks' : 'secrets of webhooks before a rotation',
      table: 'webhooks',
      column,
      isOfAccount: true,
      ownerOf: ({ accountId, id }) => webhookSecretOwner(accountId, id),
    }),
  ),
  {
    name: 'keys of calls to developers',
    table: 'callback_key',
    column: 'sealed',
    isOfAccount: false,
    ownerOf: () => callbackKeyOwner,
  },
]

/** The next rows by account and id that hold something sealed. */
export async function readSealed(
  db: Kysely<Tables>,
  { table, column, isOfAccount, ownerOf }: SealedKind,
  after: Pick<SealedThing, 'accountId' | 'id'>,
  count: number,
): Promise<SealedThing[]> {
  const accountId = isOfAccount ? sql`account_id` : sql`''`
  const verificationId = table === 'images' ? sql`verification_id` : sql`''`
  const { rows } = await sql<SealedRow>`
    select ${accountId} as "accountId", id, ${sql.ref(column)} as sealed, ${verificationId} as "verificationId"
    from ${sql.table(table)} where ${sql.ref(column)} is not null and (${accountId}, id) > (${after.accountId}, ${after.id})
    order by 1, 2 limit ${count}`.execute(db)
  return rows.map((row) => ({ ...row, owner: ownerOf(row) }))
}

/** Replaces exactly what was read: it may have been destroyed meanwhile. An API key is hashed again too. */
export async function writeSealed(
  db: Kysely<Tables>,
  { table, column, isOfAccount }: SealedKind,
  { accountId, id, owner, sealed: before }: SealedThing,
  text: string,
  secrets: Secrets,
): Promise<void> {
  const hash = table === 'api_keys' ? sql`, lookup_hash = ${secrets.lookupHash(text)}` : sql``
  const ofAccount = isOfAccount ? sql`account_id = ${accountId} and` : sql``
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${secrets.seal(text, owner)}${hash}
    where ${ofAccount} id = ${id} and ${sql.ref(column)} = ${before}`.execute(db)
}
