/** The SQL of shares. The database's clock decides what has ended, so that all processes agree. */
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { passcodeFailuresMax, shareKeptDays, sharesListedMax, shareViewsListedMax } from '#contract/limits'
import type { OpeningWay, ShareStatus } from '#contract/share-endpoints'
import type { CredentialType } from '#contract/verification-words'
import { countRows } from '../platform/database/count-rows.ts'
import { deleteInBatches } from '../platform/database/delete-in-batches.ts'
import type { SharedContent, Tables } from '../platform/database/tables.ts'

const hasOpeningsLeft = sql<boolean>`(views_max is null or views < views_max)`

/** By the clock, since an opening may wait for others of its share past the end. */
const isRunning = sql<boolean>`(revoked_at is null and passcode_failures < ${passcodeFailuresMax}
  and shares.expires_at > clock_timestamp())`

const isActive = sql<boolean>`(${isRunning} and ${hasOpeningsLeft})`

const status = sql<ShareStatus>`case when revoked_at is not null then 'revoked'
  when passcode_failures >= ${passcodeFailuresMax} then 'locked' when not ${hasOpeningsLeft} then 'used_up'
  when shares.expires_at <= now() then 'expired' else 'active' end`

export interface NewShare {
  accountId: string
  id: string
  linkHash: Buffer
  passcodeHash: Buffer | null
  sealedKey: Buffer
  verificationIds: readonly string[]
  content: SharedContent
  recipient: string | null
  showsLicense: boolean
  viewsMax: number | null
  expiresAt: RawBuilder<Date>
  entry: { listNumber: number; listIndex: number }
}

export async function insertShare(trx: Transaction<Tables>, share: NewShare): Promise<void> {
  await trx
    .insertInto('shares')
    .values({
      account_id: share.accountId,
      id: share.id,
      link_hash: share.linkHash,
      passcode_hash: share.passcodeHash,
      sealed_key: share.sealedKey,
      verification_ids: JSON.stringify(share.verificationIds),
      content: JSON.stringify(share.content),
      recipient: share.recipient,
      shows_license: share.showsLicense,
      views_max: share.viewsMax,
      list_number: share.entry.listNumber,
      list_index: share.entry.listIndex,
      expires_at: share.expiresAt,
    })
    .execute()
}

export async function countActive(db: Kysely<Tables>, accountId: string): Promise<number> {
  return countRows(db.selectFrom('shares').where('account_id', '=', accountId).where(isActive))
}

export type ShareRow = Awaited<ReturnType<typeof findShares>>[number]

/** The newest first: the active ones and the last of the others, or that of the id. */
export async function findShares(db: Kysely<Tables>, accountId: string, id?: string) {
  const rows = await db
    .selectFrom('shares')
    .select(['id', 'recipient', 'views', 'views_max as viewsMax', 'shows_license as showsLicense'])
    .select(sql<CredentialType[]>`jsonb_path_query_array(content, '$.credentials[*].credential')`.as('credentials'))
    .select(['created_at as createdAt', 'expires_at as expiresAt', 'last_opened_at as lastOpenedAt'])
    .select([sql<boolean>`passcode_hash is not null`.as('isPasscodeSet'), status.as('status')])
    .select(({ selectFrom }) =>
      selectFrom('share_views')
        .select('share_views.recipient')
        .whereRef('share_views.account_id', '=', 'shares.account_id')
        .whereRef('share_id', '=', 'shares.id')
        .whereRef('number', '=', 'shares.views')
        .as('lastOpenedBy'),
    )
    .where('account_id', '=', accountId)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .orderBy(isActive, 'desc')
    .orderBy('id', 'desc')
    .limit(sharesListedMax)
    .execute()
  return rows.sort((a, b) => (a.id < b.id ? 1 : -1))
}

/** What an opened share is shown by. */
const openedColumns = [
  'id',
  'content',
  'sealed_key as sealedKey',
  'created_at as createdAt',
  'expires_at as expiresAt',
  'list_number as listNumber',
  'list_index as listIndex',
] as const

/**
 * Counts an opening of an active share, or a wrong passcode, in one statement: of simultaneous calls the row's lock
 * admits one after the other, each on what the one before has left. Undefined for a share that is not active.
 */
export async function tryOpening(trx: Transaction<Tables>, linkHash: Buffer, passcode: Buffer | null) {
  const isRight = sql<boolean>`(passcode_hash is null or coalesce(passcode_hash = ${passcode}::bytea, false))`
  const isWrong = sql<boolean>`(passcode_hash is not null and coalesce(passcode_hash <> ${passcode}::bytea, false))`
  return trx
    .updateTable('shares')
    .set({
      views: sql<number>`views + ${isRight}::int`,
      passcode_failures: sql<number>`passcode_failures + ${isWrong}::int`,
      last_opened_at: sql<Date>`case when ${isRight} then now() else last_opened_at end`,
    })
    .where('link_hash', '=', linkHash)
    .where(isActive)
    .returning(openedColumns)
    .returning(['account_id as accountId', 'recipient', 'views'])
    .returning(['passcode_failures as failures', isRight.as('isRight')])
    .executeTakeFirst()
}

export type Opening = NonNullable<Awaited<ReturnType<typeof tryOpening>>>

/** For who opened it a moment ago, perhaps as the last that might. */
export async function findOpened(db: Kysely<Tables>, linkHash: Buffer) {
  return db
    .selectFrom('shares')
    .select(openedColumns)
    .where('link_hash', '=', linkHash)
    .where(isRunning)
    .executeTakeFirst()
}

export type Opened = NonNullable<Awaited<ReturnType<typeof findOpened>>>

export async function findShareId(db: Kysely<Tables>, linkHash: Buffer): Promise<string | undefined> {
  const row = await db.selectFrom('shares').select('id').where('link_hash', '=', linkHash).executeTakeFirst()
  return row?.id
}

export interface View {
  recipient: string
  way: OpeningWay
  browser: string | null
  network: string | null
}

/** Keeps the last ones only: anybody with the link adds to them. */
export async function insertView(trx: Transaction<Tables>, { accountId, id, views }: Opening, view: View) {
  await trx
    .insertInto('share_views')
    .values({ account_id: accountId, share_id: id, number: views, ...view })
    .execute()
  await trx
    .deleteFrom('share_views')
    .where('account_id', '=', accountId)
    .where('share_id', '=', id)
    .where('number', '=', views - shareViewsListedMax)
    .execute()
}

export async function findViews(db: Kysely<Tables>, accountId: string, shareId: string) {
  return db
    .selectFrom('share_views')
    .select(['opened_at as openedAt', 'recipient', 'way', 'browser', 'network'])
    .where('account_id', '=', accountId)
    .where('share_id', '=', shareId)
    .orderBy('number', 'desc')
    .execute()
}

/** Those of the account that have neither ended nor been revoked: that of the id, those of a verification, or all. */
export async function markRevoked(
  trx: Transaction<Tables>,
  accountId: string,
  { id, verificationId }: { id?: string; verificationId?: string } = {},
) {
  return trx
    .updateTable('shares')
    .set({ revoked_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .$if(verificationId !== undefined, (query) =>
      query.where(sql<boolean>`verification_ids @> ${JSON.stringify([verificationId])}::jsonb`),
    )
    .returning(['id', 'list_number as listNumber', 'list_index as listIndex'])
    .execute()
}

export async function isEmailed(db: Kysely<Tables>, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('accounts')
    .select('is_emailed_on_opening as isEmailed')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.isEmailed === true
}

/** The address for an email about an opening; undefined where its owner wants none. */
export async function openingEmail(db: Kysely<Tables>, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', accountId)
    .where('is_emailed_on_opening', '=', true)
    .executeTakeFirst()
  return row?.email
}

export async function setEmailed(db: Kysely<Tables>, accountId: string, isEmailed: boolean): Promise<void> {
  await db.updateTable('accounts').set({ is_emailed_on_opening: isEmailed }).where('id', '=', accountId).execute()
}

export async function dropShares(trx: Transaction<Tables>, accountId: string): Promise<void> {
  await trx.deleteFrom('shares').where('account_id', '=', accountId).execute()
}

export async function forgetShares(db: Kysely<Tables>, now: RawBuilder<Date>): Promise<void> {
  const condition = sql`expires_at < ${now} - ${shareKeptDays} * interval '1 day'`
  await deleteInBatches(db, { table: 'shares', key: ['account_id', 'id'], condition })
}
