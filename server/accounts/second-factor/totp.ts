/** Codes of authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds, as every app reads them. */
import { Secret, TOTP } from 'otpauth'
import { productName } from '#contract/product'

/** A new secret, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The secret as an app reads it from a QR code. */
export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: productName, label: email, secret }).toString()
}

/** The step that a code is of, the present one or the one before or after; undefined for a wrong code. */
export function totpStepOf(secret: string, code: string, nowMs = Date.now()): number | undefined {
  const totp = new TOTP({ secret })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}

/** Binds a sealed secret to its row. */
export function totpOwner(accountId: string, id: string): string {
  return `totp|${accountId}|${id}`
}
