import { join } from 'node:path'
import { detailsPerBlock, recordAlignment } from '#registry/read/records'
import { DirectFile, hereAndThere } from '../direct-reading.ts'
import type { RecordCopy } from './copying/copy-records.ts'

const newline = 0x0a

/** The records and details of single providers that are to be copied: kept ones by their ordinals in the last version, changed ones by their places. */
export class ProviderBytes {
  readonly #copy: RecordCopy
  /** By path: the files that something was read of. */
  readonly #files = new Map<string, DirectFile>()

  constructor(copy: RecordCopy) {
    this.#copy = copy
  }

  record(isKept: boolean, at: number): Buffer {
    const { lastDir, recordStarts, changed } = this.#copy
    const path = isKept ? join(lastDir, 'records.bin') : changed.recordsPath
    const starts = isKept ? recordStarts : changed.recordStarts
    return this.#bytes(path, starts[at] * recordAlignment, starts[at + 1] * recordAlignment)
  }

  /** With the newline at their end. */
  details(isKept: boolean, at: number): Buffer {
    const { lastDir, detailStarts, changed } = this.#copy
    if (!isKept) return this.#bytes(changed.detailsPath, changed.detailStarts[at], changed.detailStarts[at + 1])
    const block = Math.floor(at / detailsPerBlock)
    const bytes = this.#bytes(join(lastDir, 'details.bin'), detailStarts[block], detailStarts[block + 1])
    let start = 0
    for (let skip = at % detailsPerBlock; skip > 0; skip--) start = bytes.indexOf(newline, start) + 1
    return bytes.subarray(start, bytes.indexOf(newline, start) + 1)
  }

  close(): void {
    for (const file of this.#files.values()) file.close()
  }

  #bytes(path: string, from: number, to: number): Buffer {
    const file = this.#files.get(path) ?? new DirectFile(path, hereAndThere)
    this.#files.set(path, file)
    const bytes = Buffer.allocUnsafe(to - from)
    for (let done = 0; done < bytes.length; ) {
      const count = file.read(bytes, done, bytes.length - done, from + done)
      if (count === 0) throw new Error(`${path}: expected the ${bytes.length} bytes at ${from}; got ${done}`)
      done += count
    }
    return bytes
  }
}
