/**
 * Takes compressed texts out of a PNG before it is decoded: a few kilobytes of them become as many megabytes as somebody likes, and a
 * decoder keeps them more than once (300 MB were seen of a file of 50 KB). What they say is of no use: programs write their names in
 * texts that are not compressed.
 */

/** The signature that every PNG begins with, and what surrounds the data of a chunk: its length, its name and its CRC (W3C PNG, 5.2, 5.3). */
const signatureBytes = 8
const lengthBytes = 4
const nameBytes = 4
const frameBytes = lengthBytes + nameBytes + 4

/**
 * The PNG without them. One that is said to reach beyond the end goes with all that stands behind it, since a decoder might inflate it
 * before it comes to the end; the decoder refuses what is left, unless the picture was whole before. Other chunks stay as they are.
 */
export function withoutCompressedTexts(png: Buffer): Buffer {
  // One buffer, since a view of each stretch would cost more memory than the file where texts are small and many.
  const kept = Buffer.alloc(png.length)
  let keptBytes = 0
  let keptUpTo = 0
  let at = signatureBytes
  while (at + frameBytes <= png.length) {
    const end = Math.min(at + frameBytes + png.readUInt32BE(at), png.length)
    if (isCompressedText(png, at, end)) {
      keptBytes += png.copy(kept, keptBytes, keptUpTo, at)
      keptUpTo = end
    }
    at = end
  }
  if (keptUpTo === 0) return png
  keptBytes += png.copy(kept, keptBytes, keptUpTo)
  return kept.subarray(0, keptBytes)
}

/** Whether the chunk that reaches from `at` to `end` is one: zTXt always is, iTXt says so in the byte behind its keyword (W3C PNG, 11.3.3). */
function isCompressedText(png: Buffer, at: number, end: number): boolean {
  const dataAt = at + lengthBytes + nameBytes
  const name = png.toString('latin1', at + lengthBytes, dataAt)
  if (name !== 'iTXt') return name === 'zTXt'
  const keywordEnd = png.subarray(dataAt, end).indexOf(0)
  return keywordEnd !== -1 && png[dataAt + keywordEnd + 1] === 1
}
