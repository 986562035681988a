import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { DirectWriter } from './direct-writing.ts'
import { testFolder } from './test-files.ts'

/** The file system is the outside world: some cannot write past the system's memory, and say so when a file is opened, or when it is written. */
const fileSystem = vi.hoisted(() => ({
  refuses: undefined as 'open' | 'write' | undefined,
  /** The descriptors that write past it, each with another of the same file. */
  direct: new Map<number, number>(),
  open: new Set<number>(),
  bytesDirectly: 0,
  /** So many bytes are taken at most each time. */
  takesAtMost: Number.POSITIVE_INFINITY,
  /** From here on there is no room. */
  isFullFrom: Number.POSITIVE_INFINITY,
  /** Some tell only then that what they took cannot be kept. */
  failsToClose: false,
}))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const failure = (code: string) => Object.assign(new Error(code), { code })
  const plain = new Map<string, number>()
  const openSync = (path: string, flags: string | number) => {
    const isDirect = typeof flags === 'number' && (flags & fs.constants.O_DIRECT) !== 0
    if (isDirect && fileSystem.refuses === 'open') throw failure('EINVAL')
    const fd = fs.openSync(path, flags)
    fileSystem.open.add(fd)
    if (isDirect) fileSystem.direct.set(fd, plain.get(path) ?? fd)
    else plain.set(path, fd)
    return fd
  }
  const closeSync = (fd: number) => {
    fs.closeSync(fd)
    fileSystem.open.delete(fd)
    fileSystem.direct.delete(fd)
    if (fileSystem.failsToClose) throw failure('EDQUOT')
  }
  const writeSync = (fd: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    const isDirect = fileSystem.direct.has(fd)
    if (isDirect && fileSystem.refuses === 'write') throw failure('EINVAL')
    if (position + length > fileSystem.isFullFrom) throw failure('ENOSPC')
    // A part that is no whole block the system would refuse, where a file system that takes no more has it by then.
    const isShort = length > fileSystem.takesAtMost
    const by = isShort ? (fileSystem.direct.get(fd) ?? fd) : fd
    const written = fs.writeSync(by, bytes, offset, isShort ? fileSystem.takesAtMost : length, position)
    if (isDirect) fileSystem.bytesDirectly += written
    return written
  }
  return { ...fs, openSync, closeSync, writeSync }
})

afterEach(() => {
  Object.assign(fileSystem, {
    refuses: undefined,
    bytesDirectly: 0,
    takesAtMost: Number.POSITIVE_INFINITY,
    isFullFrom: Number.POSITIVE_INFINITY,
    failsToClose: false,
  })
})

const mebi = 2 ** 20

/** Writes so many bytes, so many at a time, and answers whether the file holds them. */
function isWritten(length: number, atOnce: number): boolean {
  const path = join(testFolder(), 'file')
  const bytes = randomBytes(length)
  const file = new DirectWriter(path)
  for (let at = 0; at < length; at += atOnce) file.write(bytes.subarray(at, at + atOnce))
  file.end()
  return readFileSync(path).equals(bytes)
}

describe.each([undefined, 'open', 'write'] as const)('where the file system refuses %s', (refuses) => {
  it.each([0, 1, 4096, 4097, mebi - 1, mebi, mebi + 1, 3 * mebi + 4096, 3 * mebi + 5])(
    'writes all of %i bytes, in small pieces and in large ones',
    (length) => {
      fileSystem.refuses = refuses
      expect([100_003, 2 * mebi + 1].map((atOnce) => isWritten(length, atOnce))).toEqual([true, true])
      expect(fileSystem.open.size).toBe(0)
    },
  )
})

test('whole blocks are written past the memory of the system, where a file can be opened so', () => {
  const file = new DirectWriter(join(testFolder(), 'file'))
  const canBe = fileSystem.direct.size > 0
  file.write(randomBytes(2 * mebi + 4096 + 7))
  file.end()
  expect(fileSystem.bytesDirectly).toBe(canBe ? 2 * mebi + 4096 : 0)
})

it.each([4096, 5000, 300_001])('writes all where the system takes %i bytes at a time', (takesAtMost) => {
  fileSystem.takesAtMost = takesAtMost
  expect(isWritten(2 * mebi + 5, mebi)).toBe(true)
})

test('a disk that is full is told, and everything is closed', () => {
  fileSystem.isFullFrom = 2 * mebi
  const file = new DirectWriter(join(testFolder(), 'file'))
  expect(() => file.write(randomBytes(4 * mebi))).toThrow(/^ENOSPC/)
  file.close()
  file.close()
  expect(fileSystem.open.size).toBe(0)
})

test('a failure that comes at closing is told once, and everything is closed', () => {
  const file = new DirectWriter(join(testFolder(), 'file'))
  file.write(randomBytes(mebi))
  fileSystem.failsToClose = true
  expect(() => file.end()).toThrow(/^EDQUOT/)
  file.close()
  expect(fileSystem.open.size).toBe(0)
})

test('a file that is there is told by the system and stays as it is', () => {
  const path = join(testFolder(), 'file')
  writeFileSync(path, 'there')
  expect(() => new DirectWriter(path)).toThrow(/^EEXIST/)
  expect(readFileSync(path, 'utf8')).toBe('there')
})
