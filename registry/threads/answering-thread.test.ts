import { expect, test } from 'vitest'
import { startedTogether } from './answering-thread.ts'

test('threads are started together, or none is left', () => {
  const closed: number[] = []
  const started = (index: number) => ({
    index,
    close: async () => {
      closed.push(index)
    },
  })
  expect(startedTogether(3, started).map(({ index }) => index)).toEqual([0, 1, 2])
  expect(closed).toEqual([])
  const failing = (index: number) => {
    if (index === 2) throw new Error('no memory for a thread')
    return started(index)
  }
  expect(() => startedTogether(3, failing)).toThrow('no memory for a thread')
  expect(closed).toEqual([0, 1])
})
