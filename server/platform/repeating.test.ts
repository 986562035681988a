import { describe, expect, it, vi } from 'vitest'
import { eventually } from '../../test/support/eventually.ts'
import { atMostEvery, keepDoing } from './repeating.ts'

describe('repeated work', () => {
  it('is done again at once while there is more, and after a pause when there is not', async () => {
    const answers = [true, true, false, false]
    const work = vi.fn(async () => answers.shift() ?? false)
    const repeating = keepDoing(work, { name: 'a job', everyMs: 5, onAway: expect.unreachable })
    await eventually(() => expect(work.mock.calls.length).toBeGreaterThan(5))
    await repeating.close()
  })

  it('says once that it fails, and again when it fails after a success', async () => {
    const outcomes = ['fails', 'fails', 'works', 'fails', 'fails', 'works']
    const said: string[] = []
    const repeating = keepDoing(
      async () => {
        const outcome = outcomes.shift()
        if (outcome === 'fails') throw new Error('It is away.')
        return outcome !== undefined
      },
      { name: 'a job', everyMs: 1, onAway: (reason) => void said.push(reason) },
    )
    await eventually(() => expect(outcomes).toEqual([]))
    await repeating.close()
    expect(said).toEqual(['It is away', 'It is away'])
  })

  it('is finished before it stops', async () => {
    let isDone = false
    const repeating = keepDoing(
      async () => {
        await new Promise((resolve) => setImmediate(resolve))
        isDone = true
        return false
      },
      { name: 'a job', everyMs: 10_000, onAway: expect.unreachable },
    )
    await repeating.close()
    expect(isDone).toBe(true)
  })
})

describe('work done at most every so often', () => {
  it('is done once in that time, and again at once after it failed', async () => {
    const work = vi.fn(async () => {})
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    const doSometimes = atMostEvery(60_000, work)
    for (const at of [1_000, 2_000, 60_999, 61_000, 61_001]) {
      now.mockReturnValue(at)
      await doSometimes()
    }
    expect(work).toHaveBeenCalledTimes(2)
    now.mockReturnValue(200_000)
    work.mockRejectedValueOnce(new Error('not now'))
    await expect(doSometimes()).rejects.toThrow('not now')
    await doSometimes()
    expect(work).toHaveBeenCalledTimes(4)
    now.mockRestore()
  })
})
