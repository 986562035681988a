/** Calls counted in memory until written, bounded by the accounts whose keys are cached. */
import { recentRequestsPerSecondMax } from '#contract/limits'
import { scrubbed } from '../platform/log.ts'
import { hourMs } from '../platform/times.ts'
import { bucketOf } from './percentiles.ts'

export interface EndedCall {
  accountId: string
  keyId: string
  requestId: string
  /** The database's clock, in milliseconds since 1970. */
  atMs: number
  route: string
  method: string
  path: string
  status: number
  /** Of the answer's body, before compression. */
  bytes: number
  /** Of the error; both empty for a success. */
  code: string
  sentence: string
  timeUs: number
  /** What it counts as, when it succeeds. */
  quotaCalls: number
  /** The start of the period in which it counts without having reserved a place. */
  countsFromMs: number | undefined
  /** The start of the billing period. */
  periodMs: number
}

interface Sum {
  accountId: string
  /** The start of an hour. */
  startMs: number
  keyId: string
  route: string
  code: string
  calls: number
  timeUs: number
}

interface TimeSum {
  accountId: string
  /** The start of an hour. */
  startMs: number
  bucket: number
  calls: number
}

/** Calls to add to the count of a period, or below 0 to take off. */
interface PeriodSum {
  accountId: string
  startMs: number
  calls: number
}

/** Use of a key in a billing period. */
interface KeySum {
  accountId: string
  keyId: string
  startMs: number
  calls: number
  lastMs: number
}

interface AccountCalls {
  sums: Map<string, Sum[]>
  times: TimeSum[]
  keys: KeySum[]
  /** A ring once it is full: order does not matter here. */
  recent: EndedCall[]
  overwritten: number
}

/** Of all accounts: what a process holds while the database is away. */
const recentMax = 100 * recentRequestsPerSecondMax

export class UsageBatch {
  private readonly accounts = new Map<string, AccountCalls>()
  private readonly periods = new Map<string, PeriodSum[]>()
  private recentCount = 0

  add(call: EndedCall, isFirstParty: boolean): void {
    const account = this.accounts.get(call.accountId) ?? this.addAccount(call.accountId)
    const startMs = call.atMs - (call.atMs % hourMs)
    const { accountId, keyId, route, code, timeUs } = call
    const sums = listIn(account.sums, route)
    const sum = sums.find((one) => one.startMs === startMs && one.keyId === keyId && one.code === code)
    if (sum === undefined) {
      sums.push({ accountId, startMs, keyId, route, code, calls: 1, timeUs })
    } else {
      sum.calls++
      sum.timeUs += timeUs
    }
    if (!isFirstParty) {
      this.keep(account, call)
      const bucket = bucketOf(timeUs)
      const time = account.times.find((one) => one.bucket === bucket && one.startMs === startMs)
      if (time === undefined) account.times.push({ accountId, startMs, bucket, calls: 1 })
      else time.calls++
    }
    this.addUse(call, call.status < 300 && !isFirstParty ? call.quotaCalls : 0)
    if (call.countsFromMs !== undefined) this.addToPeriod(call.accountId, call.countsFromMs, call.quotaCalls)
  }

  /** Notes when a key was last used, and adds to its calls. */
  addUse(call: Pick<EndedCall, 'accountId' | 'keyId' | 'periodMs' | 'atMs'>, calls: number): void {
    const { accountId, keyId, periodMs: startMs, atMs: lastMs } = call
    const { keys } = this.accounts.get(accountId) ?? this.addAccount(accountId)
    const key = keys.find((one) => one.keyId === keyId && one.startMs === startMs)
    if (key === undefined) keys.push({ accountId, keyId, startMs, calls, lastMs })
    else {
      key.calls += calls
      key.lastMs = Math.max(key.lastMs, lastMs)
    }
  }

  addToPeriod(accountId: string, startMs: number, calls: number): void {
    const sums = listIn(this.periods, accountId)
    const sum = sums.find((one) => one.startMs === startMs)
    if (sum === undefined) sums.push({ accountId, startMs, calls })
    else sum.calls += calls
  }

  get isEmpty(): boolean {
    return this.accounts.size === 0 && this.periods.size === 0
  }

  sums(): Sum[] {
    return [...this.accounts.values()].flatMap(({ sums }) => [...sums.values()].flat())
  }

  timeSums(): TimeSum[] {
    return [...this.accounts.values()].flatMap(({ times }) => times)
  }

  /** In one order everywhere: processes that write the same rows wait for each other without a deadlock. */
  periodSums(): PeriodSum[] {
    return [...this.periods.values()].flat().sort((a, b) => compare(a.accountId, b.accountId) || a.startMs - b.startMs)
  }

  keySums(): KeySum[] {
    return [...this.accounts.values()]
      .flatMap(({ keys }) => keys)
      .sort((a, b) => compare(a.accountId, b.accountId) || compare(a.keyId, b.keyId) || a.startMs - b.startMs)
  }

  recentCalls(): EndedCall[] {
    const calls = [...this.accounts.values()].flatMap(({ recent }) => recent)
    return calls.map((call) => ({
      ...call,
      path: shownPath(call.path),
      sentence: scrubbed(call.sentence).slice(0, sentenceLengthMax),
    }))
  }

  callsCounted(): number {
    return this.sums().reduce((sum, { calls }) => sum + calls, 0)
  }

  private keep(account: AccountCalls, call: EndedCall): void {
    const { recent } = account
    const path = keptPath(call.path)
    const kept = path === call.path ? call : { ...call, path }
    if (recent.length < recentRequestsPerSecondMax && this.recentCount < recentMax) {
      recent.push(kept)
      this.recentCount++
    } else if (recent.length > 0) {
      recent[account.overwritten++ % recent.length] = kept
    }
  }

  private addAccount(accountId: string): AccountCalls {
    const account = { sums: new Map<string, Sum[]>(), times: [], keys: [], recent: [], overwritten: 0 }
    this.accounts.set(accountId, account)
    return account
  }
}

function listIn<T>(lists: Map<string, T[]>, name: string): T[] {
  const known = lists.get(name)
  if (known !== undefined) return known
  const made: T[] = []
  lists.set(name, made)
  return made
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** A search with every parameter has some 400 characters, and so has the sentence about it. */
const pathLengthMax = 500
const sentenceLengthMax = 500

const lookedAtMax = 2 * pathLengthMax

function keptPath(url: string): string {
  if (url.length <= lookedAtMax) return url
  const lookedAt = url.slice(0, lookedAtMax)
  const cutAt = Math.max(...['/', '?', '&'].map((mark) => lookedAt.lastIndexOf(mark))) + 1
  return `${lookedAt.slice(0, cutAt)}…`
}

const secretName = /key|token|password|secret|signature|auth/i

/** Path and query of a request, cut, without parameters that may be secret and parts that look like a secret. */
export function shownPath(whole: string): string {
  const url = keptPath(whole)
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const shownSegments = path.split('/').map((segment) => (looksSecret(segment) ? '…' : segment))
  const parts = queryAt === -1 ? [] : url.slice(queryAt + 1).split('&')
  const query = queryAt === -1 ? '' : `?${parts.map(shownPart).join('&')}`
  const shown = `${shownSegments.join('/')}${query}`
  return shown.length <= pathLengthMax ? shown : `${shown.slice(0, pathLengthMax)}…`
}

function shownPart(part: string): string {
  const [name = ''] = part.split('=', 1)
  if (looksSecret(name)) return '…'
  return secretName.test(decoded(name)) || looksSecret(part.slice(name.length)) ? `${name}=…` : part
}

function looksSecret(text: string): boolean {
  const read = decoded(text)
  return scrubbed(read) !== read
}

/** Percent-decoded byte by byte, which suffices for the forms of secrets and fails on no UTF-8. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
