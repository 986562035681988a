/** Room for downloads: held until a body closes, and never all of it by one account. */
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { Downloads, downloadsMax, downloadsOfAccountMax } from './downloads.ts'

const body = () => Readable.from(['line\n'])
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
