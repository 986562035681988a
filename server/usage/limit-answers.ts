/** What answers say of limits: the headers of every metered one (contract/endpoint.ts says what each means), and the refusals. */
import { type ApiError, apiError } from '../http/verb.ts'
import type { RuleState } from '../platform/limiter/limiter.ts'
import { minuteSeconds } from '../platform/times.ts'
import type { Standing } from './account-plan.ts'

export type Headers = Readonly<Record<string, string>>

/**
 * The header fields of the IETF draft (draft-ietf-httpapi-ratelimit-headers, revision 10): lists of policies by name, of which
 * q is the quota, w the window in seconds, r what remains, and t the seconds until there is more. None where no rule holds.
 */
export function rateHeaders(states: readonly RuleState[]): Headers {
  if (states.length === 0) return {}
  const policies = states.map(({ rule }) => `"${rule.name}";q=${rule.limit};w=${rule.windowSeconds}`)
  // Steps of a window end after it; by the draft nothing is further away than the window.
  const limits = states.map(({ rule, remaining, resetSeconds }) => {
    return `"${rule.name}";r=${remaining};t=${Math.min(resetSeconds, rule.windowSeconds)}`
  })
  return { 'ratelimit-policy': policies.join(', '), ratelimit: limits.join(', ') }
}

/** The headers of the quota; those of an account without one are the same for each of its calls. */
export function quotaHeadersOf(standing: Standing): Headers {
  const { quotaLimit, calls, reset } = standing
  if (quotaLimit === null) return standing.unlimited
  return {
    'x-quota-limit': String(quotaLimit),
    'x-quota-remaining': String(Math.max(0, quotaLimit - calls)),
    'x-quota-reset': reset,
  }
}

/** Names the rule that has nothing left, of several the one that has nothing for longest; `nowMs` is the database's clock. */
export function rateLimited(states: readonly RuleState[], nowMs: number): ApiError {
  const [first] = states.filter(({ remaining }) => remaining === 0).sort((a, b) => b.resetSeconds - a.resetSeconds)
  const { rule, resetSeconds } = first
  const until = secondOf(nowMs + 1000 * resetSeconds)
  const period = rule.windowSeconds > minuteSeconds ? 'day' : 'minute'
  return apiError('rate_limited', { limit: rule.limit, period, until }, { 'retry-after': String(resetSeconds) })
}

/** Says when the next period begins; `nowMs` is the database's clock. */
export function quotaExceeded(limit: number, endMs: number, nowMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil((endMs - nowMs) / 1000))
  return apiError('quota_exceeded', { limit, until: secondOf(endMs) }, { 'retry-after': String(seconds) })
}

/** The first whole second that is not before the moment. */
function secondOf(ms: number): string {
  return new Date(1000 * Math.ceil(ms / 1000)).toISOString().replace('.000', '')
}
