/** What every limiter promises, whichever it is; the tests of each implementation run this list. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Limiter, LimitRule } from '../../../server/platform/limiter/limiter.ts'

interface CheckOptions {
  /** Opens one whose clock is the given one, in milliseconds. Several opened at once count together. */
  open(now: () => number): Limiter | Promise<Limiter>
  /** Over how many of them the takes of the trials are spread. */
  processes: readonly number[]
  /** Limits a minute, and times as many takes, that are tried with each other. */
  limits: readonly number[]
  loads: readonly number[]
  /** Windows of a trial with this many takes in each. */
  windowsOf(takes: number): number
  /** Whole numbers from 0 to below what is asked, that look like chance and are the same for the same seed. */
  seededRandom(seed: number): (below: number) => number
}

/** Declares the checks for limiters that `open` opens. */
export function checkLimiter(
  name: string,
  { open, processes, limits, loads, windowsOf, seededRandom }: CheckOptions,
): void {
  describe(`${name}, as every limiter,`, () => {
    let nowMs = 1_000_000_000
    let limiter: Limiter
    beforeAll(async () => {
      limiter = await open(() => nowMs)
    })
    afterAll(() => limiter.close())
    let subject = ''
    let made = 0
    beforeEach(() => {
      subject = `subject ${made++}`
    })

    it('allows as many as the limit, says what is left, and then when to try again', async () => {
      const rule = perMinute(3)
      for (const remaining of [2, 1, 0]) {
        const take = await limiter.take(subject, [rule])
        expect(take).toEqual({ isAllowed: true, states: [{ rule, remaining, resetSeconds: expect.any(Number) }] })
      }
      const refused = await limiter.take(subject, [rule])
      expect(refused).toEqual({ isAllowed: false, states: [{ rule, remaining: 0, resetSeconds: expect.any(Number) }] })
      const [{ resetSeconds }] = refused.states
      expect(resetSeconds).toBeGreaterThan(59)
      expect(resetSeconds).toBeLessThanOrEqual(61)
    })

    it('allows another one after the time it named', async () => {
      const rule = perMinute(2)
      for (const pauseMs of [0, 1, 499, 501, 10_000, 59_999]) {
        while ((await limiter.take(subject, [rule])).isAllowed) nowMs += pauseMs
        const [{ resetSeconds }] = (await limiter.take(subject, [rule])).states
        nowMs += 1000 * resetSeconds
        expect((await limiter.take(subject, [rule])).isAllowed).toBe(true)
      }
    })

    it('T16: after as many as the limit at once the next is allowed when a minute is over, and 1 % of it later at most', async () => {
      const rule = perMinute(2)
      for (const offsetMs of [0, 1, 250, 499]) {
        nowMs += 2 * windowMs - (nowMs % windowMs) + offsetMs
        const burstMs = nowMs
        while ((await limiter.take(subject, [rule])).isAllowed);
        nowMs = burstMs + windowMs - 1
        while (!(await limiter.take(subject, [rule])).isAllowed) nowMs++
        expect(nowMs - burstMs).toBeGreaterThanOrEqual(windowMs)
        expect(nowMs - burstMs).toBeLessThanOrEqual(1.01 * windowMs)
      }
    })

    it('takes from all rules or from none', async () => {
      const few = { name: 'few', limit: 1, windowSeconds: 60 }
      const many = { name: 'many', limit: 5, windowSeconds: 3600 }
      expect((await limiter.take(subject, [many, few])).isAllowed).toBe(true)
      for (let again = 0; again < 10; again++) {
        const { isAllowed, states } = await limiter.take(subject, [many, few])
        expect([isAllowed, ...states.map(({ remaining }) => remaining)]).toEqual([false, 4, 0])
      }
    })

    it('counts subjects and rules apart', async () => {
      const [one, other] = [perMinute(1), { name: 'other', limit: 1, windowSeconds: 60 }]
      expect((await limiter.take(subject, [one])).isAllowed).toBe(true)
      expect((await limiter.take(subject, [other])).isAllowed).toBe(true)
      expect((await limiter.take(`${subject}!`, [one])).isAllowed).toBe(true)
      expect((await limiter.take(subject, [one])).isAllowed).toBe(false)
    })

    it('refuses everything where the limit is 0, and allows everything where there is no rule', async () => {
      expect(await limiter.take(subject, [perMinute(0)])).toMatchObject({
        isAllowed: false,
        states: [{ remaining: 0 }],
      })
      expect(await limiter.take(subject, [])).toEqual({ isAllowed: true, states: [] })
    })

    it('keeps to a limit that has been lowered, and says when it allows one again', async () => {
      for (let count = 0; count < 4; count++) {
        await limiter.take(subject, [perMinute(4)])
        nowMs += 10_000
      }
      const { isAllowed, states } = await limiter.take(subject, [perMinute(2)])
      expect([isAllowed, states[0].remaining]).toEqual([false, 0])
      nowMs += 1000 * states[0].resetSeconds
      expect((await limiter.take(subject, [perMinute(2)])).isAllowed).toBe(true)
    })

    const trials = limits.flatMap((limit) =>
      processes.flatMap((count) => loads.map((load) => [limit, count, load] as const)),
    )
    // Side by side, each by a clock of its own: what a take waits for is mostly the way to the server.
    const names = 'T16: keeps %i a minute over %i processes at %f times the load'
    it.concurrent.each(trials)(names, async (limit, count, load) => {
      let nowMs = 0
      const all = await Promise.all(Array.from({ length: count }, () => open(() => nowMs)))
      const [rule, subject] = [perMinute(limit), `trial ${made++}`]
      const takes = limit * load
      const times = arrivals(takes, windowsOf(takes), seededRandom(Math.ceil(limit + load)))
      const allowed: number[] = []
      let [remainingBefore, riseMsMin] = [limit, 0]
      for (const [index, atMs] of times.entries()) {
        nowMs = atMs
        const { isAllowed, states } = await all[index % count].take(subject, [rule])
        const [{ remaining, resetSeconds }] = states
        if (isAllowed) allowed.push(atMs)
        else if (remaining !== 0) expect.unreachable('refused with something remaining')
        if (remaining > remainingBefore && atMs <= riseMsMin) expect.unreachable('more remaining before its time')
        remainingBefore = remaining
        // In whole seconds, of which the last may be a part.
        riseMsMin = atMs + 1000 * (resetSeconds - 1)
      }
      expect(mostInWindow(allowed)).toBeLessThanOrEqual(limit)
      expect(allowed.length).toBeGreaterThanOrEqual(0.98 * allowedByLog(times, limit))
      await Promise.all(all.map((one) => one.close()))
    })
  })
}

const windowMs = 60_000

const perMinute = (limit: number): LimitRule => ({ name: 'minute', limit, windowSeconds: windowMs / 1000 })

/** Into this many steps the distances between moments are chosen. */
const steps = 1_000_000

/** Moments in whole milliseconds at random distances, `rate` a minute on average, over this many minutes. */
function arrivals(rate: number, windows: number, random: (below: number) => number): number[] {
  const times: number[] = []
  let atMs = 0
  while (atMs < windows * windowMs) {
    times.push(Math.floor(atMs))
    atMs += -Math.log((random(steps) + 1) / steps) * (windowMs / rate)
  }
  return times
}

/** The most moments that lie in any stretch of one window's length. */
function mostInWindow(times: readonly number[]): number {
  let [first, most] = [0, 0]
  for (const [index, atMs] of times.entries()) {
    while (times[first] <= atMs - windowMs) first++
    most = Math.max(most, index - first + 1)
  }
  return most
}

/** How many a limiter would allow that remembers the moment of each. */
function allowedByLog(times: readonly number[], limit: number): number {
  const allowed: number[] = []
  for (const atMs of times) {
    if (allowed.length < limit || allowed[allowed.length - limit] <= atMs - windowMs) allowed.push(atMs)
  }
  return allowed.length
}
