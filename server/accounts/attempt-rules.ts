/**
 * How often somebody may cause what costs something or is kept. The operator sets the counts (settings.ts); the
 * windows are here.
 */

import { unprovenChangesPerDay } from '#contract/limits'
import type { LimitRule } from '../platform/limiter/limiter.ts'
import { daySeconds, hourSeconds, minuteSeconds } from '../platform/times.ts'
import type { AttemptLimits } from '../settings.ts'
import type { AttemptRule } from './attempts.ts'

/**
 * Subjects: the recipient for `emails`; the account for `emailsOfOwner`, `unprovenChanges`, `newKeys` and
 * `phoneChanges`; else the caller's network.
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
