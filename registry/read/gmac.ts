/** The checksum that opening a snapshot compares. */
import { createCipheriv } from 'node:crypto'

/**
 * What the checksum that opening compares is made with: GMAC (NIST SP 800-38D), which is the tag that AES-128-GCM gives to additional
 * data. Processors have instructions for it. The key is no secret, so it finds damage and not forgery, as a CRC does.
 */
export const gmacParts = { cipher: 'aes-128-gcm', key: new Uint8Array(16), nonce: new Uint8Array(12) } as const

/** Makes the GMAC of a file from its pieces, in their order. */
export class Gmac {
  private readonly cipher = createCipheriv(gmacParts.cipher, gmacParts.key, gmacParts.nonce)

  /** At most 2 GB at a time. */
  add(bytes: Uint8Array): void {
    this.cipher.setAAD(bytes)
  }

  /** The GMAC of all that was added; asked for once. */
  text(): string {
    this.cipher.final()
    return this.cipher.getAuthTag().toString('hex')
  }
}
