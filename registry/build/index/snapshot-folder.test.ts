import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { builtProviders } from '../../../test/support/registry/built.ts'
import { snapshotOf } from '../../../test/support/registry/snapshots.ts'
import { writtenAtOnce } from '../limits.ts'
import { SnapshotFolder } from './snapshot-folder.ts'

/** The disk is the outside world: it takes this many bytes and is full then. */
const disk = vi.hoisted(() => ({
  room: Number.POSITIVE_INFINITY,
  largestWrite: Number.POSITIVE_INFINITY,
  /** Files that are brought to the disk now, and at most at any time. */
  settling: 0,
  settlingMax: 0,
  /** Files of these sizes fail once on their way to it. */
  failing: new Set<number>(),
}))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const writeSync = (descriptor: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    if (length > disk.room) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
    const written = fs.writeSync(descriptor, bytes, offset, Math.min(length, disk.largestWrite), position)
    disk.room -= written
    return written
  }
  const fsync = async (descriptor: number) => {
    disk.settling++
    disk.settlingMax = Math.max(disk.settlingMax, disk.settling)
    await setImmediate()
    disk.settling--
    if (disk.failing.delete(fs.fstatSync(descriptor).size)) throw new Error('EIO: i/o error, fsync')
  }
  return { ...fs, writeSync, fsync: Object.assign(() => {}, { [promisify.custom]: fsync }) }
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

test('a file of many small pieces holds them end to end and has their checksum', async () => {
  const folder = new SnapshotFolder(dir)
  const stream = folder.stream('many.bin')
  const pieces = Array.from({ length: 300 }, (_, index) => Buffer.alloc(100_000, index % 251))
  for (const piece of pieces) stream.write(piece)
  stream.finish()
  await folder.settle()
  const whole = Buffer.concat(pieces)
  expect((await readFile(join(dir, 'many.bin'))).equals(whole)).toBe(true)
  const sha256 = createHash('sha256').update(whole).digest('hex')
  expect(folder.summaries['many.bin']).toMatchObject({ bytes: whole.length, sha256 })
})

test('files come to the disk one after the other, and what fails there is told by whoever waits for it', async () => {
  const folder = new SnapshotFolder(await mkdtemp(join(dir, 'to-the-disk-')))
  disk.settlingMax = 0
  for (const bytes of [20, 30]) disk.failing.add(bytes)
  for (const bytes of [10, 20, 30]) folder.bytes(`${bytes}.bin`, Buffer.alloc(bytes))
  await expect(folder.settle()).rejects.toThrow('20.bin: could not be written: EIO: i/o error, fsync')
  // The first that fails is told, and nothing is brought there behind it.
  expect([disk.settling, disk.settlingMax, [...disk.failing]]).toEqual([0, 1, [30]])
  disk.failing.clear()
})

test('a full disk is told with the bytes that were written before', async () => {
  const stream = new SnapshotFolder(await mkdtemp(join(dir, 'large-'))).stream('large.bin')
  const large = Buffer.alloc(3_000_000)
  disk.room = 4_000_000
  disk.largestWrite = 1_000_000
  stream.write(large)
  expect(() => stream.write(large)).toThrow(
    `large.bin: the disk is full: expected room for more than the ${3_000_000 + 7 * writtenAtOnce} bytes written, got ENOSPC`,
  )
  disk.room = Number.POSITIVE_INFINITY
  disk.largestWrite = Number.POSITIVE_INFINITY
  stream.abandon()
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
