/** How fast the disk takes what need not be made: what writing the sample is compared with. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DirectWriter } from '#registry/build/direct-writing'
import { settleDisk } from './child.ts'

const pieceBytes = 4 * 1024 * 1024

/** Seconds until the disk has so many bytes, the same piece again and again, in a file of a folder, which is removed. They are written as the sample is. */
export async function writeSeconds(dir: string, bytes: number): Promise<number> {
  const path = join(dir, 'plain')
  const piece = randomBytes(pieceBytes)
  await settleDisk()
  const startedMs = performance.now()
  const file = new DirectWriter(path)
  try {
    for (let written = 0; written < bytes; written += pieceBytes) file.write(piece.subarray(0, bytes - written))
    file.end()
    await settleDisk()
    return (performance.now() - startedMs) / 1000
  } finally {
    file.close()
    rmSync(path)
  }
}
