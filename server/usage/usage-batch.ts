/** Calls counted in memory until written, bounded by the accounts whose keys are cached. */
import { recentRequestsMax } from '#contract/limits'
import { scrubbed } from '../platform/log.ts'
import { dayMs } from '../platform/times.ts'

export interface EndedCall {
  accountId: string
  /** The database's clock, in milliseconds since 1970. */
  atMs: number
  route: string
  method: string
  path: string
  status: number
  timeUs: number
  /** The start of the period in which it counts without having reserved a place. */
  countsFromMs: number | undefined
  keyId: string
  /** The start of the billing period. */
  periodMs: number
}

interface DaySum {
  accountId: string
  /** Days since 1970, in UTC. */
  day: number
  route: string
  statusClass: number
  calls: number
  timeUs: number
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
  sums: Map<string, DaySum[]>
  keys: KeySum[]
  /** A ring: order does not matter here. */
  recent: EndedCall[]
  ended: number
}

export class UsageBatch {
  private readonly accounts = new Map<string, AccountCalls>()
  private readonly periods = new Map<string, PeriodSum[]>()

  add(call: EndedCall, isFirstParty: boolean): void {
    const account = this.accounts.get(call.accountId) ?? this.addAccount(call.accountId)
    const day = Math.floor(call.atMs / dayMs)
    const statusClass = Math.floor(call.status / 100)
    const { accountId, route, timeUs } = call
    const sums = listIn(account.sums, route)
    const sum = sums.find((one) => one.day === day && one.statusClass === statusClass)
    if (sum === undefined) {
      sums.push({ accountId, day, route, statusClass, calls: 1, timeUs })
    } else {
      sum.calls++
      sum.timeUs += timeUs
    }
    if (!isFirstParty) account.recent[account.ended++ % recentRequestsMax] = { ...call, path: keptPath(call.path) }
    const isCounted = statusClass === 2 && !isFirstParty
    const key = account.keys.find((one) => one.keyId === call.keyId && one.startMs === call.periodMs)
    if (key === undefined) {
      const { keyId, periodMs: startMs, atMs: lastMs } = call
      account.keys.push({ accountId, keyId, startMs, calls: isCounted ? 1 : 0, lastMs })
    } else {
      if (isCounted) key.calls++
      if (call.atMs > key.lastMs) key.lastMs = call.atMs
    }
    if (call.countsFromMs !== undefined) this.addToPeriod(call.accountId, call.countsFromMs, 1)
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

  /** In one order everywhere: processes that write the same rows wait for each other without a deadlock. */
  daySums(): DaySum[] {
    return [...this.accounts.values()]
      .flatMap(({ sums }) => [...sums.values()].flat())
      .sort(
        (a, b) =>
          compare(a.accountId, b.accountId) ||
          a.day - b.day ||
          compare(a.route, b.route) ||
          a.statusClass - b.statusClass,
      )
  }

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
    return calls.map((call) => ({ ...call, path: shownPath(call.path) }))
  }

  callsCounted(): number {
    return this.daySums().reduce((sum, { calls }) => sum + calls, 0)
  }

  private addAccount(accountId: string): AccountCalls {
    const account = { sums: new Map<string, DaySum[]>(), keys: [], recent: [], ended: 0 }
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

/** A search with every parameter has some 400 characters. */
const pathLengthMax = 500

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
