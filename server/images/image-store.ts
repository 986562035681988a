/** The SQL of images. The database's clock decides what is due, so that all processes agree. */
import { type Kysely, sql, type Transaction } from 'kysely'
import { lockAccount } from '../accounts/account.ts'
import { countRows } from '../platform/database/count-rows.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { PreparedImage } from './image-answer.ts'
import { bandsOf } from './perceptual-hash.ts'

export interface StoredImage {
  accountId: string
  id: string
  verificationId: string
  wrappedKey: Buffer
}

export interface ImageId {
  accountId: string
  id: string
}

/** False when the account has `storedMax` already. Locks the account's row, so that calls take turns. */
export async function insertImage(
  trx: Transaction<Tables>,
  image: StoredImage & Pick<PreparedImage, 'originalSha256' | 'hashes' | 'width' | 'height' | 'metadata'>,
  bytes: number,
  storedMax: number,
): Promise<boolean> {
  const { accountId, id, verificationId, wrappedKey, originalSha256, hashes, width, height, metadata } = image
  await lockAccount(trx, accountId)
  const stored = trx.selectFrom('images').where('account_id', '=', accountId).where('wrapped_key', 'is not', null)
  if ((await countRows(stored)) >= storedMax) return false
  // One statement: the caller waits for each.
  await trx
    .with('noted', (query) =>
      query
        .insertInto('images')
        .values({
          account_id: accountId,
          id,
          verification_id: verificationId,
          wrapped_key: wrappedKey,
          original_sha256: originalSha256,
          perceptual_hash: hashes[0],
          width,
          height,
          bytes,
          has_exif: metadata.hasExif,
          software: metadata.software ?? null,
          edited_by: metadata.editedBy ?? null,
          destroy_after: null,
          destroyed_at: null,
          removed_at: null,
        })
        .returning('id'),
    )
    .insertInto('image_bands')
    .values(bandsOf(hashes[0]).map((value, band) => ({ band, value, image_id: id })))
    .execute()
  return true
}

export async function findImage(db: Kysely<Tables>, id: string): Promise<StoredImage | undefined> {
  const row = await db.selectFrom('images').select(storedColumns).where('id', '=', id).executeTakeFirst()
  return row === undefined || row.wrappedKey === null ? undefined : { ...row, wrappedKey: row.wrappedKey }
}

export interface ImageFacts {
  width: number
  height: number
  bytes: number
  hasExif: boolean
  software: string | null
}

export function describeImage(db: Kysely<Tables>, id: string): Promise<ImageFacts | undefined> {
  return db
    .selectFrom('images')
    .select(['width', 'height', 'bytes', 'has_exif as hasExif', 'software'])
    .where('id', '=', id)
    .where('wrapped_key', 'is not', null)
    .executeTakeFirst()
}

/** The same account may send an image for the same NPI again. */
export interface Sender {
  accountId: string
  npi: string
}

/** Destroyed ones count. */
export async function countSameBytes(db: Kysely<Tables>, originalSha256: Buffer, sender: Sender): Promise<number> {
  return countRows(fromElsewhere(db, sender).where('original_sha256', '=', originalSha256))
}

/** Images of other bytes whose hash shares most bands with one of these, the nearest first. */
export async function findNearHashes(
  db: Kysely<Tables>,
  { originalSha256, hashes }: Pick<PreparedImage, 'originalSha256' | 'hashes'>,
  sender: Sender,
  countMax: number,
) {
  const wanted = hashes.flatMap((hash, position) => bandsOf(hash).map((value, band) => ({ position, band, value })))
  const column = (name: 'position' | 'band' | 'value') => sql`${wanted.map((one) => one[name])}::int[]`
  const shared = sql<{ image_id: string; shared: number }>`(
    select image_id, max(shared) as shared from (
      select image_id, position, count(*) as shared from image_bands
      join unnest(${column('position')}, ${column('band')}, ${column('value')}) as wanted (position, band, value) using (band, value)
      group by image_id, position) as by_position
    group by image_id)`
  const rows = await fromElsewhere(db, sender)
    .innerJoin(shared.as('near'), 'near.image_id', 'images.id')
    .select([...storedColumns, 'perceptual_hash'])
    .where('original_sha256', '<>', originalSha256)
    .orderBy('near.shared', 'desc')
    .limit(countMax)
    .execute()
  return rows.flatMap(({ perceptual_hash: perceptualHash, wrappedKey, ...image }) =>
    wrappedKey === null || perceptualHash === null ? [] : [{ image: { ...image, wrappedKey }, perceptualHash }],
  )
}

function fromElsewhere(db: Kysely<Tables>, { accountId, npi }: Sender) {
  return db
    .selectFrom('images')
    .leftJoin('verifications', (join) =>
      join
        .onRef('verifications.account_id', '=', 'images.account_id')
        .onRef('verifications.id', '=', 'images.verification_id'),
    )
    .where('is_bound', '=', true)
    .where(({ or, and, eb }) =>
      or([
        eb('images.account_id', '<>', accountId),
        // A clinician who withdrew a request with a mistyped NPI sends the same image with the right one.
        and([eb('npi', '<>', npi), eb('status', '<>', 'withdrawn')]),
      ]),
    )
}

/** Destroys the key and the hashes; the bytes are noise then. */
export async function destroyKey(trx: Transaction<Tables>, { accountId, id }: ImageId): Promise<void> {
  await trx
    .updateTable('images')
    .set({ wrapped_key: null, perceptual_hash: null, destroyed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('wrapped_key', 'is not', null)
    .execute()
  await trx.deleteFrom('image_bands').where('image_id', '=', id).execute()
}

// Images stay as long as their accounts: the conditions and the order of these three agree with the indexes of
// 0016-due-indexes.ts.

export function findDue(db: Kysely<Tables>, countMax: number): Promise<ImageId[]> {
  return imageIds(db, countMax)
    .where(isDestructible)
    .where('destroy_after', '<=', sql<Date>`now()`)
    .orderBy('destroy_after')
    .execute()
}

/** Images of verifications that were never stored, because the process died in between. */
export function findUnbound(db: Kysely<Tables>, minutes: number, countMax: number): Promise<ImageId[]> {
  return imageIds(db, countMax)
    .where(isDestructible)
    .where(sql<boolean>`not is_bound`)
    .where('created_at', '<', minutesAgo(minutes))
    .orderBy('created_at')
    .execute()
}

export function findUnremoved(db: Kysely<Tables>, countMax: number): Promise<ImageId[]> {
  return imageIds(db, countMax)
    .where('destroyed_at', 'is not', null)
    .where('removed_at', 'is', null)
    .orderBy('destroyed_at')
    .execute()
}

const isDestructible = sql<boolean>`wrapped_key is not null and not is_held`
const minutesAgo = (minutes: number) => sql<Date>`now() - ${minutes} * interval '1 minute'`

function imageIds(db: Kysely<Tables>, countMax: number) {
  return db.selectFrom('images').select(['account_id as accountId', 'id']).limit(countMax)
}

export async function noteRemoved(db: Kysely<Tables>, { accountId, id }: ImageId): Promise<void> {
  await db
    .updateTable('images')
    .set({ removed_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()
}

/** Images of deleted accounts whose bytes may still be stored, once no request can be adding to them. */
export async function findRemains(db: Kysely<Tables>, minutes: number, countMax: number): Promise<string[]> {
  const rows = await db
    .selectFrom('image_remains')
    .select('image_id')
    .where('noted_at', '<', minutesAgo(minutes))
    .orderBy('noted_at')
    .limit(countMax)
    .execute()
  return rows.map(({ image_id }) => image_id)
}

export async function forgetRemains(db: Kysely<Tables>, imageId: string): Promise<void> {
  await db.deleteFrom('image_remains').where('image_id', '=', imageId).execute()
}

const storedColumns = [
  'images.account_id as accountId',
  'images.id',
  'images.verification_id as verificationId',
  'images.wrapped_key as wrappedKey',
] as const
