import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askUntilAnswered, databaseWaitMs } from './patience.ts'
import { DatabaseAwayError } from './pool.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** A question that is answered after some unanswered ones, each of which took a given time. */
function askedInVain(times: number, ms: number) {
  let asked = 0
  return async () => {
    asked++
    if (asked > times) return 'here'
    vi.advanceTimersByTime(ms)
    throw new DatabaseAwayError(new Error(`no answer to question ${asked}`))
  }
}

it('asks until the database answers', async () => {
  expect(await askUntilAnswered(askedInVain(3, databaseWaitMs / 4))).toBe('here')
})

it('gives up once the wait is over, with the last reason', async () => {
  await expect(askUntilAnswered(askedInVain(9, 0.6 * databaseWaitMs))).rejects.toThrow(
    'The database does not answer: no answer to question 2.',
  )
})

it('asks no second time what the database refuses', async () => {
  const ask = vi.fn(async () => Promise.reject(new Error('no such table')))
  await expect(askUntilAnswered(ask)).rejects.toThrow('no such table')
  expect(ask).toHaveBeenCalledOnce()
})
