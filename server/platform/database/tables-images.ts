/** Tables of images (migrations 0007 and 0012). */
import type { Generated } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

export interface ImagesTable {
  account_id: string
  id: string
  verification_id: string
  is_bound: Generated<boolean>
  /** The key that opens the bytes, sealed; null once the image is destroyed. */
  wrapped_key: Buffer | null
  /** SHA-256 of what was sent. */
  original_sha256: Buffer
  perceptual_hash: Buffer | null
  width: number
  height: number
  bytes: number
  has_exif: boolean
  software: string | null
  edited_by: string | null
  is_held: Generated<boolean>
  destroy_after: Date | null
  destroyed_at: Date | null
  removed_at: Date | null
  created_at: SetOnInsert
}

/** Images of deleted accounts whose bytes may still be in the file store. */
export interface ImageRemainsTable {
  image_id: string
  noted_at: SetOnInsert
}

export interface ImageBandsTable {
  band: number
  value: number
  image_id: string
}
