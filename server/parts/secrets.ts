/**
 * The one secret of an installation, and what is derived from it: a key to find API keys by, one for the chain of the audit log
 * and one to sign links (HMAC-SHA-256), and a key to seal what must be shown again (AES-256-GCM). Whoever has the database without
 * the secret can neither use nor read an API key. What was sealed opens only with the same secret and for the same owner;
 * anything else is an Error, never other text.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import { sealBytes, sealKeyBytes, unsealBytes } from './sealed-bytes.ts'

export interface Secrets {
  /** 32 bytes that stand for the text in an index. */
  lookupHash(text: string): Buffer
  /** 32 bytes that nobody without the secret can compute, for the chain of the audit log. */
  auditHash(text: string): Buffer
  /** 32 bytes that sign a link; every kind of link begins with a word of its own. */
  linkHash(text: string): Buffer
  /** Seals the text for one owner (any text that names it); each time differently. */
  seal(text: string, owner: string): Buffer
  /** Opens what `seal` made for the same owner; throws an Error otherwise. */
  unseal(sealed: Buffer, owner: string): string
}

/** Derives the keys from the 32 bytes of the installation's secret. */
export function openSecrets(secret: Buffer): Secrets {
  const lookupKey = derive(secret, 'praxidex lookup 1')
  const sealKey = derive(secret, 'praxidex seal 1')
  const auditKey = derive(secret, 'praxidex audit 1')
  const linkKey = derive(secret, 'praxidex link 1')
  return {
    lookupHash: (text) => createHmac('sha256', lookupKey).update(text).digest(),
    auditHash: (text) => createHmac('sha256', auditKey).update(text).digest(),
    linkHash: (text) => createHmac('sha256', linkKey).update(text).digest(),
    seal: (text, owner) => sealBytes(sealKey, Buffer.from(text), owner),
    unseal(sealed, owner) {
      try {
        return unsealBytes(sealKey, sealed, owner).toString('utf8')
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

function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, sealKeyBytes))
}
