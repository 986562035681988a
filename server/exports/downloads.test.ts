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
  for (let count = downloadsOfAccountMax; count < downloadsMax; count++) begin('b')
  expect(() => begin('c')).toThrow(busy)
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
