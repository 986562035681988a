/** How fast the disk takes what need not be made: what writing the sample is compared with. */
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { settleDisk } from './child.ts'

const pieceBytes = 128 * 1024

/** Seconds until the disk has so many bytes, the same piece again and again, in a file of a folder, which is removed. They are written as the sample is. */
export async function writeSeconds(dir: string, bytes: number): Promise<number> {
  const path = join(dir, 'plain')
  const piece = randomBytes(pieceBytes)
  await settleDisk()
  const startedMs = performance.now()
  const file = openSync(path, 'wx')
  try {
    for (let written = 0; written < bytes; ) written += writeSync(file, piece, 0, Math.min(pieceBytes, bytes - written))
    await settleDisk()
    return (performance.now() - startedMs) / 1000
  } finally {
    closeSync(file)
    rmSync(path)
  }
}
