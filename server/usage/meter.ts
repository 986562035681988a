/**
 * Metering of API calls: held to the plan's limits, counted once, with headers that say what is left. A quota costs one
 * statement a call (quota.ts), none costs none (usage-writer.ts). When the database is away, calls with a quota fail;
 * others go on while their key is cached.
 */
import type { Endpoint } from '#contract/endpoint'
import { plans as contractPlans } from '#contract/plans'
import type { KeyAccount } from '../keys/check-key.ts'
import type { Database } from '../platform/database/database.ts'
import { reasonOf } from '../platform/error-code.ts'
import type { Limiter, LimitRule, RuleState } from '../platform/limiter/limiter.ts'
import { type PlanTable, type Standing, screenRules, standingsUnder } from './account-plan.ts'
import { type Headers, quotaExceeded, quotaHeadersOf, rateHeaders, rateLimited } from './limit-answers.ts'
import { openQuota, type Quota, type QuotaPeriod } from './quota.ts'
import { screensRoute } from './usage-store.ts'
import { startUsageWriter, type UsageWriter } from './usage-writer.ts'

interface CallToMeter {
  account: KeyAccount
  route: string
  isFirstParty: boolean
  method: string
  url: string
  /** This process's clock in milliseconds. */
  startedMs: number
}

export interface MeteredCall {
  /** Takes from the rate limits; throws `rate_limited`. Undefined where there are none. */
  admit(): Promise<void> | undefined
  /** Reserves its place in the quota; throws `quota_exceeded`. Undefined where there is none. */
  reserve(): Promise<void> | undefined
  /** Ends it with a 2xx status; answers its headers. */
  succeed(status: number): Headers
  /** Ends it with any other status, gives back its place, and answers its headers. Never throws. */
  fail(status: number): Promise<Headers>
}

export interface Meter {
  begin(call: CallToMeter): MeteredCall
  isFailing(): boolean
  write(): Promise<void>
  close(): Promise<void>
}

export interface MeterOptions {
  database: Database
  limiter: Limiter
  publicUrl: string
  warn(sentence: string): void
  plans?: PlanTable
}

/**
 * Whether the call is one of our own screens, by its entry. A desk call refused by role has the limits of any other.
 */
export function isFirstParty(
  { offQuota }: Pick<Endpoint, 'offQuota'>,
  { query, body, isAdmin }: { query: unknown; body: unknown; isAdmin: boolean },
): boolean {
  if (typeof offQuota === 'string') return offQuota === 'all' && isAdmin
  const has = (name: string, value: string) =>
    [query, body].some((part) => typeof part === 'object' && part !== null && Reflect.get(part, name) === value)
  if (!isAdmin && 'admin' in offQuota && has('admin', offQuota.admin)) return false
  return Object.entries(offQuota).some(([name, value]) => has(name, value))
}

export function openMeter({ database, limiter, publicUrl, warn, plans = contractPlans }: MeterOptions): Meter {
  const writer = startUsageWriter({ database, warn })
  const parts = { limiter, warn, writer, quota: openQuota({ database, publicUrl }), standingOf: standingsUnder(plans) }
  const { isFailing } = parts.quota
  return { begin: (call) => new CallUnderWay(call, parts), isFailing, write: writer.write, close: writer.close }
}

interface MeterParts {
  limiter: Limiter
  quota: Quota
  writer: UsageWriter
  standingOf(account: KeyAccount, nowMs: number): Standing
  warn(sentence: string): void
}

/** A class: functions made for each call took a tenth of the time of a look-up. */
class CallUnderWay implements MeteredCall {
  private readonly call: CallToMeter
  private readonly parts: MeterParts
  private readonly atMs: number
  private readonly standing: Standing
  private states: readonly RuleState[] = []
  private reserved: QuotaPeriod | undefined

  constructor(call: CallToMeter, parts: MeterParts) {
    const { account, startedMs } = call
    this.call = call
    this.parts = parts
    this.atMs = account.readAt.getTime() + startedMs - account.readAtMs
    this.standing = parts.standingOf(account, this.atMs)
  }

  admit(): Promise<void> | undefined {
    const { rules } = this
    return rules.length === 0 ? undefined : this.take(rules)
  }

  reserve(): Promise<void> | undefined {
    const { quotaLimit } = this
    return quotaLimit === null ? undefined : this.reservePlace(quotaLimit)
  }

  succeed(status: number): Headers {
    const { quotaLimit, period } = this.standing
    return this.end(status, quotaLimit === null && !this.call.isFirstParty ? period.startMs : undefined)
  }

  async fail(status: number): Promise<Headers> {
    if (this.reserved !== undefined) await this.giveBack(this.reserved)
    return this.end(status, undefined)
  }

  private get rules(): readonly LimitRule[] {
    return this.call.isFirstParty ? screenRules : this.standing.rules
  }

  private get quotaLimit(): number | null {
    return this.call.isFirstParty ? null : this.standing.quotaLimit
  }

  private async take(rules: readonly LimitRule[]): Promise<void> {
    const { isAllowed, states } = await this.parts.limiter.take(this.call.account.accountId, rules)
    this.states = states
    if (!isAllowed) throw rateLimited(states, this.atMs)
  }

  private async reservePlace(limit: number): Promise<void> {
    const { period } = this.standing
    const place = { accountId: this.call.account.accountId, ...period, limit }
    const { isGranted, calls } = await this.parts.quota.reserve(place)
    this.standing.calls = calls
    if (!isGranted) throw quotaExceeded(limit, period.endMs, this.atMs)
    this.reserved = place
  }

  /** In a numbered batch: giving a place back twice, because the first answer was lost, would be one too many. */
  private async giveBack({ accountId, startMs }: QuotaPeriod): Promise<void> {
    const { writer, warn } = this.parts
    this.standing.calls--
    writer.batch.addToPeriod(accountId, startMs, -1)
    try {
      await writer.write()
    } catch (error) {
      warn(`A call that failed is given back to its quota later: ${reasonOf(error)}.`)
    }
  }

  private end(status: number, countsFromMs: number | undefined): Headers {
    const { account, route, isFirstParty, method, url: path, startedMs } = this.call
    const { accountId, keyId } = account
    const timeUs = Math.round(1000 * (performance.now() - startedMs))
    const summedAs = isFirstParty ? screensRoute : route
    const { atMs, standing, states } = this
    const periodMs = standing.period.startMs
    this.parts.writer.batch.add(
      { accountId, atMs, route: summedAs, method, path, status, timeUs, countsFromMs, keyId, periodMs },
      isFirstParty,
    )
    return states.length === 0 ? quotaHeadersOf(standing) : { ...rateHeaders(states), ...quotaHeadersOf(standing) }
  }
}
