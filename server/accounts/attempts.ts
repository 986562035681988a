/**
 * Limits on emails, hashed passwords and accounts, by account or network. The limiter sees keyed hashes only. Guesses
 * at passwords are counted in the database (sign-in-failures.ts), across restarts and processes.
 */
import ipaddr from 'ipaddr.js'
import type { Fail } from '../http/verb.ts'
import type { Limiter, LimitRule } from '../platform/limiter/limiter.ts'
import type { Secrets } from '../platform/secrets.ts'

export interface AttemptRule extends LimitRule {
  what: string
}

export interface AttemptParts {
  limiter: Limiter
  secrets: Secrets
}

export async function isAllowed(parts: AttemptParts, rule: LimitRule, subject: string): Promise<boolean> {
  return (await take(parts, rule, subject)).isAllowed
}

export async function takeAttempt(
  parts: AttemptParts,
  rule: AttemptRule,
  subject: string,
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const { isAllowed, states } = await take(parts, rule, subject)
  if (!isAllowed) tooMany(rule.what, states[0]?.resetSeconds ?? rule.windowSeconds, fail)
}

export function tooMany(what: string, seconds: number, fail: Fail<'too_many_attempts'>): never {
  const whole = Math.max(1, Math.ceil(seconds))
  return fail('too_many_attempts', { what, seconds: whole }, { 'retry-after': String(whole) })
}

/** An IPv6 caller counts by its first 64 bits, since a network has all of these addresses (RFC 6177). */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')
}

function take({ limiter, secrets }: AttemptParts, { name, limit, windowSeconds }: LimitRule, subject: string) {
  const hashed = secrets.lookupHash(`attempt|${name}|${subject}`).toString('base64url')
  return limiter.take(hashed, [{ name, limit, windowSeconds }])
}
