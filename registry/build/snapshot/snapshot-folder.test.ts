import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { builtProviders } from './built-for-tests.ts'
import { SnapshotFolder } from './snapshot-folder.ts'
import { snapshotOf } from './snapshot-for-tests.ts'

/** The disk is the outside world: it takes so many bytes and is full then. */
const disk = vi.hoisted(() => ({ room: Number.POSITIVE_INFINITY, largestWrite: Number.POSITIVE_INFINITY }))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const writeSync = (descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    if (length > disk.room) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const written = fs.writeSync(descriptor, bytes, offset, Math.min(length, disk.largestWrite), position)
    disk.room -= written
    return written
  }
  const write = async (...args: Parameters<typeof writeSync>) => {
    await setImmediate()
    return { bytesWritten: writeSync(...args) }
  }
  return { ...fs, writeSync, write: Object.assign(() => {}, { [promisify.custom]: write }) }
})

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'praxidex-folder-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('a file written in pieces of every size, by a disk that takes a part at a time, holds them end to end', async () => {
  disk.largestWrite = 1000
  const folder = new SnapshotFolder(dir)
  const stream = folder.stream('pieces.bin')
  const pieces = [0, 1, 1000, 2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 7].map((length) => Buffer.alloc(length, length % 251))
  for (const piece of pieces) stream.write(piece)
  expect(stream.position).toBe(Buffer.concat(pieces).length)
  stream.finish()
  await folder.settle()
  disk.largestWrite = Number.POSITIVE_INFINITY
  expect((await readFile(join(dir, 'pieces.bin'))).equals(Buffer.concat(pieces))).toBe(true)
  expect(folder.summaries['pieces.bin']?.bytes).toBe(Buffer.concat(pieces).length)
})

test.each([
  ['waiting for the disk now and then', true],
  ['never waiting', false],
])('a file of many small pieces, written %s, holds them end to end and has their checksum', async (how, isWaiting) => {
  const folder = new SnapshotFolder(dir)
  const name = `${how.replaceAll(' ', '-')}.bin`
  const stream = folder.stream(name)
  const pieces = Array.from({ length: 300 }, (_, index) => Buffer.alloc(100_000, index % 251))
  for (const piece of pieces) {
    stream.write(piece)
    if (isWaiting) await folder.keepUp()
  }
  stream.finish()
  await folder.settle()
  const whole = Buffer.concat(pieces)
  expect((await readFile(join(dir, name))).equals(whole)).toBe(true)
  const sha256 = createHash('sha256').update(whole).digest('hex')
  expect(folder.summaries[name]).toMatchObject({ bytes: whole.length, sha256 })
})

test('what fails while it is on its way is told by whoever waits for it', async () => {
  const full = /^big\.bin: the disk is full: expected room for more than the \d+ bytes written, got ENOSPC/
  for (const isFinished of [false, true]) {
    const folder = new SnapshotFolder(await mkdtemp(join(dir, 'on-its-way-')))
    const stream = folder.stream('big.bin')
    disk.room = 3_000_000
    for (let mebibytes = 0; mebibytes < 10; mebibytes++) stream.write(Buffer.alloc(2 ** 20 - 1))
    if (isFinished) stream.finish()
    await expect(isFinished ? folder.settle() : folder.keepUp()).rejects.toThrow(full)
    disk.room = Number.POSITIVE_INFINITY
    await folder.abandon()
  }
})

test('a full disk is told with the bytes that were written before', async () => {
  const stream = new SnapshotFolder(await mkdtemp(join(dir, 'large-'))).stream('large.bin')
  const large = Buffer.alloc(3_000_000)
  disk.room = 4_000_000
  disk.largestWrite = 1_000_000
  stream.write(large)
  expect(() => stream.write(large)).toThrow(
    'large.bin: the disk is full: expected room for more than the 3000000 bytes written, got ENOSPC',
  )
  disk.room = Number.POSITIVE_INFINITY
  disk.largestWrite = Number.POSITIVE_INFINITY
  await stream.abandon()
})

test('a file that is there already is not written over', () => {
  const folder = new SnapshotFolder(dir)
  folder.bytes('once.bin', Buffer.from('a'))
  expect(() => folder.bytes('once.bin', Buffer.from('b'))).toThrow(/^once\.bin: could not be written: EEXIST/)
})

test('a full disk is said to be one, by the file it stopped at, at whatever file that is', async () => {
  const built = builtProviders({ seed: 1, count: 500 })
  for (const room of [0, 100_000, 250_000, 300_000]) {
    disk.room = room
    await expect(snapshotOf(built, await mkdtemp(join(dir, 'full-')))).rejects.toThrow(
      /^[a-z-]+\.[a-z0-9]+: the disk is full: expected room for more than the \d+ bytes written, got ENOSPC/,
    )
  }
  disk.room = Number.POSITIVE_INFINITY
})
