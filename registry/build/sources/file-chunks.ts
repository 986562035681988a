import { open } from 'node:fs/promises'

/** Large enough that the asking costs nothing beside the reading. */
const chunkBytes = 1024 * 1024

/** The bytes of a file. Each chunk is in the memory of the one before: making 11 GB of memory would keep the collector busy. */
export async function* fileChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path)
  try {
    const memory = Buffer.allocUnsafeSlow(chunkBytes)
    for (;;) {
      const { bytesRead } = await file.read(memory, 0, chunkBytes, null)
      if (bytesRead === 0) return
      yield memory.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
