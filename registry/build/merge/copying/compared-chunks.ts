/**
 * A file of the last version while it is copied, which is when it is compared with its checksum: it is read once, from its beginning to its
 * end, whatever of it is wanted. Fails with CannotMergeError when it is not what was written, at its end at the latest.
 */
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileSummary } from '#registry/format'
import { Gmac } from '#registry/read/gmac'
import { messageOf } from '#registry/read/thrown'
import { fileChunks } from '../../direct-reading.ts'
import { damagedLast } from '../cannot-merge.ts'

/** The bytes of a file, in chunks that each hold until the next is asked for. */
export async function* comparedChunks(dir: string, name: string, summary: FileSummary): AsyncGenerator<Buffer> {
  const path = join(dir, name)
  const gmac = new Gmac()
  try {
    const { size } = await stat(path)
    if (size !== summary.bytes) throw new Error(`expected ${summary.bytes} bytes, got ${size}`)
    for await (const chunk of fileChunks(path)) {
      gmac.add(chunk)
      yield chunk
    }
    const got = gmac.text()
    if (got !== summary.gmac) throw new Error(`expected GMAC ${summary.gmac}, got ${got}`)
  } catch (error) {
    throw damagedLast(`${name}: ${messageOf(error)}`)
  }
}
