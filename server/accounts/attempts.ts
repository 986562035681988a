/**
 * How often a caller may try what costs us or others something: letters, hashed passwords, accounts. Callers are told apart by
 * account or by IP address, and the limiter sees neither, only keyed hashes. Guesses at one account's password are counted in
 * the database instead (sign-in-failures.ts), since they have to be counted over restarts and processes.
 */
import ipaddr from 'ipaddr.js'
import type { Fail } from '../http/verb.ts'
import type { Limiter, LimitRule } from '../platform/limiter/limiter.ts'
import type { Secrets } from '../platform/secrets.ts'

/** A rule, with the words for what there were too many of. */
export interface AttemptRule extends LimitRule {
  what: string
}

export interface AttemptParts {
  limiter: Limiter
  secrets: Secrets
}

/** Counts one attempt of this subject; false when it is one too many. Whatever names the subject is hashed. */
export async function isAllowed(parts: AttemptParts, rule: LimitRule, subject: string): Promise<boolean> {
  return (await take(parts, rule, subject)).isAllowed
}

/** Counts one attempt of this subject, or ends the call with `too_many_attempts` and the time to come back. */
export async function takeAttempt(
  parts: AttemptParts,
  rule: AttemptRule,
  subject: string,
  fail: Fail<'too_many_attempts'>,
): Promise<void> {
  const { isAllowed, states } = await take(parts, rule, subject)
  if (!isAllowed) tooMany(rule.what, states[0]?.resetSeconds ?? rule.windowSeconds, fail)
}

/** Ends the call with the time to come back. */
export function tooMany(what: string, seconds: number, fail: Fail<'too_many_attempts'>): never {
  const whole = Math.max(1, Math.ceil(seconds))
  return fail('too_many_attempts', { what, seconds: whole }, { 'retry-after': String(whole) })
}

/**
 * Whom an IP address stands for. Of IPv6 the first 64 bits count, since whoever has one address of a network has all of them
 * (RFC 6177).
 */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4' ? address.toString() : Buffer.from(address.toByteArray().slice(0, 8)).toString('hex')
}

function take({ limiter, secrets }: AttemptParts, { name, limit, windowSeconds }: LimitRule, subject: string) {
  const hashed = secrets.lookupHash(`attempt|${name}|${subject}`).toString('base64url')
  return limiter.take(hashed, [{ name, limit, windowSeconds }])
}
