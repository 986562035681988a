/** Numbers for invented providers: they pass the check digit, but begin with 2, as no NPI that was given out does. */
import { inventedNpiMin, withCheckDigit } from '#registry/npi'

/** How many nine-digit numbers begin with 2. */
const numberCount = 100_000_000
/** Shares no divisor with the count, so that every index gets a number of its own; near the golden section, so that they spread. */
const stride = 61_803_399

/** The NPI of the provider with this index: unlike for every index below a hundred million, and in no visible order. */
export const npiOf = (index: number, seed: number): string => String(npiNumberOf(index, seed))

export function npiNumberOf(index: number, seed: number): number {
  return withCheckDigit(inventedNpiMin / 10 + ((index * stride + Math.abs(seed)) % numberCount))
}
