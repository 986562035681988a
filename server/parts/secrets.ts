/**
 * The one secret of an installation, and what is derived from it: a key to find API keys by (HMAC-SHA-256), a key to seal what
 * must be shown again (AES-256-GCM), and a key for the chain of the audit log (HMAC-SHA-256). Whoever has the database without the secret can neither use nor read an API key.
 * What was sealed opens only with the same secret and for the same owner; anything else is an Error, never other text.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

export interface Secrets {
  /** 32 bytes that stand for the text in an index. */
  lookupHash(text: string): Buffer
  /** 32 bytes that nobody without the secret can compute, for the chain of the audit log. */
  auditHash(text: string): Buffer
  /** Seals the text for one owner (any text that names it); each time differently. */
  seal(text: string, owner: string): Buffer
  /** Opens what `seal` made for the same owner; throws an Error otherwise. */
  unseal(sealed: Buffer, owner: string): string
}

/** The layout of sealed bytes: this version, the nonce, the tag, the text. */
const sealVersion = 1
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** Derives the keys from the 32 bytes of the installation's secret. */
export function openSecrets(secret: Buffer): Secrets {
  const lookupKey = derive(secret, 'praxidex lookup 1')
  const sealKey = derive(secret, 'praxidex seal 1')
  const auditKey = derive(secret, 'praxidex audit 1')
  return {
    lookupHash: (text) => createHmac('sha256', lookupKey).update(text).digest(),
    auditHash: (text) => createHmac('sha256', auditKey).update(text).digest(),
    seal(text, owner) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce).setAAD(Buffer.from(owner))
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(sealVersion), nonce, cipher.getAuthTag(), body])
    },
    unseal(sealed, owner) {
      try {
        return open(sealKey, sealed, owner)
      } catch (error) {
        throw new Error(
          'Sealed bytes could not be opened: they were sealed with another secret, for another owner, or damaged.',
          {
            cause: error,
          },
        )
      }
    },
  }
}

function open(key: Buffer, sealed: Buffer, owner: string): string {
  if (sealed[0] !== sealVersion) throw new Error(`expected version ${sealVersion}; got ${sealed[0]}`)
  const nonce = sealed.subarray(1, 1 + nonceBytes)
  const tag = sealed.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  return Buffer.concat([decipher.update(sealed.subarray(1 + nonceBytes + tagBytes)), decipher.final()]).toString('utf8')
}

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, keyBytes))
}
