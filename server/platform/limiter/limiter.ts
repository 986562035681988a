/**
 * Limiter: how often something may be done in any stretch of time. It promises that of the takes it allows never more than the
 * limit fall into a window, wherever that window begins, and that a subject that asks all the time gets at least 98 % of its
 * limit. Subjects are opaque: whoever names one by something secret or personal gives a hash of it. `memory:` counts for
 * this process alone, `redis://` for all processes that name the same server. A take never fails and never waits longer than
 * half a second.
 */
import { memoryLimiter } from './memory.ts'
import { type RedisLimiterOptions, redisLimiter } from './redis.ts'

/** So many in any stretch of so many seconds. A name always has the same window; the limit may differ between subjects. */
export interface LimitRule {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

/** How a subject stands with one rule after a take. */
export interface RuleState {
  readonly rule: LimitRule
  /** How many more are allowed now. */
  readonly remaining: number
  /** Whole seconds until another one is allowed than now: with nothing remaining, when to try again. */
  readonly resetSeconds: number
}

export interface Take {
  /** False when a rule had nothing left; then nothing was taken from the others either. */
  readonly isAllowed: boolean
  /** In the order of the rules. */
  readonly states: readonly RuleState[]
}

export interface Limiter {
  /** Takes one from every rule for this subject, or from none. */
  take(subject: string, rules: readonly LimitRule[]): Promise<Take>
  close(): Promise<void>
}

/** Opens the limiter a setting names: `memory:`, or the address of a Redis or Valkey as `redis://` or `rediss://`. */
export function openLimiter(url: string, options: RedisLimiterOptions): Limiter {
  return url === 'memory:' ? memoryLimiter(options.now) : redisLimiter(url, options)
}
