/**
 * Ids of providers: a prefix and seven letters or digits, stable and reversible. They are the NPI, permuted, so no
 * table is needed. They hide nothing; they only keep callers from reading meaning into them.
 */

export type IdKind = 'individual' | 'organization'

export const idPrefixes = { individual: 'prv_', organization: 'org_' } as const satisfies Record<IdKind, string>

const npiMin = 1_000_000_000
const npiMax = 2_999_999_999

/** 36 bits, in two halves: the largest power of two of this form below 36 ** 7. */
const halfBits = 18
const halfSize = 2 ** halfBits
const halfMask = halfSize - 1
export const idLength = 7

/** Changing one of these changes every id there is. */
const roundKeys = [0x3c6ef372, 0x1f83d9ab, 0x5be0cd19, 0x2545f491] as const

/** `prv_` for individuals, doctors among them; `org_` for organizations. */
export function idOf(kind: IdKind, npi: number): string {
  return idPrefixes[kind] + scramble(npi).toString(36).padStart(idLength, '0')
}

/** Without the prefix. */
export function writeId(target: Uint8Array, at: number, npi: number): void {
  const scrambled = scramble(npi)
  const high = Math.floor(scrambled / pairCount)
  const middle = Math.floor(high / pairCount)
  const first = Math.floor(middle / pairCount)
  target[at] = digits.charCodeAt(first)
  writePair(target, at + 1, middle - first * pairCount)
  writePair(target, at + 3, high - middle * pairCount)
  writePair(target, at + 5, scrambled - high * pairCount)
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyz'
const pairCount = 36 * 36

function writePair(target: Uint8Array, at: number, pair: number): void {
  const first = Math.floor(pair / 36)
  target[at] = digits.charCodeAt(first)
  target[at + 1] = digits.charCodeAt(pair - 36 * first)
}

/** Undefined for a text that is no id. */
export function readId(id: string): { kind: IdKind; npi: number } | undefined {
  const match = /^(prv|org)_([0-9a-z]{7})$/.exec(id)
  if (match === null) return undefined
  const scrambled = Number.parseInt(match[2] ?? '', 36)
  if (scrambled >= halfSize * halfSize) return undefined
  const npi = unscramble(scrambled)
  if (npi < npiMin || npi > npiMax) return undefined
  return { kind: match[1] === 'org' ? 'organization' : 'individual', npi }
}

/** A Feistel network: the same rounds in reverse order undo it, whatever the round function. */
export function scramble(value: number): number {
  let left = Math.floor(value / halfSize)
  let right = value - left * halfSize
  for (let round = 0; round < roundKeys.length; round++) {
    const mixed = left ^ mix(right, roundKeys[round])
    left = right
    right = mixed
  }
  return left * halfSize + right
}

function unscramble(value: number): number {
  let left = Math.floor(value / halfSize)
  let right = value % halfSize
  for (const key of roundKeys.toReversed()) [left, right] = [right ^ mix(left, key), left]
  return left * halfSize + right
}

/** Every bit of the half reaches every bit of the outcome. */
function mix(half: number, key: number): number {
  let bits = Math.imul(half ^ key, 0x9e3779b1)
  bits = Math.imul(bits ^ (bits >>> 15), 0x85ebca6b)
  return (bits ^ (bits >>> 13)) & halfMask
}
