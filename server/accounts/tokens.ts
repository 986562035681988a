/** Tokens that open something for whoever bears them: 256 random bits, of which only the SHA-256 is ever stored. */
import { createHash, randomBytes } from 'node:crypto'

const tokenBytes = 32

/** How a token is written. */
export const tokenForm = /^[\w-]{43}$/

/** A new token, and what to store of it. */
export function createToken(): { text: string; hash: Buffer } {
  const text = randomBytes(tokenBytes).toString('base64url')
  return { text, hash: hashOfToken(text) }
}

/** What is stored of a token. */
export function hashOfToken(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
