/**
 * Limits on emails, hashed passwords and accounts, by account or network. The limiter sees keyed hashes only. Guesses
 * at passwords are counted in the database (sign-in-failures.ts).
 */
import ipaddr from 'ipaddr.js'
import { unprovenChangesPerDay, verificationEmailsPerHour } from '#contract/limits'
import type { Fail } from '../http/verb.ts'
import type { Limiter, LimitRule } from '../platform/limiter/limiter.ts'
import type { Secrets } from '../platform/secrets.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../platform/times.ts'
import type { AttemptLimits } from '../settings.ts'

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

/**
 * By recipient (`emails`), by account (`emailsOfOwner`, `unprovenChanges`, `newKeys`, `phoneChanges`), else by network.
 * The operator sets the counts (settings.ts).
 */
export function attemptRules(limits: AttemptLimits) {
  const { signInsPerIp, signUpsPerIp, resetsPerIp, emailsPerRecipient, newKeysPerAccount, phoneChangesPerAccount } =
    limits
  return {
    signIns: {
      name: 'sign-in',
      what: 'sign-ins from this IP address',
      limit: signInsPerIp,
      windowSeconds: minuteSeconds,
    },
    signUps: {
      name: 'sign-up',
      what: 'sign-ups from this IP address',
      limit: signUpsPerIp,
      windowSeconds: hourSeconds,
    },
    resets: {
      name: 'reset-ip',
      what: 'links asked for from this IP address',
      limit: resetsPerIp,
      windowSeconds: hourSeconds,
    },
    emails: {
      name: 'recipient',
      what: 'emails to this address',
      limit: emailsPerRecipient,
      windowSeconds: hourSeconds,
    },
    emailsOfOwner: {
      name: 'recipient-owner',
      what: 'emails to this address',
      limit: emailsPerRecipient,
      windowSeconds: hourSeconds,
    },
    unprovenChanges: {
      name: 'unproven-change',
      what: 'changes of an email address that is not verified',
      limit: unprovenChangesPerDay,
      windowSeconds: daySeconds,
    },
    newKeys: { name: 'new-key', what: 'new API keys', limit: newKeysPerAccount, windowSeconds: hourSeconds },
    phoneChanges: {
      name: 'phone-change',
      what: 'changes of the phone number',
      limit: phoneChangesPerAccount,
      windowSeconds: hourSeconds,
    },
  } satisfies Record<string, AttemptRule | LimitRule>
}

/** Tokens cannot be guessed, but each try costs a look-up. */

export const linkUses: AttemptRule = {
  name: 'link-use',
  what: 'links tried from this IP address',
  limit: 300,
  windowSeconds: minuteSeconds,
}

/** An account's verification emails go to whatever address it names. */

export const verificationEmails: AttemptRule = {
  name: 'verification-letter',
  what: 'letters to verify an address',
  limit: verificationEmailsPerHour,
  windowSeconds: hourSeconds,
}
