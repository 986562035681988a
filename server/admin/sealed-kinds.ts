/** The SQL of everything sealed in rows, for re-sealing. The audit chain's keys are apart (audit/chain-keys.ts). */
import { type Kysely, sql } from 'kysely'
import { totpOwner } from '../accounts/second-factor/codes.ts'
import { callbackKeyOwner } from '../callbacks/callback-secret.ts'
import { imageKeyOwner } from '../images/images.ts'
import { apiKeyOwner } from '../keys/keys.ts'
import { secretOwner } from '../mail/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'

export interface SealedThing {
  /** With the account its sort key; empty where the kind belongs to no account. */
  accountId: string
  id: string
  sealed: Buffer
  owner: string
}

export interface SealedKind {
  name: string
  read(db: Kysely<Tables>, after: Pick<SealedThing, 'accountId' | 'id'>, count: number): Promise<SealedThing[]>
  /** Replaces exactly what was read: it may have been destroyed meanwhile. */
  write(db: Kysely<Tables>, thing: SealedThing, anew: { sealed: Buffer; text: string; secrets: Secrets }): Promise<void>
}

export const sealedKinds: readonly SealedKind[] = [
  {
    name: 'API keys',
    async read(db, after, count) {
      const rows = await db
        .selectFrom('api_keys')
        .select(['account_id as accountId', 'id', 'sealed'])
        .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
        .orderBy('account_id')
        .orderBy('id')
        .limit(count)
        .execute()
      return rows.map((row) => ({ ...row, owner: apiKeyOwner(row.accountId, row.id) }))
    },
    async write(db, { accountId, id, sealed: before }, { sealed, text, secrets }) {
      await db
        .updateTable('api_keys')
        .set({ sealed, lookup_hash: secrets.lookupHash(text) })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('sealed', '=', before)
        .execute()
    },
  },
  {
    name: 'authenticator apps',
    async read(db, after, count) {
      const rows = await db
        .selectFrom('second_factors')
        .select(['account_id as accountId', 'id', 'sealed_secret'])
        .where('sealed_secret', 'is not', null)
        .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
        .orderBy('account_id')
        .orderBy('id')
        .limit(count)
        .execute()
      return rows.flatMap(({ sealed_secret: sealed, accountId, id }) =>
        sealed === null ? [] : [{ accountId, id, sealed, owner: totpOwner(accountId, id) }],
      )
    },
    async write(db, { accountId, id, sealed: before }, { sealed }) {
      await db
        .updateTable('second_factors')
        .set({ sealed_secret: sealed })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('sealed_secret', '=', before)
        .execute()
    },
  },
  {
    name: 'images',
    async read(db, after, count) {
      const rows = await db
        .selectFrom('images')
        .select(['account_id as accountId', 'id', 'verification_id as verificationId', 'wrapped_key'])
        .where('wrapped_key', 'is not', null)
        .where(sql<boolean>`(account_id, id) > (${after.accountId}, ${after.id})`)
        .orderBy('account_id')
        .orderBy('id')
        .limit(count)
        .execute()
      return rows.flatMap(({ wrapped_key: sealed, ...row }) =>
        sealed === null ? [] : [{ accountId: row.accountId, id: row.id, sealed, owner: imageKeyOwner(row) }],
      )
    },
    async write(db, { accountId, id, sealed: before }, { sealed }) {
      await db
        .updateTable('images')
        .set({ wrapped_key: sealed })
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .where('wrapped_key', '=', before)
        .execute()
    },
  },
  {
    name: 'emails',
    async read(db, after, count) {
      const rows = await db
        .selectFrom('letters')
        .select(['id', 'sealed_secret as sealed'])
        .where('sealed_secret', 'is not', null)
        .where('id', '>', after.id)
        .orderBy('id')
        .limit(count)
        .execute()
      return rows.flatMap(({ id, sealed }) =>
        sealed === null ? [] : [{ accountId: '', id, sealed, owner: secretOwner(id) }],
      )
    },
    async write(db, { id, sealed: before }, { sealed }) {
      await db
        .updateTable('letters')
        .set({ sealed_secret: sealed })
        .where('id', '=', id)
        .where('sealed_secret', '=', before)
        .execute()
    },
  },
  {
    name: 'keys of calls to developers',
    async read(db, after, count) {
      const rows = await db
        .selectFrom('callback_key')
        .selectAll()
        .where('id', '>', after.id)
        .orderBy('id')
        .limit(count)
        .execute()
      return rows.map((row) => ({ ...row, accountId: '', owner: callbackKeyOwner }))
    },
    async write(db, { id, sealed: before }, { sealed }) {
      await db.updateTable('callback_key').set({ sealed }).where('id', '=', id).where('sealed', '=', before).execute()
    },
  },
]
