import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { DirectFile, fileChunks, hereAndThere } from './direct-reading.ts'
import { testFolder } from './test-files.ts'

/** The file system is the outside world: some cannot read past the system's memory, and say so when a file is opened, or when it is read. */
const fileSystem = vi.hoisted(() => ({
  refuses: undefined as 'open' | 'read' | undefined,
  direct: new Set<number>(),
  /** How often something was read past the system's memory. */
  gaveDirectly: 0,
  /** So many bytes are given at most each time, where the next chunk is read. */
  givesAtMost: Number.POSITIVE_INFINITY,
  /** From here on nothing can be read. */
  failsFrom: Number.POSITIVE_INFINITY,
}))
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>()
  const { promisify } = await import('node:util')
  const refusal = () => Object.assign(new Error('EINVAL: invalid argument'), { code: 'EINVAL' })
  const openSync = (path: string, flags: string | number) => {
    const isDirect = typeof flags === 'number' && (flags & fs.constants.O_DIRECT) !== 0
    if (isDirect && fileSystem.refuses === 'open') throw refusal()
    const fd = fs.openSync(path, flags)
    if (isDirect) fileSystem.direct.add(fd)
    else fileSystem.direct.delete(fd)
    return fd
  }
  const readSync = (fd: number, bytes: Uint8Array, offset: number, length: number, position: number) => {
    if (fileSystem.direct.has(fd) && fileSystem.refuses === 'read') throw refusal()
    const bytesRead = fs.readSync(fd, bytes, offset, length, position)
    if (fileSystem.direct.has(fd)) fileSystem.gaveDirectly++
    return bytesRead
  }
  const readPart = promisify(fs.read)
  const read = async (fd: number, bytes: Buffer, offset: number, length: number, position: number) => {
    if (position >= fileSystem.failsFrom) throw new Error('EIO: i/o error, read')
    if (fileSystem.direct.has(fd) && fileSystem.refuses === 'read') throw refusal()
    const { bytesRead } = await readPart(fd, bytes, offset, length, position)
    if (fileSystem.direct.has(fd)) fileSystem.gaveDirectly++
    return { bytesRead: Math.min(bytesRead, fileSystem.givesAtMost) }
  }
  return { ...fs, openSync, readSync, read: Object.assign(() => {}, { [promisify.custom]: read }) }
})

afterEach(() => {
  Object.assign(fileSystem, {
    refuses: undefined,
    givesAtMost: Number.POSITIVE_INFINITY,
    failsFrom: Number.POSITIVE_INFINITY,
  })
})

const mebi = 2 ** 20

/** A file of so many bytes, and what is in it. */
function fileOf(length: number) {
  const path = join(testFolder(), 'file')
  const bytes = randomBytes(length)
  writeFileSync(path, bytes)
  return { path, bytes }
}

async function allOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(Buffer.from(chunk))
  return Buffer.concat(all)
}

describe.each(['nothing', 'open', 'read'] as const)('where the file system refuses %s', (refused) => {
  const refusing = () => {
    fileSystem.refuses = refused === 'nothing' ? undefined : refused
  }

  it.each([0, 1, 4096, 4097, mebi - 1, mebi, mebi + 1, 3 * mebi + 4096, 3 * mebi + 5])(
    'reads all of a file of %i bytes in chunks',
    async (length) => {
      refusing()
      const { path, bytes } = fileOf(length)
      expect((await allOf(fileChunks(path))).equals(bytes)).toBe(true)
    },
  )

  it.each([
    [0, 0],
    [1, 2],
    [4095, 4097],
    [4096, mebi],
    [5, 2 * mebi + 77],
    [mebi - 1, mebi + 1],
    [mebi, 9 * mebi],
    [9 * mebi, 10 * mebi],
  ])('reads from byte %i of a file up to byte %i', async (from, to) => {
    refusing()
    const { path, bytes } = fileOf(2 * mebi + 77)
    expect((await allOf(fileChunks(path, from, to))).equals(bytes.subarray(from, to))).toBe(true)
  })

  it('reads anything of a file, in any order', () => {
    refusing()
    const { path, bytes } = fileOf(2 * mebi + 77)
    for (const file of [new DirectFile(path), new DirectFile(path, hereAndThere)]) {
      expect(file.bytes).toBe(bytes.length)
      fc.assert(
        fc.property(fc.nat(bytes.length + 5000), fc.nat(20_000), fc.nat(50), (position, length, at) => {
          const target = Buffer.alloc(at + length)
          let read = 0
          for (let count = -1; count !== 0 && read < length; read += count) {
            count = file.read(target, at + read, length - read, position + read)
          }
          const expected = bytes.subarray(position, position + length)
          expect(read).toBe(expected.length)
          expect(target.subarray(at, at + read).equals(expected)).toBe(true)
        }),
      )
      file.close()
    }
  })
})

test('where a file can be opened to be read past the memory of the system, it is', async () => {
  const { path } = fileOf(mebi + 5)
  for (const read of [() => allOf(fileChunks(path)), () => new DirectFile(path).read(Buffer.alloc(9), 0, 9, 4100)]) {
    fileSystem.direct.clear()
    fileSystem.gaveDirectly = 0
    await read()
    expect(fileSystem.gaveDirectly > 0).toBe(fileSystem.direct.size > 0)
  }
})

test('a process that may have no memory that begins at a page reads all the same', async () => {
  vi.spyOn(WebAssembly, 'Memory').mockImplementation(() => {
    throw new RangeError('could not allocate memory')
  })
  const { path, bytes } = fileOf(2 * mebi + 9)
  // More at once than there are pieces of files that were closed.
  const read = await Promise.all(Array.from({ length: 20 }, () => allOf(fileChunks(path))))
  vi.restoreAllMocks()
  expect(read.every((all) => all.equals(bytes))).toBe(true)
})

test('files that are read at once, some of them to their middle, do not get into each other', async () => {
  const files = Array.from({ length: 6 }, () => fileOf(5 * mebi + 123))
  for (let round = 0; round < 3; round++) {
    const read = await Promise.all(
      files.map(async ({ path, bytes }, index) => {
        if (index % 2 === 0) return (await allOf(fileChunks(path))).equals(bytes)
        for await (const chunk of fileChunks(path)) return chunk.equals(bytes.subarray(0, chunk.length))
        return false
      }),
    )
    expect(read).toEqual(files.map(() => true))
  }
})

test('a file of which less is given than was asked for is read to its end', async () => {
  fileSystem.givesAtMost = 300_001
  const { path, bytes } = fileOf(2 * mebi + 5)
  expect((await allOf(fileChunks(path))).equals(bytes)).toBe(true)
})

test('what cannot be read is told with the chunk that it would be, though it was found out before', async () => {
  fileSystem.failsFrom = mebi
  const { path, bytes } = fileOf(3 * mebi)
  const chunks = fileChunks(path)
  const first = await chunks.next()
  expect(bytes.subarray(0, mebi).equals(first.value ?? Buffer.alloc(0))).toBe(true)
  // Long enough for the process to end by a failure that nobody waited for.
  await wait(50)
  await expect(chunks.next()).rejects.toThrow('EIO: i/o error, read')
})

test('a file that does not exist is told by the system', async () => {
  const path = join(testFolder(), 'none')
  await expect(allOf(fileChunks(path))).rejects.toThrow(/^ENOENT/)
  expect(() => new DirectFile(path)).toThrow(/^ENOENT/)
})
