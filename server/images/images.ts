/**
 * Images of credentials: made again from their pixels, encrypted under a key of their own, compared with earlier ones,
 * destroyed when due: the key at once, the bytes afterwards. Bytes that are not what was stored are answered as no
 * image, with an alarm.
 */
import { randomBytes } from 'node:crypto'
import { imagesStoredMax } from '#contract/limits'
import { type Database, inTransaction } from '../platform/database/database.ts'
import type { Files } from '../platform/files/files.ts'
import { keepDoing, type Repeating } from '../platform/repeating.ts'
import { type Secrets, sealBytes, sealKeyBytes, unsealBytes } from '../platform/secrets.ts'
import { uuidv7 } from '../platform/uuid.ts'
import type { DecoderPool } from './decoder/decoder-pool.ts'
import { type ImageAnswer, type PreparedImage, tooCostly } from './image-answer.ts'
import {
  countSameBytes,
  describeImage,
  destroyKey,
  findDue,
  findImage,
  findNearHashes,
  findRemains,
  findUnbound,
  findUnremoved,
  forgetRemains,
  type ImageFacts,
  type ImageId,
  insertImage,
  noteRemoved,
  type Sender,
  type StoredImage,
} from './image-store.ts'
import { bitsApart, positions } from './perceptual-hash.ts'

/** By another account, or by the same one for another NPI. */
export interface SentBefore {
  exact: number
  /** Ids of images that show the same, also turned or mirrored. */
  near: string[]
  /** Ids of similar images that there was no time to compare. */
  unsure: string[]
}

export interface Images {
  prepare(base64: string): Promise<ImageAnswer | 'busy'>
  /** Answers the id, or 'full' when the account has too many. */
  keep(owner: { accountId: string; verificationId: string }, image: PreparedImage): Promise<string | 'full'>
  /** WebP; undefined when it was destroyed, never there, or damaged. */
  read(id: string): Promise<{ webp: Buffer; image: StoredImage } | undefined>
  describe(id: string): Promise<ImageFacts | undefined>
  findSame(image: PreparedImage, sender: Sender): Promise<SentBefore>
  /** Destroys what is due and removes the bytes of what was destroyed; answers how many were destroyed. */
  upkeep(): Promise<number>
  damages(): number
}

export interface ImageParts {
  database: Database
  files: Files
  secrets: Secrets
  decoder: DecoderPool
  onDamage(sentence: string): void
}

/** Changes with the layout of what is encrypted. */
const imageVersion = 1

/** Images whose hashes are compared with a new one's, and those whose pixels are. */
const candidatesMax = 50
const comparedMax = 8

/** Of 256 bits; copies cropped by 2 % differed in 28 at most, over 100 specimens. */
const bitsApartMax = 32

/** Minutes. A request lasts two at most. */
const unboundMinutesMax = 10

const upkeepMax = 100

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
    // It may have been destroyed since its row was read.
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
        // It no longer counts as stored; if this fails too, the upkeep does it.
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

    async findSame(prepared, sender) {
      const [exact, found] = await Promise.all([
        countSameBytes(db, prepared.originalSha256, sender),
        findNearHashes(db, prepared, sender, candidatesMax),
      ])
      const candidates = found
        .map(({ image, perceptualHash }) => {
          const apart = prepared.hashes.map((hash) => bitsApart(hash, perceptualHash))
          const near = positions.filter((position) => apart[position] <= bitsApartMax)
          return { image, positions: near, bits: Math.min(...apart) }
        })
        .filter(({ positions }) => positions.length > 0)
        .sort((a, b) => a.bits - b.bits)
      const same: SentBefore = { exact, near: [], unsure: [] }
      for (const [at, { image, positions }] of candidates.entries()) {
        const webp = at < comparedMax ? await open(image) : 'busy'
        // Destroyed meanwhile.
        if (webp === undefined) continue
        const areAlike = webp === 'busy' ? webp : await decoder.areAlike(prepared.webp, webp, positions)
        if (areAlike === true) same.near.push(image.id)
        else if (areAlike !== false) same.unsure.push(image.id)
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

export function imageKeyOwner({ accountId, id, verificationId }: Omit<StoredImage, 'wrappedKey'>): string {
  return `image key|${accountId}|${id}|${verificationId}|${imageVersion}`
}

/** Bytes under another image's or verification's id do not open. */
function bytesOwner({ id, verificationId }: Omit<StoredImage, 'wrappedKey'>): string {
  return `image|${id}|${verificationId}|${imageVersion}`
}

const intervalMs = 60_000

export function keepUp(images: Pick<Images, 'upkeep'>, warn: (sentence: string) => void): Repeating {
  const onAway = (reason: string) => warn(`Images that are due wait: ${reason}.`)
  return keepDoing(async () => (await images.upkeep()) > 0, { name: 'image upkeep', everyMs: intervalMs, onAway })
}
