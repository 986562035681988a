/**
 * Metering of API calls: held to the plan's limits, counted once, with headers that say what is left. A quota costs one
 * statement a call (quota.ts), none costs none (usage-writer.ts). When the database is away, calls with a quota fail;
 * others go on while their key is cached. Calls of test keys have a limit by the minute of their own and count nowhere.
 */
import type { Transaction } from 'kysely'
import type { Endpoint } from '#contract/endpoint'
import { plans as contractPlans } from '#contract/plans'
import { errorBody } from '../http/error-answer.ts'
import type { ApiError } from '../http/verb.ts'
import type { KeyAccount } from '../keys/check-key.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { reasonOf } from '../platform/error-code.ts'
import type { Limiter, LimitRule, RuleState } from '../platform/limiter/limiter.ts'
import { type PlanTable, type Standing, screenRules, standingsUnder } from './account-plan.ts'
import { type Headers, quotaExceeded, quotaHeadersOf, quotaShort, rateHeaders, rateLimited } from './limit-answers.ts'
import { openQuota, type Quota } from './quota.ts'
import { screensRoute } from './usage-store.ts'
import { startUsageWriter, type UsageWriter } from './usage-writer.ts'

interface CallToMeter {
  account: KeyAccount
  route: string
  isFirstParty: boolean
  requestId: string
  method: string
  url: string
  /** This process's clock in milliseconds. */
  startedMs: number
}

export interface MeteredCall {
  /** Takes from the rate limits; throws `rate_limited`. Undefined where there are none. */
  admit(): Promise<void> | undefined
  /**
   * Reserves its place in the quota, or places; throws `quota_exceeded`, or `quota_short` where some are left.
   * Answers the start of the billing period, undefined where there is no quota. It counts as that many calls, and no
   * longer as one of our screens where places are given. What is reserved as part of a transaction is given back by its
   * rollback alone.
   */
  reserve(places?: number, trx?: Transaction<Tables>): Promise<Date> | undefined
  /** Ends it with a 2xx status and a body of this many bytes; answers its headers. */
  succeed(status: number, bytes: number): Headers
  /** Ends it with 304, which is free; answers its headers. */
  notModified(): Headers
  /** Ends it with an error, gives back its place, and answers its headers. Never throws. */
  fail(failure: ApiError): Promise<Headers>
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
  if (typeof offQuota === 'string') return offQuota === 'everyone' || (offQuota === 'all' && isAdmin)
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

/** Whose limits a call takes from: tests must not stop the live calls of the account. */
export function limitSubject({ accountId, mode }: Pick<KeyAccount, 'accountId' | 'mode'>): string {
  return mode === 'test' ? `test|${accountId}` : accountId
}

interface MeterParts {
  limiter: Limiter
  quota: Quota
  writer: UsageWriter
  standingOf(account: KeyAccount, nowMs: number): Standing
  warn(sentence: string): void
}

const noError = { code: '', message: '' }

/** A class: functions made for each call took a tenth of the time of a look-up. */
class CallUnderWay implements MeteredCall {
  private readonly call: CallToMeter
  private readonly parts: MeterParts
  private readonly atMs: number
  private readonly standing: Standing
  private states: readonly RuleState[] = []
  private calls = 0
  private isFirstParty: boolean
  /** Places to give back if it fails. */
  private reserved = 0

  constructor(call: CallToMeter, parts: MeterParts) {
    const { account, startedMs } = call
    this.call = call
    this.isFirstParty = call.isFirstParty
    this.parts = parts
    this.atMs = account.readAt.getTime() + startedMs - account.readAtMs
    this.standing = parts.standingOf(account, this.atMs)
  }

  admit(): Promise<void> | undefined {
    const { rules } = this
    return rules.length === 0 ? undefined : this.take(rules)
  }

  reserve(given?: number, trx?: Transaction<Tables>): Promise<Date> | undefined {
    const places = given ?? 1
    if (given !== undefined && given > 0) this.isFirstParty = false
    const { quotaLimit } = this
    this.calls = places
    return quotaLimit === null || places === 0 ? undefined : this.reservePlaces(quotaLimit, places, trx)
  }

  succeed(status: number, bytes: number): Headers {
    const { quotaLimit, period } = this.standing
    const isCounted = quotaLimit === null && !this.isFirstParty && this.calls > 0
    const countsFromMs = isCounted ? period.startMs : undefined
    return this.end(status, bytes, undefined, countsFromMs)
  }

  notModified(): Headers {
    return this.end(304, 0, undefined, undefined)
  }

  async fail(failure: ApiError): Promise<Headers> {
    if (this.reserved > 0) await this.giveBack(this.reserved)
    this.calls = 0
    return this.end(failure.status, Buffer.byteLength(errorBody(failure)), failure, undefined)
  }

  private get rules(): readonly LimitRule[] {
    return this.isFirstParty ? screenRules : this.standing.rules
  }

  private get quotaLimit(): number | null {
    return this.isFirstParty ? null : this.standing.quotaLimit
  }

  private async take(rules: readonly LimitRule[]): Promise<void> {
    const { isAllowed, states } = await this.parts.limiter.take(limitSubject(this.call.account), rules)
    this.states = states
    if (!isAllowed) throw rateLimited(states, this.atMs)
  }

  private async reservePlaces(limit: number, places: number, trx: Transaction<Tables> | undefined): Promise<Date> {
    const { period } = this.standing
    const inPeriod = { accountId: this.call.account.accountId, ...period, limit }
    const { isGranted, calls } = await this.parts.quota.reserve(inPeriod, places, trx)
    this.standing.calls = calls
    if (isGranted) {
      if (trx === undefined) this.reserved = places
      return new Date(period.startMs)
    }
    if (calls < limit) throw quotaShort({ needed: places, left: limit - calls }, period.endMs)
    throw quotaExceeded(limit, period.endMs, this.atMs)
  }

  /** In a numbered batch: giving a place back twice, because the first answer was lost, would be one too many. */
  private async giveBack(calls: number): Promise<void> {
    const { writer, warn } = this.parts
    const { standing } = this
    standing.calls -= calls
    writer.batch.addToPeriod(this.call.account.accountId, standing.period.startMs, -calls)
    try {
      await writer.write()
    } catch (error) {
      warn(`A call that failed is given back to its quota later: ${reasonOf(error)}.`)
    }
  }

  private end(status: number, bytes: number, failure: ApiError | undefined, countsFromMs: number | undefined): Headers {
    const { account, route, requestId, method, url: path, startedMs } = this.call
    const { accountId, keyId, mode } = account
    const { atMs, standing, states, isFirstParty } = this
    const { batch } = this.parts.writer
    const periodMs = standing.period.startMs
    if (mode === 'test') batch.addUse({ accountId, keyId, periodMs, atMs }, 0)
    else {
      const timeUs = Math.round(1000 * (performance.now() - startedMs))
      const summedAs = isFirstParty ? screensRoute : route
      const { code, message: sentence } = failure ?? noError
      batch.add(
        {
          accountId,
          keyId,
          requestId,
          atMs,
          route: summedAs,
          method,
          path,
          status,
          bytes,
          code,
          sentence,
          timeUs,
          quotaCalls: this.calls,
          countsFromMs,
          periodMs,
        },
        isFirstParty,
      )
    }
    return states.length === 0 ? quotaHeadersOf(standing) : Object.assign(rateHeaders(states), quotaHeadersOf(standing))
  }
}
