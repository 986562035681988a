/** Authenticator apps (RFC 6238): six digits, SHA-1, 30 seconds. */
import { Secret, TOTP } from 'otpauth'
import { productName } from '#contract/product'

export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

export function totpUri(secret: string, email: string): string {
  return new TOTP({ issuer: productName, label: email, secret }).toString()
}

/** The step of the code, at most one before or after the present; undefined for a wrong code. */
export function totpStepOf(secret: string, code: string, nowMs = Date.now()): number | undefined {
  const totp = new TOTP({ secret })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta
}

/** Binds a sealed secret to its row. */
export function totpOwner(accountId: string, id: string): string {
  return `totp|${accountId}|${id}`
}
