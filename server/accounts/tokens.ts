/** Tokens of 256 random bits, of which only the SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

export const tokenForm = /^[\w-]{43}$/

export function createToken(): { text: string; hash: Buffer } {
  const text = randomBytes(tokenBytes).toString('base64url')
  return { text, hash: hashOfToken(text) }
}

export function hashOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
