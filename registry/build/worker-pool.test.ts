import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { otherNameColumns } from '#registry/columns'
import { writeSample } from '#registry/sample/write-sample'
import { buildIn } from '../../test/support/registry/test-build.ts'
import { mainCsv, npiOf, otherNameCsv, person, testFolder, writeFiles } from '../../test/support/registry/test-files.ts'
import { segmentBytes } from './limits.ts'
import { sharedBytes } from './memory/shared-bytes.ts'
import { inOrder, thisThread, threads } from './worker-pool.ts'

test('threads build the same version as one thread alone, and count the same rows', async () => {
  const dir = testFolder()
  const paths = await writeSample({ dir, providers: 20_000, seed: 3 })
  const alone = await buildIn(testFolder(), paths, { workerPool: thisThread() })
  const together = await buildIn(testFolder(), paths, { workerPool: threads(3) })
  expect(together.manifest).toEqual(alone.manifest)
  expect(together.manifest.counts.individuals).toBeGreaterThan(10_000)
})

test('what fails in a thread fails here with the same words', async () => {
  const workerPool = threads(1)
  await expect(workerPool.range({ bytes: sharedBytes(16) })).rejects.toThrow(
    'expected startJoining before the first range',
  )
  await workerPool.close()
})

test('links are made by a fresh thread: the others, and what they remember of the rows, have ended', async () => {
  const workerPool = threads(2)
  await workerPool.startJoining({ files: [], labels: new Map() })
  const column = () => Float64Array.of(7, 7)
  const links = await workerPool.link({ addresses: column(), phones: column(), organizations: Uint32Array.of(1) })
  expect(links.setOf).toHaveLength(2)
  await expect(workerPool.range({ bytes: sharedBytes(16) })).rejects.toThrow('a thread of the build ended')
  await workerPool.close()
})

test('a workerPool that is closed while it begins to link has no thread left', async () => {
  const workerPool = threads(2)
  const column = () => Float64Array.of(7, 7)
  const links = workerPool.link({ addresses: column(), phones: column(), organizations: Uint32Array.of(1) })
  const ended = expect(links).rejects.toThrow('a thread of the build ended')
  await workerPool.close()
  await ended
})

test('a thread that has ended says so instead of never answering', async () => {
  const workerPool = threads(1)
  await workerPool.close()
  await expect(workerPool.startJoining({ files: [], labels: new Map() })).rejects.toThrow('a thread of the build ended')
})

test('a thread asked while it is still at work answers each question with its own answer', async () => {
  const workerPool = threads(1)
  const file = {
    ...{ number: 0, kind: 'otherNames' as const, header: otherNameColumns, today: 20261120, releasedOn: 0 },
    columns: Int16Array.from(otherNameColumns.keys()),
  }
  const content = Buffer.from(otherNameCsv([{ NPI: npiOf(1), 'Provider Other Organization Name': 'X' }]))
  const whole = { until: content.length, start: undefined, isFirst: true, isLast: true }
  const bytes = sharedBytes(content.length)
  bytes.set(content)
  const segment = workerPool.segment({ file, bytes, ...whole })
  const ready = workerPool.startJoining({ files: [], labels: new Map() })
  const range = workerPool.range({ bytes: sharedBytes(0) })
  expect(await segment).toMatchObject({ rows: 1 })
  expect(await ready).toBeUndefined()
  expect(await range).toMatchObject({ outcomes: [], tooLarge: [] })
  await workerPool.close()
})

test('a file given up while threads still read of it is left out, and the build goes on with the others', async () => {
  const header = otherNameCsv([])
  const row = otherNameCsv([{ NPI: npiOf(1), 'Provider Other Organization Name': 'X'.repeat(400) }]).slice(
    header.length,
  )
  // The quote in the first segment is never closed, and the threads have the next segments by then.
  const names = `${header}"lost${row.replaceAll('"', '').repeat((8 * segmentBytes) / row.length)}`
  const paths = writeFiles(testFolder(), {
    'npidata_pfile_20050523-20261108.csv': mainCsv([person(npiOf(1))]),
    'othername_pfile_20050523-20261108.csv': names,
  })
  const { manifest } = await buildIn(testFolder(), paths, { workerPool: threads(3), leaveOutRefused: true })
  expect(manifest.counts.individuals).toBe(1)
  expect(manifest.refused.files).toMatchObject([{ reason: expect.stringContaining('perhaps a lost quote') }])
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
