import { crc32 } from 'node:zlib'
import type yauzl from 'yauzl'

/** What an entry of a zip archive holds. Throws when that has not the length or the checksum that the archive states. */
export async function* unpackEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  const stream = await zip.openReadStreamPromise(entry)
  let sum = 0
  for await (const chunk of stream) {
    const bytes: Buffer = chunk
    sum = crc32(bytes, sum)
    yield bytes
  }
  if (sum !== entry.crc32) {
    const expected = entry.crc32.toString(16).padStart(8, '0')
    throw new Error(
      `expected the checksum ${expected} that the archive states; got ${sum.toString(16).padStart(8, '0')}`,
    )
  }
}
