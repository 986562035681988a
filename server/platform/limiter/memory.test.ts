import { describe, expect, it } from 'vitest'
import { checkLimiter } from '../../../test/support/platform/limiter-checks.ts'
import { seededRandom } from '../../../test/support/seeded-random.ts'
import { memoryLimiter } from './memory.ts'

checkLimiter('memory:', {
  open: memoryLimiter,
  processes: [1],
  limits: [10, 100, 1000],
  loads: [0.5, 1, 2, 5, 10],
  windowsOf: () => 10,
  seededRandom,
})

describe('memory:', () => {
  const rule = { name: 'minute', limit: 1, windowSeconds: 60 }

  it('remembers no more subjects than its bound, those that took last', async () => {
    const limiter = memoryLimiter(() => 0)
    for (let subject = 0; subject < 50_100; subject++) await limiter.take(String(subject), [rule])
    expect(limiter.size).toBe(50_000)
    expect((await limiter.take('50099', [rule])).isAllowed).toBe(false)
    expect((await limiter.take('0', [rule])).isAllowed).toBe(true)
  })

  it('forgets subjects that took nothing for a whole window', async () => {
    let nowMs = 0
    const limiter = memoryLimiter(() => nowMs)
    for (let subject = 0; subject < 100; subject++) await limiter.take(String(subject), [rule])
    nowMs = 61_000
    for (let again = 0; again < 60; again++) await limiter.take('busy', [rule])
    expect(limiter.size).toBe(1)
  })
})
