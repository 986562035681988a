import { recentRequestsMax } from '#contract/limits'
import { scrubbed } from '../platform/log.ts'
import { dayMs } from '../platform/times.ts'

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

/** Characters of a path that are kept; a search with every parameter has some 400. */
const pathLengthMax = 500

/** Characters of an address that are looked at: those without secrets among them fill what is kept. */
const lookedAtMax = 2 * pathLengthMax

/** As much of an address as is looked at, without the part in which it is cut. */
function keptPath(url: string): string {
  if (url.length <= lookedAtMax) return url
  const lookedAt = url.slice(0, lookedAtMax)
  const cutAt = Math.max(...['/', '?', '&'].map((mark) => lookedAt.lastIndexOf(mark))) + 1
  return `${lookedAt.slice(0, cutAt)}…`
}

/** Parameters whose values may be secret: by mistake or not, they come in addresses. */
const secretName = /key|token|password|secret|signature|auth/i

/**
 * The path and query of a request, cut where it is too long: without the values of parameters that may be secret, and without every
 * other part that looks like a secret, wherever it stands.
 */
export function shownPath(whole: string): string {
  const url = keptPath(whole)
  const queryAt = url.indexOf('?')
  const path = queryAt === -1 ? url : url.slice(0, queryAt)
  const shownSegments = path.split('/').map((segment) => (looksSecret(segment) ? '…' : segment))
  const query =
    queryAt === -1
      ? []
      : [
          url
            .slice(queryAt + 1)
            .split('&')
            .map(shownPart)
            .join('&'),
        ]
  const shown = [shownSegments.join('/'), ...query].join('?')
  return shown.length <= pathLengthMax ? shown : `${shown.slice(0, pathLengthMax)}…`
}

function shownPart(part: string): string {
  const [name = ''] = part.split('=', 1)
  if (looksSecret(name)) return '…'
  return secretName.test(decoded(name)) || looksSecret(part.slice(name.length)) ? `${name}=…` : part
}

/** By the same forms as in the log. */
function looksSecret(text: string): boolean {
  const read = decoded(text)
  return scrubbed(read) !== read
}

/** With what every escape stands for, one byte at a time: enough for the forms of secrets, and never in want of UTF-8. */
function decoded(text: string): string {
  return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
