/**
 * Limits on emails, hashed passwords and accounts, by account or network. The limiter sees keyed hashes only. Guesses
 * at passwords are counted in the database (sign-in-failures.ts).
 */
import ipaddr from 'ipaddr.js'
import {
  apiKeysMadePerHour,
  exploreSuggestionsPerSearch,
  keyReportsPerMinute,
  unprovenChangesPerDay,
  verificationEmailsPerHour,
  webhookChangesPerHour,
  webhookSendsPerHour,
} from '#contract/limits'
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

/** The first part of an address, for people: its network of 256 addresses, or of an IPv6 site. Null for none. */
export function networkPrefix(ip: string): string | null {
  if (!ipaddr.isValid(ip)) return null
  const address = ipaddr.process(ip)
  return address.kind() === 'ipv4'
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/24`)}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/48`)}/48`
}

function take({ limiter, secrets }: AttemptParts, { name, limit, windowSeconds }: LimitRule, subject: string) {
  const hashed = secrets.lookupHash(`attempt|${name}|${subject}`).toString('base64url')
  return limiter.take(hashed, [{ name, limit, windowSeconds }])
}

/** By recipient (`emails`), network (signing in and up, resets, calls without a key), else account. */
export function attemptRules(limits: AttemptLimits) {
  const { emailsPerRecipient } = limits
  return {
    signIns: rule('sign-in', 'sign-ins from this IP address', limits.signInsPerIp, minuteSeconds),
    signUps: rule('sign-up', 'sign-ups from this IP address', limits.signUpsPerIp, hourSeconds),
    resets: rule('reset-ip', 'links asked for from this IP address', limits.resetsPerIp, hourSeconds),
    emails: rule('recipient', 'emails to this address', emailsPerRecipient, hourSeconds),
    emailsOfOwner: rule('recipient-owner', 'emails to this address', emailsPerRecipient, hourSeconds),
    unprovenChanges: rule('unproven-change', unprovenWords, unprovenChangesPerDay, daySeconds),
    newKeys: rule('new-key', 'new API keys', limits.newKeysPerAccount, hourSeconds),
    phoneChanges: rule('phone-change', 'changes of the phone number', limits.phoneChangesPerAccount, hourSeconds),
    shareOpenings: rule(
      'share-opening',
      'shares opened from this IP address',
      limits.shareOpeningsPerIp,
      minuteSeconds,
    ),
    exploreSearches: withoutKey('explore-search', 'searches', limits.exploreSearchesPerIp),
    exploreCounts: withoutKey('explore-count', 'counts', limits.exploreSearchesPerIp),
    exploreSuggestions: withoutKey(
      'explore-suggestion',
      'suggestions',
      exploreSuggestionsPerSearch * limits.exploreSearchesPerIp,
    ),
    providerPages: withoutKey('provider-page', 'pages', limits.exploreSearchesPerIp),
  }
}

function withoutKey(name: string, what: string, limit: number): AttemptRule {
  return rule(name, `${what} from this IP address without an API key`, limit, minuteSeconds)
}

const unprovenWords = 'changes of an email address that is not verified'

const linksPerMinute = 300

/** Tokens cannot be guessed, but each try costs a look-up. */
export const linkUses = rule('link-use', 'links tried from this IP address', linksPerMinute, minuteSeconds)

export const keysMade = rule('key-made', 'API keys made or rotated', apiKeysMadePerHour, hourSeconds)
export const webhookSends = rule('webhook-send', 'tests and resends of webhooks', webhookSendsPerHour, hourSeconds)
export const webhookChanges = rule('webhook-change', 'changes of webhooks', webhookChangesPerHour, hourSeconds)
export const keyReports = rule('key-report', 'keys reported from this IP address', keyReportsPerMinute, minuteSeconds)

/** An account's verification emails go to whatever address it names. */
export const verificationEmails = rule(
  'verification-letter',
  'letters to verify an address',
  verificationEmailsPerHour,
  hourSeconds,
)

function rule(name: string, what: string, limit: number, windowSeconds: number): AttemptRule {
  return { name, what, limit, windowSeconds }
}
