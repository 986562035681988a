/** How often something may be done in a sliding window: never more than the limit, at least 98 % of it when busy. */
import { memoryLimiter } from './memory.ts'
import { type RedisLimiterOptions, redisLimiter } from './redis.ts'

/** A name always has the same window; the limit may differ between subjects. */
export interface LimitRule {
  readonly name: string
  readonly limit: number
  readonly windowSeconds: number
}

export interface RuleState {
  readonly rule: LimitRule
  readonly remaining: number
  /** Seconds until one more is allowed. */
  readonly resetSeconds: number
}

export interface Take {
  /** False when any rule was exhausted; then nothing was taken from the others. */
  readonly isAllowed: boolean
  readonly states: readonly RuleState[]
}

export interface Limiter {
  /** Takes one from every rule, or from none. */
  take(subject: string, rules: readonly LimitRule[]): Promise<Take>
  close(): Promise<void>
}

/** `memory:`, `redis://` or `rediss://`. */
export function openLimiter(url: string, options: RedisLimiterOptions): Limiter {
  return url === 'memory:' ? memoryLimiter(options.now) : redisLimiter(url, options)
}
