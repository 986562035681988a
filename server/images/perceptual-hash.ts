/**
 * A perceptual hash (DCT hash): 256 bits that scaling, compression, light and slight cropping hardly change: the signs
 * of low frequencies of brightness against their median. Forms that differ in a name are as near as copies, so a near
 * hash only selects what to compare (image-likeness.ts).
 */

export const hashedSide = 64

const frequencies = 16
const bandBits = 16

const cosines = Array.from({ length: frequencies }, (_, u) =>
  Float64Array.from({ length: hashedSide }, (_, x) => Math.cos((Math.PI * (2 * x + 1) * (u + 1)) / (2 * hashedSide))),
)

/** 32 bytes, of 64 rows of 64 brightness values. */
export function perceptualHashOf(brightness: Uint8Array): Buffer {
  const rows = cosines.map((cosine) =>
    Float64Array.from({ length: hashedSide }, (_, y) => rowSum(brightness, cosine, y)),
  )
  const strengths = cosines.flatMap((cosine) =>
    rows.map((row) => row.reduce((sum, value, y) => sum + value * cosine[y], 0)),
  )
  const median = [...strengths].sort((a, b) => a - b)[strengths.length / 2]
  const hash = Buffer.alloc(strengths.length / 8)
  for (const [bit, strength] of strengths.entries()) if (strength > median) hash[bit >> 3] |= 1 << (bit & 7)
  return hash
}

/** Turned clockwise by quarters, 0 to 3, then mirrored left to right, 4 to 7. */
export const positions = [0, 1, 2, 3, 4, 5, 6, 7] as const

export function hashesInPositions(brightness: Uint8Array): [upright: Buffer, ...turned: Buffer[]] {
  const turned = positions.slice(1).map((position) => perceptualHashOf(inPosition(brightness, position)))
  return [perceptualHashOf(brightness), ...turned]
}

function inPosition(values: Uint8Array, position: number): Uint8Array {
  const end = hashedSide - 1
  return values.map((_, at) => {
    const y = Math.floor(at / hashedSide)
    const x = position < 4 ? at % hashedSide : end - (at % hashedSide)
    const [fromY, fromX] = [
      [y, x],
      [end - x, y],
      [end - y, end - x],
      [x, end - y],
    ][position % 4] ?? [y, x]
    return values[fromY * hashedSide + fromX]
  })
}

/** 16 numbers of 16 bits, of which copies nearly always share one. */
export function bandsOf(hash: Buffer): number[] {
  return Array.from({ length: (hash.length * 8) / bandBits }, (_, band) => hash.readUInt16LE(band * 2))
}

export function bitsApart(a: Buffer, b: Buffer): number {
  let bits = 0
  for (const [at, byte] of a.entries()) for (let rest = byte ^ b[at]; rest > 0; rest &= rest - 1) bits++
  return bits
}

function rowSum(brightness: Uint8Array, cosine: Float64Array, y: number): number {
  let sum = 0
  for (let x = 0; x < hashedSide; x++) sum += cosine[x] * brightness[y * hashedSide + x]
  return sum
}
