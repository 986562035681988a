/**
 * Images of credentials, from what somebody sent to what an admin looks at. An image is decoded elsewhere and made anew
 * (decoder/), encrypted with a key of its own, and put into the store of files; the key lies in the database, sealed with the
 * installation's secret. Whoever has the store has noise, and destroying the key destroys the image wherever copies of it are.
 *
 * An image is noted before its bytes are stored and bound when its verification is there, so that a crash in between leaves
 * nothing that `upkeep` does not clear away. Bytes that were changed or swapped are treated as gone, and the log says so. A store
 * that does not answer fails with a FilesAwayError.
 */
import { randomBytes } from 'node:crypto'
import { imagesStoredMax } from '#contract/limits'
import { type Database, inTransaction } from '../parts/database.ts'
import type { Files } from '../parts/files.ts'
import { sealBytes, sealKeyBytes, unsealBytes } from '../parts/sealed-bytes.ts'
import type { Secrets } from '../parts/secrets.ts'
import { uuidv7 } from '../parts/uuid.ts'
import type { DecoderPool } from './decoder/decoder-pool.ts'
import { type ImageAnswer, type PreparedImage, tooCostly } from './image-answer.ts'
import {
  describeImage,
  destroyKey,
  findDue,
  findImage,
  findNearHashes,
  findRemains,
  findSameBytes,
  findUnbound,
  findUnremoved,
  forgetRemains,
  type ImageFacts,
  type ImageId,
  insertImage,
  noteRemoved,
  type StoredImage,
} from './image-store.ts'
import { bitsApart } from './perceptual-hash.ts'

/** An image that was sent before. */
interface SameImage {
  accountId: string
  imageId: string
  verificationId: string
  /** The very same bytes, other bytes that show the same, or such that seem to and could not be compared. */
  kind: 'exact' | 'near' | 'unsure'
}

export interface Images {
  /** Decodes what was sent and makes the image anew; 'busy' when too many wait. */
  prepare(base64: string): Promise<ImageAnswer | 'busy'>
  /** Stores a prepared image of an account for a verification; answers its id, or 'full' when the account has too many. */
  keep(owner: { accountId: string; verificationId: string }, image: PreparedImage): Promise<string | 'full'>
  /** The image, WebP; undefined when it was destroyed, never there, or its bytes are not what was stored. */
  read(id: string): Promise<{ webp: Buffer; image: StoredImage } | undefined>
  /** Facts about an image for whoever judges it; undefined once it is destroyed. */
  describe(id: string): Promise<ImageFacts | undefined>
  /** Images of all accounts that show the same; those of the same bytes first. */
  findSame(image: PreparedImage): Promise<SameImage[]>
  /** Destroys what is due and removes what is destroyed, also with its account; answers how many were destroyed. */
  upkeep(): Promise<number>
  /** How often the bytes of an image were not what was stored, since the process started. */
  damages(): number
}

export interface ImageParts {
  database: Database
  files: Files
  secrets: Secrets
  decoder: DecoderPool
  /** The bytes of an image are not what was stored: somebody should look. */
  onDamage(sentence: string): void
}

/** Changes when the layout of what is encrypted does. */
const imageVersion = 1

/** Images of the same bytes that are named, and images that are compared with a new one. */
const exactMax = 20
const comparedMax = 3

/** Bits of 256 in which the hashes of two copies differ at most: 28 were seen over 100 specimens, cropped by 2 %. */
const bitsApartMax = 32

/** Minutes after which an image without a verification is cleared away. A request lasts two minutes at most. */
const unboundMinutesMax = 10

/** Images of each kind that one run of the upkeep takes. */
const upkeepMax = 100

/** Images over their parts. */
export function openImages({ database, files, secrets, decoder, onDamage }: ImageParts): Images {
  const { db } = database
  let damages = 0
  const destroy = async (image: ImageId) => {
    await inTransaction(database, (trx) => destroyKey(trx, image))
  }
  const remove = async (image: ImageId) => {
    await files.remove(fileKey(image.id))
    await noteRemoved(db, image)
  }
  const open = async (image: StoredImage): Promise<Buffer | undefined> => {
    const sealed = await files.get(fileKey(image.id))
    // Its time may have come since its row was read.
    if (sealed === undefined && (await findImage(db, image.id)) === undefined) return undefined
    try {
      if (sealed === undefined) throw new Error('its bytes are missing')
      const key = Buffer.from(secrets.unseal(image.wrappedKey, imageKeyOwner(image)), 'base64url')
      return unsealBytes(key, sealed, bytesOwner(image))
    } catch (error) {
      damages++
      onDamage(`Image ${image.id} cannot be opened: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }

  return {
    async prepare(base64) {
      const answer = await decoder.prepare(base64)
      if (answer !== 'lost') return answer
      return { ok: false, reason: 'unreadable', sentence: tooCostly }
    },

    async keep({ accountId, verificationId }, prepared) {
      const key = randomBytes(sealKeyBytes)
      const ids = { accountId, id: uuidv7(), verificationId }
      const image = { ...ids, wrappedKey: secrets.seal(key.toString('base64url'), imageKeyOwner(ids)) }
      const sealed = sealBytes(key, prepared.webp, bytesOwner(ids))
      const isNoted = await inTransaction(database, (trx) =>
        insertImage(trx, { ...prepared, ...image }, sealed.length, imagesStoredMax),
      )
      if (!isNoted) return 'full'
      try {
        await files.put(fileKey(image.id), sealed)
      } catch (error) {
        // It counts no longer as one that is stored; should this fail, too, its time will be over.
        await destroy(image).catch(() => {})
        throw error
      }
      return image.id
    },

    async read(id) {
      const image = await findImage(db, id)
      const webp = image === undefined ? undefined : await open(image)
      return image === undefined || webp === undefined ? undefined : { webp, image }
    },

    describe: (id) => describeImage(db, id),

    async findSame(prepared) {
      const [exact, near] = await Promise.all([
        findSameBytes(db, prepared.originalSha256, exactMax),
        findNearHashes(db, prepared.perceptualHash, comparedMax + exactMax),
      ])
      const same: SameImage[] = exact.map((row) => ({
        accountId: row.account_id,
        imageId: row.id,
        verificationId: row.verification_id,
        kind: 'exact',
      }))
      const known = new Set(same.map(({ imageId }) => imageId))
      for (const { image, perceptualHash } of near) {
        if (known.has(image.id) || bitsApart(perceptualHash, prepared.perceptualHash) > bitsApartMax) continue
        if (known.size >= exact.length + comparedMax) break
        known.add(image.id)
        const webp = await open(image)
        const areAlike = webp === undefined ? false : await decoder.areAlike(prepared.webp, webp)
        if (areAlike === false) continue
        const { accountId, verificationId } = image
        same.push({ accountId, imageId: image.id, verificationId, kind: areAlike === true ? 'near' : 'unsure' })
      }
      return same
    },

    async upkeep() {
      const due = [...(await findDue(db, upkeepMax)), ...(await findUnbound(db, unboundMinutesMax, upkeepMax))]
      for (const image of due) await destroy(image)
      for (const image of await findUnremoved(db, upkeepMax)) await remove(image)
      for (const id of await findRemains(db, unboundMinutesMax, upkeepMax)) {
        await files.remove(fileKey(id))
        await forgetRemains(db, id)
      }
      return due.length
    },

    damages: () => damages,
  }
}

/** Spread over folders by the last digits, which are random. */
function fileKey(id: string): string {
  return `images/${id.slice(-2)}/${id}`
}

/** Binds the sealed key of an image to its row. */
export function imageKeyOwner({ accountId, id, verificationId }: Omit<StoredImage, 'wrappedKey'>): string {
  return `image key|${accountId}|${id}|${verificationId}|${imageVersion}`
}

/** Bytes put under the id of another image, or of another verification, do not open. */
function bytesOwner({ id, verificationId }: Omit<StoredImage, 'wrappedKey'>): string {
  return `image|${id}|${verificationId}|${imageVersion}`
}
