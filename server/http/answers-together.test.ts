import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { answersTogether } from './answers-together.ts'

/** Answers that are ready, and which of them have gone out so far. */
function answers(now?: () => number) {
  const together = answersTogether(now)
  const gone: number[] = []
  let count = 0
  return {
    gone,
    async beginRequest(begun: () => void) {
      const others = together.beforeWork()
      if (others !== undefined) await others
      begun()
    },
    async answer() {
      const number = count++
      const moment = together.ready()
      if (moment !== undefined) await moment
      gone.push(number)
    },
  }
}

/** Lets everything go on that waits for nothing else. */
async function settle() {
  for (let step = 0; step < 5; step++) await Promise.resolve()
}

it('answers of one turn of the event loop go out together, in the order in which they were ready', async () => {
  const { gone, answer } = answers()
  const sent = [answer(), answer(), answer()]
  await settle()
  expect(gone).toEqual([])
  await turnOfTheLoop()
  await Promise.all(sent)
  expect(gone).toEqual([0, 1, 2])
})

it('no more than sixteen wait for each other', async () => {
  const { gone, answer } = answers()
  const sent = Array.from({ length: 20 }, answer)
  await settle()
  // The sixteenth, which nothing waits for any more, may go out before the others.
  expect(gone.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, number) => number))
  await turnOfTheLoop()
  await Promise.all(sent)
  expect(gone.slice(16)).toEqual([16, 17, 18, 19])
})

it('an answer that has waited for a millisecond goes out before another request is worked on', async () => {
  let nowMs = 0
  const { gone, answer, beginRequest } = answers(() => nowMs)
  const goneBefore: number[] = []
  const sent = [answer()]
  nowMs = 1
  await beginRequest(() => goneBefore.push(gone.length))
  nowMs = 1.1
  await beginRequest(() => goneBefore.push(gone.length))
  expect(goneBefore).toEqual([0, 1])
  sent.push(answer())
  await settle()
  expect(gone).toEqual([0])
  await turnOfTheLoop()
  await Promise.all(sent)
  expect(gone).toEqual([0, 1])
})
