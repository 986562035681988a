/** Counts takes in memory by steps of a window. A step that began before the window counts whole: never too much. */
import type { Limiter, LimitRule, RuleState, Take } from './limiter.ts'

/** A busy subject loses one step in 121 (0.8 %) of its limit. */
export const stepsOfWindow = 120

/** The least recent subject makes room; some 2 KB each. */
const subjectsMax = 50_000

const forgottenAtOnce = 2

interface Taken {
  /** Step numbers, oldest first, and the count of each. */
  steps: number[]
  counts: number[]
  total: number
}

/** `now` is a monotonic clock in milliseconds, replaced in tests only. */
export function memoryLimiter(now = () => performance.now()): Limiter & { readonly size: number } {
  const rules = new Map<string, Map<string, Taken>>()

  function takenOf(subject: string, { name, windowSeconds }: LimitRule, nowMs: number): Taken {
    const subjects = rules.get(name) ?? new Map<string, Taken>()
    rules.set(name, subjects)
    const step = stepAt(nowMs, windowSeconds)
    const taken = subjects.get(subject) ?? { steps: [], counts: [], total: 0 }
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

/** A limit of 0 never allows one. */
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
