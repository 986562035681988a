/** Headers and refusals about limits; contract/endpoint.ts describes each header. `nowMs` is the database's clock. */
import { type ApiError, apiError } from '../http/verb.ts'
import type { RuleState } from '../platform/limiter/limiter.ts'
import { minuteSeconds } from '../platform/times.ts'
import type { Standing } from './account-plan.ts'

export type Headers = Readonly<Record<string, string>>

/** draft-ietf-httpapi-ratelimit-headers-10: policies with quota q and window w in seconds; r remains, more after t. */
export function rateHeaders(states: readonly RuleState[]): Headers {
  if (states.length === 0) return {}
  const policies = states.map(({ rule }) => `"${rule.name}";q=${rule.limit};w=${rule.windowSeconds}`)
  // Steps of a window end after it; in the draft nothing is further away than the window.
  const limits = states.map(({ rule, remaining, resetSeconds }) => {
    return `"${rule.name}";r=${remaining};t=${Math.min(resetSeconds, rule.windowSeconds)}`
  })
  return { 'ratelimit-policy': policies.join(', '), ratelimit: limits.join(', ') }
}

export function quotaHeadersOf(standing: Standing): Headers {
  const { quotaLimit, calls, reset } = standing
  if (quotaLimit === null) return standing.unlimited
  return {
    'x-quota-limit': String(quotaLimit),
    'x-quota-remaining': String(Math.max(0, quotaLimit - calls)),
    'x-quota-reset': reset,
  }
}

export function rateLimited(states: readonly RuleState[], nowMs: number): ApiError {
  const [first] = states.filter(({ remaining }) => remaining === 0).sort((a, b) => b.resetSeconds - a.resetSeconds)
  const { rule, resetSeconds } = first
  const until = secondOf(nowMs + 1000 * resetSeconds)
  const period = rule.windowSeconds > minuteSeconds ? 'day' : 'minute'
  return apiError('rate_limited', { limit: rule.limit, period, until }, { 'retry-after': String(resetSeconds) })
}

export function quotaExceeded(limit: number, endMs: number, nowMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil((endMs - nowMs) / 1000))
  return apiError('quota_exceeded', { limit, until: secondOf(endMs) }, { 'retry-after': String(seconds) })
}

/** Some are left, but fewer than one call takes. */
export function quotaShort(calls: { needed: number; left: number }, endMs: number): ApiError {
  return apiError('quota_short', { ...calls, until: secondOf(endMs) })
}

function secondOf(ms: number): string {
  return new Date(1000 * Math.ceil(ms / 1000)).toISOString().replace('.000', '')
}
