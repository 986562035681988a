import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../test/support/eventually.ts'
import { runningDecoders } from '../../../test/support/images/test-decoders.ts'
import { newPhoto, newPicture } from '../../../test/support/test-pictures.ts'
import { type DecoderPool, openDecoderPool } from './decoder-pool.ts'

const isLinux = process.platform === 'linux'

let decoder: DecoderPool
beforeEach(() => {
  decoder = openDecoderPool()
})
afterEach(() => decoder.close())

test('C1: four images are decoded at a time, sixteen wait, and the next is refused at once', async () => {
  const image = (await newPhoto()).toString('base64')
  const taken = Array.from({ length: 20 }, () => decoder.prepare(image))
  const isAnyDone = Promise.race(taken).then(() => 'done')
  expect(await Promise.race([decoder.prepare(image), isAnyDone])).toBe('busy')
  // One that is about to become the program has no name for a moment.
  if (isLinux) await eventually(() => expect(runningDecoders()).toHaveLength(4))
  for (const answer of await Promise.all(taken)) expect(answer).not.toBe('busy')
  expect(await decoder.prepare(image)).not.toBe('busy')
  if (isLinux) expect(runningDecoders().length).toBeLessThanOrEqual(4)
})

describe('C3: the process that decodes', () => {
  const kinds: [string, () => Promise<Buffer>][] = [
    ['a TIFF', () => newPicture().tiff().toBuffer()],
    ['a GIF', () => newPicture().gif().toBuffer()],
    ['an AVIF', () => newPicture().avif({ effort: 0 }).toBuffer()],
    ['an SVG', async () => Buffer.from(square)],
  ]
  const square =
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"><rect width="200" height="200"/></svg>'

  test('compares pictures of the kinds that are taken', async () => {
    for (const kind of ['webp', 'jpeg', 'png'] as const) {
      const picture = await newPicture().toFormat(kind).toBuffer()
      expect(await decoder.areAlike(picture, picture, [0])).toBe(true)
    }
  })

  // Comparing checks no kind of picture, so only the block keeps it from the loader.
  test.each(kinds)('has no loader for %s, which this process has', async (_, make) => {
    const picture = await make()
    expect((await sharp(picture).metadata()).width).toBeGreaterThan(0)
    expect(await decoder.areAlike(picture, picture, [0])).toBe('lost')
  })
})

describe('C3: a process that decodes', () => {
  let folder: string
  let program: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'praxidex-decoder-'))
    program = join(folder, 'program.mjs')
    // Answers with its id, waits, keeps the processor busy or eats memory, as the image says.
    writeFileSync(
      program,
      `process.on('disconnect', () => process.exit())
       const eaten = []
       process.on('message', ({ base64 }) => {
         if (base64 === 'eat') for (;;) eaten.push(Buffer.alloc(16 * 1024 * 1024, 1))
         if (base64 === 'spin') for (;;) {}
         if (base64 !== 'wait') process.send({ kind: 'prepare', answer: { ok: false, reason: 'unreadable', sentence: String(process.pid) } })
       })`,
    )
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  afterEach(() => vi.useRealTimers())

  /** The id of the process that answers. */
  async function pidOf(pool: DecoderPool): Promise<number> {
    const answer = await pool.prepare('')
    return typeof answer === 'object' && !answer.ok ? Number(answer.sentence) : expect.unreachable(String(answer))
  }

  /** Of the processor, 100 a second. */
  function ticksOf(pid: number): number {
    const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).map(Number)
    return user + system
  }

  function isThere(pid: number): boolean {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }

  const outcomes = [
    ['is refused when it kept the processor busy', 'spin', 'lost'],
    ...(isLinux ? [['may be sent again when others had the processor', 'wait', 'busy']] : []),
  ]
  test.each(outcomes)('is ended after five seconds with one image, which %s', async (_, image, outcome) => {
    const pool = openDecoderPool(program)
    try {
      const pid = await pidOf(pool)
      const beforeTicks = isLinux ? ticksOf(pid) : 0
      const realTimeout = setTimeout
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      let answer: unknown = 'none yet'
      const asked = pool.prepare(image).then((came) => {
        answer = came
      })
      while (image === 'spin' && isLinux && ticksOf(pid) - beforeTicks < 460) {
        await new Promise((resolve) => realTimeout(resolve, 20))
      }
      await vi.advanceTimersByTimeAsync(4_999)
      expect(answer).toBe('none yet')
      expect(isThere(pid)).toBe(true)
      await vi.advanceTimersByTimeAsync(1)
      await asked
      expect(answer).toBe(outcome)
      vi.useRealTimers()
      await eventually(() => expect(isThere(pid)).toBe(false))
      expect(await pidOf(pool)).not.toBe(pid)
    } finally {
      pool.close()
    }
  })

  test.runIf(isLinux)('has 512 MB; one that takes more is lost, and the next image has another', async () => {
    const pool = openDecoderPool(program)
    try {
      const pid = await pidOf(pool)
      const [, limit] = /^Max data size +(\d+) +\1 +bytes/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8')) ?? []
      const ofCode = Number(limit) - 512 * 1024 * 1024
      // Newer ones reserve as much again for compiled code.
      const isOlder = /^2[02]\./.test(process.versions.node)
      expect(ofCode).toBeGreaterThanOrEqual(0)
      expect(ofCode).toBeLessThanOrEqual(isOlder ? 0 : 512 * 1024 * 1024)
      expect(await pool.prepare('eat')).toBe('lost')
      await eventually(() => expect(isThere(pid)).toBe(false))
      expect(await pidOf(pool)).not.toBe(pid)
    } finally {
      pool.close()
    }
  })

  test('is not started any more once the pool is closed, for whatever waits', async () => {
    const pool = openDecoderPool(program)
    const asked = ['wait', 'wait', 'wait', 'wait', '', ''].map((image) => pool.prepare(image))
    await setImmediate()
    pool.close()
    expect(await Promise.all(asked)).toEqual(['lost', 'lost', 'lost', 'lost', 'busy', 'busy'])
  })

  test('that cannot be started leaves its image to be sent again', async () => {
    expect(await openDecoderPool('no\0path').prepare('')).toBe('busy')
  })
})
