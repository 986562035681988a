/**
 * How often somebody may cause what costs something or is kept, without an account or with one. How many times is the operator's to say
 * (settings-limits.ts); in which time is said here.
 */
import type { LimitRule } from '../parts/limiter.ts'
import type { AttemptLimits } from '../settings-limits.ts'
import { hourSeconds, minuteSeconds } from '../times.ts'
import type { AttemptRule } from './attempts.ts'

/**
 * The rules. Of `resetsOfAddress` the subject is the address that is asked for, of `newKeys` and `phoneChanges` the account, of the
 * others the network of the caller.
 */
export function attemptRules(limits: AttemptLimits) {
  const { signInsPerIp, signUpsPerIp, resetsPerIp, resetsPerAccount, newKeysPerAccount, phoneChangesPerAccount } =
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
    resetsOfAddress: { name: 'reset-address', limit: resetsPerAccount, windowSeconds: hourSeconds },
    newKeys: { name: 'new-key', what: 'new API keys', limit: newKeysPerAccount, windowSeconds: hourSeconds },
    phoneChanges: {
      name: 'phone-change',
      what: 'changes of the phone number',
      limit: phoneChangesPerAccount,
      windowSeconds: hourSeconds,
    },
  } satisfies Record<string, AttemptRule | LimitRule>
}
