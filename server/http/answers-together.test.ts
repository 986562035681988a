import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { AnswersTogether } from './answers-together.ts'

/** Answers that are ready, and which of them have gone out so far. */
function answers(now?: () => number) {
  const together = new AnswersTogether(now)
  const gone: number[] = []
  let count = 0
  return {
    gone,
    beginRequest: () => together.beforeWork(),
    answer() {
      const number = count++
      together.ready(() => gone.push(number))
    },
  }
}

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)

it('answers of one turn of the event loop go out together, in the order in which they were ready', async () => {
  const { gone, answer } = answers()
  for (let time = 0; time < 3; time++) answer()
  await Promise.resolve()
  expect(gone).toEqual([])
  await turnOfTheLoop()
  expect(gone).toEqual([0, 1, 2])
})

it('no more than sixteen wait for each other', async () => {
  const { gone, answer } = answers()
  for (let time = 0; time < 20; time++) answer()
  expect(gone).toEqual(numbers(0, 16))
  await turnOfTheLoop()
  expect(gone).toEqual(numbers(0, 20))
  answer()
  expect(gone).toEqual(numbers(0, 20))
  await turnOfTheLoop()
  expect(gone).toEqual(numbers(0, 21))
})

it('an answer that has waited for a millisecond goes out before another request is worked on', async () => {
  let nowMs = 0
  const { gone, answer, beginRequest } = answers(() => nowMs)
  answer()
  nowMs = 1
  beginRequest()
  expect(gone).toEqual([])
  nowMs = 1.1
  beginRequest()
  expect(gone).toEqual([0])
  answer()
  expect(gone).toEqual([0])
  await turnOfTheLoop()
  expect(gone).toEqual([0, 1])
})
