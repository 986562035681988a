/**
 * Memory that a virtual machine has not been given yet, or has given back because nobody used it, takes it much longer to fill than memory in
 * use: 1.2 to 2.7 s a GB instead of 0.2 on the machine of our tables. Whoever comes first would pay for it, and who comes later
 * would not. So that everybody finds the machine as it is when it has run for a while, a file fills its memory before.
 */
import { randomBytes } from 'node:crypto'
import { open, readFile, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const pieceBytes = 4 * 1024 * 1024
/** Left free: what is freer than that the system uses before it uses memory of files again. */
const freeBytesKept = 1024 ** 3
/** Where more is free, the machine is no small virtual one, and a file of this size would be asking too much of its disk. */
const bytesMax = 32 * 1024 ** 3

/**
 * Writes a file into a folder, as large as the memory that is free now. The memory is used for other files as soon as these are written;
 * the file has to stay until everybody who is compared has ended. Answers how many bytes: none where the system does not tell what is
 * free, where that is more than such a file may have, or where the disk has not twice the room.
 */
export async function fillFreeMemory(dir: string): Promise<number> {
  const meminfo = await readFile('/proc/meminfo', 'utf8').catch(() => '')
  const freeBytes = 1024 * Number(/^MemFree:\s+(\d+) kB/m.exec(meminfo)?.[1] ?? 0)
  const { bavail, bsize } = await statfs(dir)
  const bytes = freeBytes - freeBytesKept
  const isTooMuch = bytes > bytesMax || 2 * bytes > bavail * bsize
  const file = await open(join(dir, 'memory'), 'wx')
  try {
    const piece = randomBytes(pieceBytes)
    let written = 0
    for (; !isTooMuch && written + pieceBytes <= bytes; written += pieceBytes) await file.writeFile(piece)
    return written
  } finally {
    await file.close()
  }
}
