import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { writeSample } from '#registry/sample/write-sample'
import { buildIn } from '../test-build.ts'
import { testFolder } from '../test-files.ts'
import { inOrder } from './in-order.ts'
import { thisThread, threads } from './workforce.ts'

test('threads build the same version as one thread alone, and count the same rows', async () => {
  const dir = testFolder()
  const paths = await writeSample({ dir, providers: 20_000, seed: 3 })
  const alone = await buildIn(testFolder(), paths, { workforce: thisThread() })
  const together = await buildIn(testFolder(), paths, { workforce: threads(3) })
  expect(together.manifest).toEqual(alone.manifest)
  expect(together.manifest.counts.individuals).toBeGreaterThan(10_000)
}, 120_000)

test('what fails in a thread fails here with the same words', async () => {
  const workforce = threads(1)
  await expect(workforce.range(Buffer.from(new ArrayBuffer(16)))).rejects.toThrow(
    'expected startJoining before the first range',
  )
  await workforce.close()
})

test('a thread that has ended says so instead of never answering', async () => {
  const workforce = threads(1)
  await workforce.close()
  await expect(workforce.startJoining({ files: [], labels: new Map() })).rejects.toThrow('a thread of the build ended')
})

test('answers come in the order of the items, and no more are worked on than asked for', async () => {
  let running = 0
  let most = 0
  const turns = [5, 1, 3, 0, 4, 2]
  const answers: number[] = []
  const work = async (item: number) => {
    most = Math.max(most, ++running)
    for (let turn = 0; turn < (turns[item] ?? 0); turn++) await setImmediate()
    running--
    return item
  }
  for await (const answer of inOrder(turns.keys(), 3, work)) answers.push(answer)
  expect(answers).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(3)
})

test('a failure comes at its turn, behind the answers before it', async () => {
  const answers: number[] = []
  const work = async (item: number) => {
    if (item === 2) throw new Error('the third')
    return item
  }
  const taking = (async () => {
    for await (const answer of inOrder([0, 1, 2, 3], 4, work)) answers.push(answer)
  })()
  await expect(taking).rejects.toThrow('the third')
  expect(answers).toEqual([0, 1])
})
