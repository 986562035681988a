/** Authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds. */
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { recoveryCodesCount } from '#contract/limits'
import { productName } from '#contract/product'

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: productName, label: email, secret }).toString()
}

/** The step of the code, at most one before or after the present; undefined for a wrong code. */
export function totpStepOf(secret: string, code: string): number | undefined {
  const nowMs = Date.now()
  const totp = new TOTP({ secret })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}

/** Binds a sealed secret to its row. */
export function totpOwner(accountId: string, id: string): string {
  return `totp|${accountId}|${id}`
}

/** 80 random bits each, so that a plain hash is enough. */

/** Without i, l, o and u, which are misread. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesCount }, () => {
    const text = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
    return text.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** However it is typed. */
export function hashOfCode(accountId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return createHash('sha256').update(`${accountId}|${plain}`).digest()
}
