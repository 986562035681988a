/** The SQL of all that is sealed in rows, so that it can be sealed anew. The keys of the audit log's chain are its own matter. */
import { type Kysely, sql } from 'kysely'
import { totpOwner } from '../accounts/second-factor/totp.ts'
import { callbackKeyOwner } from '../callbacks/callback-secret.ts'
import { imageKeyOwner } from '../images/images.ts'
import { apiKeyOwner } from '../keys/keys.ts'
import { secretOwner } from '../mail/queue.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Secrets } from '../platform/secrets.ts'

/** One thing that is sealed. */
export interface SealedThing {
  /** With the account its place in the order; empty where its kind belongs to no account. */
  accountId: string
  id: string
  sealed: Buffer
  /** What it is sealed for. */
  owner: string
}

/** Things of one kind. `name` is that of several. */
export interface SealedKind {
  name: string
  /** Up to `count` of them behind a place in their order. */
  read(db: Kysely<Tables>, after: Pick<SealedThing, 'accountId' | 'id'>, count: number): Promise<SealedThing[]>
  /**
   * Puts what is sealed anew in the place of what was read, and nothing in the place of anything else: it may have been destroyed
   * meanwhile. `text` is what is sealed.
   */
  write(db: Kysely<Tables>, thing: SealedThing, anew: { sealed: Buffer; text: string; secrets: Secrets }): Promise<void>
}

/** Every kind there is. */
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
    name: 'letters',
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
