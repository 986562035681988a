/** Seals bytes for one owner (AES-256-GCM, random 96-bit nonce). Layout: version, nonce, tag, body. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const sealVersion = 1
const nonceBytes = 12
const tagBytes = 16

export const sealKeyBytes = 32

/** `owner` is any text that names it. */
export function sealBytes(key: Buffer, bytes: Buffer, owner: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([Buffer.of(sealVersion), nonce, cipher.getAuthTag(), body])
}

/** Throws an Error unless key and owner are those of `sealBytes`. */
export function unsealBytes(key: Buffer, sealed: Buffer, owner: string): Buffer {
  if (sealed[0] !== sealVersion) throw new Error(`expected version ${sealVersion}; got ${sealed[0]}`)
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()])
}
