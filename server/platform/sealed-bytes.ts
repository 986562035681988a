/**
 * Bytes sealed with a key for one owner (AES-256-GCM, a random nonce of 96 bits): they open with the same key and for the same
 * owner, or not at all. The layout is this version, the nonce, the tag, the body.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const sealVersion = 1
const nonceBytes = 12
const tagBytes = 16

/** Bytes of a key. */
export const sealKeyBytes = 32

/** Seals the bytes for an owner (any text that names it); each time differently. */
export function sealBytes(key: Buffer, bytes: Buffer, owner: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(sealVersion), nonce, cipher.getAuthTag(), body])
}

/** Opens what `sealBytes` made with the same key for the same owner; throws an Error otherwise. */
export function unsealBytes(key: Buffer, sealed: Buffer, owner: string): Buffer {
  if (sealed[0] !== sealVersion) throw new Error(`expected version ${sealVersion}; got ${sealed[0]}`)
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}
