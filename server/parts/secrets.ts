/**
 * The one secret of an installation, and what is derived from it: a key to find API keys by (HMAC-SHA-256), and a key to seal
 * what must be shown again (AES-256-GCM). Whoever has the database without the secret can neither use nor read an API key.
 * What was sealed opens only with the same secret and for the same owner; anything else is an Error, never other text.
 */
import { createHmac, hkdfSync } from 'node:crypto'
import { openBytes, sealBytes, sealKeyBytes } from './sealed-bytes.ts'

export interface Secrets {
  /** 32 bytes that stand for the text in an index. */
  lookupHash(text: string): Buffer
  /** Seals the text for one owner (any text that names it); each time differently. */
  seal(text: string, owner: string): Buffer
  /** Opens what `seal` made for the same owner; throws an Error otherwise. */
  unseal(sealed: Buffer, owner: string): string
}

/** Derives the keys from the 32 bytes of the installation's secret. */
export function openSecrets(secret: Buffer): Secrets {
  const lookupKey = derive(secret, 'praxidex lookup 1')
  const sealKey = derive(secret, 'praxidex seal 1')
  return {
    lookupHash: (text) => createHmac('sha256', lookupKey).update(text).digest(),
    seal: (text, owner) => sealBytes(sealKey, Buffer.from(text), owner),
    unseal(sealed, owner) {
      try {
        return openBytes(sealKey, sealed, owner).toString('utf8')
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
