/** Removes compressed texts from a PNG: they inflate to any size. Programs write their names in uncompressed ones. */

/** W3C PNG, 5.2 and 5.3: the signature, and length, name and CRC around a chunk's data. */
const signatureBytes = 8
const lengthBytes = 4
const nameBytes = 4
const frameBytes = lengthBytes + nameBytes + 4

/** A text that claims to reach beyond the end takes the rest with it: a decoder might inflate it. */
export function withoutCompressedTexts(png: Buffer): Buffer {
  // One buffer: views of many small texts would cost more memory than the file.
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

/** zTXt always is; iTXt has a flag after its keyword (W3C PNG, 11.3.3). */
function isCompressedText(png: Buffer, at: number, end: number): boolean {
  const dataAt = at + lengthBytes + nameBytes
  const name = png.toString('latin1', at + lengthBytes, dataAt)
  if (name !== 'iTXt') return name === 'zTXt'
  const keywordEnd = png.subarray(dataAt, end).indexOf(0)
  return keywordEnd !== -1 && png[dataAt + keywordEnd + 1] === 1
}
