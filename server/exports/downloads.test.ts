/** Room for downloads: held until a body closes, never all of it by one account, and not by one who hardly reads. */
import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { slowDownloadBytesPerMinute } from '#contract/limits'
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

describe('G6: where all room is taken, a download that took too little in a minute', () => {
  afterEach(() => void vi.useRealTimers())
  const chunk = Buffer.alloc(8 * 1024 * 1024)
  async function* endless() {
    for (;;) yield chunk
  }
  async function* stuck() {
    yield chunk.subarray(0, 1)
    await new Promise(() => {})
  }

  async function take(one: Readable, bytes: number): Promise<void> {
    for (let left = bytes; left > 0; ) {
      const piece: Buffer | null = one.read()
      if (piece === null) await setImmediate()
      else left -= piece.length
    }
  }

  /** Eight accounts have a download each, of which the last takes the same in each second. */
  async function allRoomTaken(bytesPerSecond: number, seconds: number) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const downloads = new Downloads()
    for (let account = 1; account < downloadsMax; account++) downloads.begin(String(account), stuck).resume()
    const last = downloads.begin('last', endless)
    last.read(0)
    for (let second = 0; second < seconds; second++) {
      await take(last, bytesPerSecond)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(last.destroyed).toBe(false)
    return { last, begin: (account = 'new') => downloads.begin(account, body) }
  }

  const enough = slowDownloadBytesPerMinute / 60 + 64 * 1024

  test.each([
    ['nothing', 0],
    ['less than it has to', slowDownloadBytesPerMinute / 60 - 64 * 1024],
  ])('gives way when it took %s', async (_, bytesPerSecond) => {
    const { last, begin } = await allRoomTaken(bytesPerSecond, 60)
    begin()
    expect(last.destroyed).toBe(true)
  })

  test.each([
    ['in its first minute', 0, 59],
    ['when it took enough, and when it waits for us', enough, 180],
  ])('goes on %s', async (_, bytesPerSecond, seconds) => {
    const { last, begin } = await allRoomTaken(bytesPerSecond, seconds)
    expect(begin).toThrow(busy)
    last.destroy()
  })

  test('goes on when an account with a download wants another', async () => {
    const { last, begin } = await allRoomTaken(0, 60)
    expect(() => begin('1')).toThrow(busy)
    expect(last.destroyed).toBe(false)
    last.destroy()
  })

  test('goes on when it has become fast again', async () => {
    const { last, begin } = await allRoomTaken(0, 60)
    for (let second = 0; second < 60; second++) {
      await take(last, enough)
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(begin).toThrow(busy)
    last.destroy()
  })
})
