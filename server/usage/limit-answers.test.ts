import { expect, test } from 'vitest'
import { memoryLimiter } from '../platform/limiter/memory.ts'
import { rateHeaders } from './limit-answers.ts'

test.each([0, 1, 250, 499])('RateLimit names no time beyond its window, %i ms into a step', async (offsetMs) => {
  const limiter = memoryLimiter(() => 1_000_000_000 + offsetMs)
  const rule = { name: 'minute', limit: 2, windowSeconds: 60 }
  for (const remaining of [1, 0, 0]) {
    const { ratelimit = '' } = rateHeaders((await limiter.take('a', [rule])).states)
    const [, r, t] = /^"minute";r=(\d+);t=(\d+)$/.exec(ratelimit) ?? []
    expect(Number(r)).toBe(remaining)
    expect(Number(t)).toBeLessThanOrEqual(60)
    expect(Number(t)).toBeGreaterThan(58)
  }
})
