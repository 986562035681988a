/**
 * Checksums of what stays on disk: one CRC-32 for each block of a file, kept in memory and compared whenever a byte of the block is read. They are
 * bound to the place in the file, so a record in the place of another one is found as well as a changed byte.
 */
import { readSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { RegistryError } from './json-reader.ts'
import { messageOf } from './thrown.ts'

/** A record takes one or two blocks. Smaller ones would take more memory, larger ones more time for each record. */
export const sumBlockBytes = 4096

/** The name, without its ending, of the file with the checksums of another one: `records-crc32` for `records.bin`. */
export function sumsNameOf(name: string): string {
  return name.replace(/\.\w+$/, '-crc32')
}

/** A file that is read by position. */
export interface DiskFile {
  /** Reads `length` bytes from `position` to the front of `target`. Throws RegistryError when any of them is not what was written. */
  readInto(target: Uint8Array, position: number, length: number): void
}

interface DiskFileParts {
  name: string
  descriptor: number
  bytes: number
  /** By block. */
  sums: Uint32Array
  isClosed: () => boolean
  /** Gets every error before it is thrown. */
  onDamage: (error: RegistryError) => void
}

/** Reading is synchronous, so that all files of a thread share it. It stays in the processor's cache. */
const scratch = Buffer.allocUnsafeSlow(16 * sumBlockBytes)

export function diskFile({ name, descriptor, bytes, sums, isClosed, onDamage }: DiskFileParts): DiskFile {
  const damaged = (message: string) => {
    const error = new RegistryError(name, message)
    onDamage(error)
    return error
  }

  /** Fills the front of the scratch memory with the blocks from `from` up to `to`, and compares each. */
  function readBlocks(from: number, to: number): void {
    for (let done = 0; done < to - from; ) {
      const count = readPart(done, to - from - done, from + done)
      if (count === 0) throw damaged(`expected ${to - from} bytes at ${from}, got ${done}`)
      done += count
    }
    for (let at = from; at < to; at += sumBlockBytes) {
      const end = Math.min(at + sumBlockBytes, to)
      const found = crc32(scratch.subarray(at - from, end - from))
      const expected = sums[at / sumBlockBytes]
      if (found !== expected) {
        throw damaged(`expected CRC-32 ${hex(expected)} of the ${end - at} bytes at ${at}, got ${hex(found)}`)
      }
    }
  }

  function readPart(at: number, length: number, position: number): number {
    try {
      return readSync(descriptor, scratch, at, length, position)
    } catch (error) {
      throw damaged(`could not be read: ${messageOf(error)}`)
    }
  }

  return {
    readInto(target, position, length) {
      // A descriptor that was closed may by now belong to another file.
      if (isClosed()) throw new RegistryError(name, 'read after the registry was closed')
      const end = position + length
      if (end > bytes) throw damaged(`expected ${length} bytes at ${position}, got ${Math.max(0, bytes - position)}`)
      for (let from = position - (position % sumBlockBytes); from < end; from += scratch.length) {
        const lastBlockEnd = Math.ceil(Math.min(from + scratch.length, end) / sumBlockBytes) * sumBlockBytes
        readBlocks(from, Math.min(lastBlockEnd, bytes))
        const start = Math.max(from, position)
        target.set(scratch.subarray(start - from, Math.min(from + scratch.length, end) - from), start - position)
      }
    },
  }
}

function hex(sum: number | undefined): string {
  return (sum ?? 0).toString(16).padStart(8, '0')
}
