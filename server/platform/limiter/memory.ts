/**
 * The limiter in the memory of this process. A window is cut into steps and takes are counted by step: one that began before
 * the window counts whole, so nothing is ever allowed too much, and at most a step's time is lost of each window.
 */
import type { Limiter, LimitRule, RuleState, Take } from './limiter.ts'

/** Steps of a window. A busy subject waits for one step more than the window, which takes 1 of 121 (0.8 %) of its limit. */
export const stepsOfWindow = 120

/** How many subjects are remembered for each rule; the one that took longest ago makes room. Some 2 KB each at the most. */
const subjectsMax = 50_000

/** How many subjects that took nothing for a whole window are forgotten with each take. */
const forgottenAtOnce = 2

/** What one subject has taken of one rule. */
interface Taken {
  /** Numbers of the steps in which anything was taken, the oldest first, and how much in each. */
  steps: number[]
  counts: number[]
  total: number
}

/** A limiter with a memory of its own; `now` counts milliseconds, never backwards, and is replaced in tests only. */
export function memoryLimiter(now = () => performance.now()): Limiter & { readonly size: number } {
  const rules = new Map<string, Map<string, Taken>>()

  function takenOf(subject: string, { name, windowSeconds }: LimitRule, nowMs: number): Taken {
    const subjects = rules.get(name) ?? new Map<string, Taken>()
    rules.set(name, subjects)
    const step = stepAt(nowMs, windowSeconds)
    const taken = subjects.get(subject) ?? { steps: [], counts: [], total: 0 }
    // Deleting first puts the subject last in the map's order, which is that of insertion.
    subjects.delete(subject)
    forgetIdle(subjects, step)
    subjects.set(subject, taken)
    dropBefore(taken, step - stepsOfWindow)
    return taken
  }

  return {
    async take(subject, asked): Promise<Take> {
      const nowMs = now()
      const all = asked.map((rule) => ({ rule, taken: takenOf(subject, rule, nowMs) }))
      const isAllowed = all.every(({ rule, taken }) => taken.total < rule.limit)
      if (isAllowed) for (const { rule, taken } of all) addOne(taken, stepAt(nowMs, rule.windowSeconds))
      return { isAllowed, states: all.map(({ rule, taken }) => stateOf(rule, taken, nowMs)) }
    },
    async close() {},
    get size() {
      return [...rules.values()].reduce((sum, subjects) => sum + subjects.size, 0)
    },
  }
}

function stepAt(nowMs: number, windowSeconds: number): number {
  return Math.floor((nowMs * stepsOfWindow) / (1000 * windowSeconds))
}

/** The subjects that took longest ago come first; all of a rule have the same window. */
function forgetIdle(subjects: Map<string, Taken>, step: number): void {
  let looked = 0
  for (const [subject, { steps }] of subjects) {
    const isIdle = (steps.at(-1) ?? Number.NEGATIVE_INFINITY) < step - stepsOfWindow
    if (looked++ === forgottenAtOnce || (!isIdle && subjects.size < subjectsMax)) return
    subjects.delete(subject)
  }
}

function dropBefore(taken: Taken, step: number): void {
  while (taken.steps.length > 0 && taken.steps[0] < step) {
    taken.steps.shift()
    taken.total -= taken.counts.shift() ?? 0
  }
}

function addOne(taken: Taken, step: number): void {
  const last = taken.steps.length - 1
  if (taken.steps[last] === step) taken.counts[last]++
  else {
    taken.steps.push(step)
    taken.counts.push(1)
  }
  taken.total++
}

function stateOf(rule: LimitRule, taken: Taken, nowMs: number): RuleState {
  const remaining = Math.max(0, rule.limit - taken.total)
  return { rule, remaining, resetSeconds: resetSecondsOf(rule, taken, nowMs) }
}

/** When the step ends to count with which another take becomes possible; a limit of 0 never allows one. */
function resetSecondsOf({ limit, windowSeconds }: LimitRule, { steps, counts, total }: Taken, nowMs: number): number {
  let tooMany = Math.max(1, total - limit + 1)
  const index = counts.findIndex((count) => {
    tooMany -= count
    return tooMany <= 0
  })
  if (index === -1) return total === 0 && limit > 0 ? 0 : windowSeconds
  const freeAtMs = ((steps[index] + stepsOfWindow + 1) * 1000 * windowSeconds) / stepsOfWindow
  return Math.ceil((freeAtMs - nowMs) / 1000)
}
