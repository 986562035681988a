/** Room for downloads: held until a body closes, never all of it by one account, and not by one who hardly reads. */
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { downloadBytesPerMinuteMin } from '#contract/limits'
import { Downloads, downloadsMax, downloadsOfAccountMax } from './downloads.ts'

async function* body() {
  yield Buffer.from('line\n')
}
const busy = expect.objectContaining({ code: 'downloads_busy' })
const closed = (one: Readable) => new Promise((resolve) => one.once('close', resolve))

test('G6: one account leaves room for others, and all together have a limit', () => {
  const downloads = new Downloads()
  const begin = (account: string) => downloads.begin(account, body)
  for (let count = 0; count < downloadsOfAccountMax; count++) begin('a')
  expect(() => begin('a')).toThrow(busy)
  const others = new Downloads()
  for (let count = 0; count < downloadsMax; count++) others.begin(`${count}`, body)
  expect(() => others.begin('one more', body)).toThrow(busy)
})

test('G6: two accounts that read slowly keep no third one out: the newest download of one gives way', () => {
  const downloads = new Downloads()
  const begin = (account: string) => downloads.begin(account, body)
  const slow = ['a', 'a', 'a', 'a', 'b', 'b', 'b', 'b'].map(begin)
  const failing = () => {
    throw new Error('no such part')
  }
  expect(() => downloads.begin('c', failing)).toThrow('no such part')
  expect(slow.some(({ destroyed }) => destroyed)).toBe(false)
  const [first, second] = [begin('c'), begin('c')]
  expect(slow.map(({ destroyed }) => destroyed)).toEqual([false, false, false, true, false, false, false, true])
  for (const account of ['a', 'b', 'c']) expect(() => begin(account)).toThrow(busy)
  expect([first.destroyed, second.destroyed]).toEqual([false, false])
})

test('room is free again once a body was read to its end, broken off, or could not be opened', async () => {
  const downloads = new Downloads()
  for (let round = 0; round < 3 * downloadsOfAccountMax; round++) {
    const [read, broken] = [downloads.begin('a', body), downloads.begin('a', body)]
    const ends = [closed(read), closed(broken)]
    read.resume()
    broken.destroy()
    await Promise.all(ends)
    const failing = () => {
      throw new Error('no such part')
    }
    expect(() => downloads.begin('a', failing)).toThrow('no such part')
  }
  for (let count = 0; count < downloadsOfAccountMax; count++) downloads.begin('a', body)
})

describe('G6: a download that takes too little in a minute', () => {
  afterEach(() => void vi.useRealTimers())
  const mb = 1024 * 1024
  const chunk = Buffer.alloc(8 * mb)
  async function* endless() {
    for (;;) yield chunk
  }

  /** The same each second. */
  async function read(one: Readable, { bytes, seconds }: { bytes: number; seconds: number }): Promise<void> {
    for (let second = 0; second < seconds; second++) {
      for (let left = bytes; left > 0 && !one.destroyed; ) {
        const piece: Buffer | null = one.read()
        if (piece === null) await setImmediate()
        else left -= piece.length
      }
      await vi.advanceTimersByTimeAsync(1_000)
    }
  }

  test.each([
    ['is ended when it takes nothing', 0, true],
    ['is ended when it takes less than it has to', downloadBytesPerMinuteMin / 60 - 64 * 1024, true],
    ['goes on when it takes enough', downloadBytesPerMinuteMin / 60 + 64 * 1024, false],
  ])('%s', async (_, bytes, isEnded) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const downloads = new Downloads()
    const one = downloads.begin('a', endless)
    one.read(0)
    await read(one, { bytes, seconds: 59 })
    expect(one.destroyed).toBe(false)
    await read(one, { bytes, seconds: 1 })
    expect(one.destroyed).toBe(isEnded)
    if (!isEnded) await read(one, { bytes, seconds: 120 })
    expect(one.destroyed).toBe(isEnded)
    one.destroy()
  })

  test('is not ended when it waits for us', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    async function* stuck() {
      yield chunk.subarray(0, 1)
      await new Promise(() => {})
    }
    const one = new Downloads().begin('a', stuck)
    one.resume()
    await vi.advanceTimersByTimeAsync(300_000)
    expect(one.destroyed).toBe(false)
  })
})
