/**
 * Calls that are counted in memory and not written yet: sums by account, day, route and class of status, the last calls of each
 * account, and what belongs to the quota without a statement of its own. However many calls come, its size is bounded by the
 * accounts that call, and those by the keys that are remembered.
 */
import { recentRequestsMax } from '#contract/limits'
import { dayMs } from '../platform/times.ts'
import { keptPath, shownPath } from './shown-path.ts'

/** A call that is over. */
export interface EndedCall {
  accountId: string
  /** By the database's clock, in milliseconds since 1970. */
  atMs: number
  route: string
  method: string
  path: string
  status: number
  timeUs: number
  /** Where it counts against a period's quota without having reserved a place. */
  countsFromMs: number | undefined
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

/** Calls by which the count of a period is still wrong: to be added, or below 0 to be taken off. */
interface PeriodSum {
  accountId: string
  startMs: number
  calls: number
}

interface AccountCalls {
  /** By route: of each there are few, for a batch is of a day or two. */
  sums: Map<string, DaySum[]>
  /** The last calls; which is the oldest does not matter here. */
  recent: EndedCall[]
  ended: number
}

/** What is written to the database at once. */
export class UsageBatch {
  private readonly accounts = new Map<string, AccountCalls>()
  /** By account, which is in one period or, as one ends, in two. */
  private readonly periods = new Map<string, PeriodSum[]>()

  /** Counts a call. Calls of the screens stay out of the list of the last ones. */
  add(call: EndedCall, isOfScreens: boolean): void {
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
    if (!isOfScreens) account.recent[account.ended++ % recentRequestsMax] = { ...call, path: keptPath(call.path) }
    if (call.countsFromMs !== undefined) this.addToPeriod(call.accountId, call.countsFromMs, 1)
  }

  /** Corrects the count of a period by so many calls. */
  addToPeriod(accountId: string, startMs: number, calls: number): void {
    const sums = listIn(this.periods, accountId)
    const sum = sums.find((one) => one.startMs === startMs)
    if (sum === undefined) sums.push({ accountId, startMs, calls })
    else sum.calls += calls
  }

  get isEmpty(): boolean {
    return this.accounts.size === 0 && this.periods.size === 0
  }

  /** In one order everywhere, so that two processes that write the same rows wait for each other instead of for both. */
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

  /** In one order everywhere. */
  periodSums(): PeriodSum[] {
    return [...this.periods.values()].flat().sort((a, b) => compare(a.accountId, b.accountId) || a.startMs - b.startMs)
  }

  /** The last calls of each account, with their paths as they may be shown. */
  recentCalls(): EndedCall[] {
    const calls = [...this.accounts.values()].flatMap(({ recent }) => recent)
    return calls.map((call) => ({ ...call, path: shownPath(call.path) }))
  }

  /** How many calls it counts. */
  callsCounted(): number {
    return this.daySums().reduce((sum, { calls }) => sum + calls, 0)
  }

  private addAccount(accountId: string): AccountCalls {
    const account = { sums: new Map<string, DaySum[]>(), recent: [], ended: 0 }
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
