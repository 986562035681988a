/** The tables of images (server/platform/database/migrations/0007-images.ts). */
import type { Generated } from 'kysely'
import type { SetOnInsert } from './column-types.ts'

export interface ImagesTable {
  account_id: string
  id: string
  /** Of the verification that it was sent with, which is there when `is_bound`. */
  verification_id: string
  is_bound: Generated<boolean>
  /** The key that opens the bytes, sealed; null once the image is destroyed. */
  wrapped_key: Buffer | null
  /** SHA-256 of what was sent. */
  original_sha256: Buffer
  perceptual_hash: Buffer | null
  width: number
  height: number
  /** In the store of files. */
  bytes: number
  has_exif: boolean
  /** The program that wrote the file, and the same where it is one for editing pictures. */
  software: string | null
  edited_by: string | null
  /** Not to be destroyed whatever is due. */
  is_held: Generated<boolean>
  destroy_after: Date | null
  destroyed_at: Date | null
  /** When the bytes of a destroyed image were removed from the store of files. */
  removed_at: Date | null
  created_at: SetOnInsert
}

/** Images of accounts that are gone, whose bytes may still be in the store of files (server/platform/database/migrations/0012-deletion.ts). */
export interface ImageRemainsTable {
  image_id: string
  noted_at: SetOnInsert
}

export interface ImageBandsTable {
  band: number
  value: number
  image_id: string
}
