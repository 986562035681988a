/**
 * How often somebody without an account may cause what costs something. How many times is the operator's to say (settings-limits.ts);
 * in which time is said here.
 */
import type { LimitRule } from '../parts/limiter.ts'
import type { AttemptLimits } from '../settings-limits.ts'
import { type AttemptRule, hourSeconds, minuteSeconds } from './attempts.ts'

/** The rules; of `resetsOfAddress` the subject is the address that is asked for, of the others the network of the caller. */
export function attemptRules({ signInsPerIp, signUpsPerIp, resetsPerIp, resetsPerAccount }: AttemptLimits) {
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
  } satisfies Record<string, AttemptRule | LimitRule>
}
