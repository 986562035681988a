/**
 * The metering of calls that bear a key. It promises that each such call is held to the limits of its account's plan, is counted
 * once, and says in its headers how its account stands. What a call costs depends on the plan: with a quota one statement
 * (quota.ts), without one none (usage-writer.ts). When the database does not answer, calls with a quota fail as any call
 * that needs it, and calls without one go on for as long as their key is remembered.
 */
import type { Endpoint } from '#contract/endpoint'
import { plans as contractPlans } from '#contract/plans'
import type { KeyAccount } from '../keys/check-key.ts'
import type { Database } from '../parts/database.ts'
import { reasonOf } from '../parts/error-code.ts'
import type { Limiter, RuleState } from '../parts/limiter.ts'
import { type PlanTable, screenRules, standingsUnder } from './account-plan.ts'
import { type Headers, quotaExceeded, quotaHeaders, rateHeaders, rateLimited } from './limit-answers.ts'
import { openQuota } from './quota.ts'
import type { QuotaPeriod } from './quota-store.ts'
import { screensRoute } from './usage-store.ts'
import { startUsageWriter } from './usage-writer.ts'

/** A call as its metering begins. */
interface CallToMeter {
  account: KeyAccount
  /** The endpoint's name in the contract. */
  route: string
  isOfScreens: boolean
  method: string
  url: string
  /** When it came, by this process's clock in milliseconds. */
  startedMs: number
}

/** A call under way. */
interface MeteredCall {
  /** Counts it against the limits of requests; throws `rate_limited`. */
  admit(): Promise<void>
  /** Reserves its place in the quota; throws `quota_exceeded`. */
  reserve(): Promise<void>
  /** Ends it with the status of its answer, and answers the headers that this is to bear. Never throws. */
  end(status: number): Promise<Headers>
}

export interface Meter {
  begin(call: CallToMeter): MeteredCall
  /** Writes what is counted by now. */
  write(): Promise<void>
  /** Writes the rest and stops. */
  close(): Promise<void>
}

export interface MeterOptions {
  database: Database
  limiter: Limiter
  /** Where the web app is, for letters. */
  publicUrl: string
  /** Takes a sentence for the operator. */
  warn(sentence: string): void
  /** Other limits than the contract's, for tests. */
  plans?: PlanTable
}

/** Whether a call is one of the portal's or the admin desk's own, as its contract entry tells them apart. */
export function isOfScreens({ offQuota }: Pick<Endpoint, 'offQuota'>, query: unknown, body: unknown): boolean {
  if (typeof offQuota === 'string') return offQuota === 'all'
  return Object.entries(offQuota).some(([name, value]) =>
    [query, body].some((part) => typeof part === 'object' && part !== null && Reflect.get(part, name) === value),
  )
}

/** Opens the meter of this process. */
export function openMeter({ database, limiter, publicUrl, warn, plans = contractPlans }: MeterOptions): Meter {
  const writer = startUsageWriter({ database, warn })
  const quota = openQuota({ database, publicUrl })
  const standingOf = standingsUnder(plans)

  async function giveBack(place: QuotaPeriod): Promise<void> {
    try {
      await quota.giveBack(place)
    } catch (error) {
      warn(`A call that failed is given back to its quota later: ${reasonOf(error)}.`)
      writer.batch.addToPeriod(place.accountId, place.startMs, -1)
    }
  }

  function begin({ account, route, isOfScreens, method, url, startedMs }: CallToMeter): MeteredCall {
    const { accountId } = account
    const atMs = account.readAt.getTime() + startedMs - account.readAtMs
    const standing = standingOf(account, atMs)
    const { period, quotaLimit } = standing
    const rules = isOfScreens ? screenRules : standing.rules
    let states: readonly RuleState[] = []
    let reserved: QuotaPeriod | undefined
    return {
      async admit() {
        if (rules.length === 0) return
        const take = await limiter.take(accountId, rules)
        states = take.states
        if (!take.isAllowed) throw rateLimited(states, atMs)
      },
      async reserve() {
        if (quotaLimit === null || isOfScreens) return
        const place = { accountId, ...period, limit: quotaLimit }
        const { isGranted, calls } = await quota.reserve(place)
        standing.calls = calls
        if (!isGranted) throw quotaExceeded(quotaLimit, period.endMs, atMs)
        reserved = place
      },
      async end(status) {
        const isSuccess = status >= 200 && status < 300
        if (!isSuccess && reserved !== undefined) {
          standing.calls--
          await giveBack(reserved)
        }
        const countsFromMs = isSuccess && quotaLimit === null && !isOfScreens ? period.startMs : undefined
        const timeUs = Math.round(1000 * (performance.now() - startedMs))
        const call = { accountId, atMs, method, path: url, status, timeUs, countsFromMs }
        writer.batch.add({ ...call, route: isOfScreens ? screensRoute : route }, isOfScreens)
        return { ...rateHeaders(states), ...quotaHeaders(standing) }
      },
    }
  }

  return { begin, write: writer.write, close: writer.close }
}
