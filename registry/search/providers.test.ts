import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NpiPlaces } from './providers.ts'

/** Any numbers of 32 bits: spread, crowded in a few places, or both. */
const numbers = fc.oneof(
  fc.uniqueArray(fc.nat({ max: 2 ** 32 - 1 }), { maxLength: 200 }),
  fc.uniqueArray(fc.integer({ min: 1_000_000_000, max: 1_000_000_300 }), { maxLength: 200 }),
  fc
    .tuple(fc.nat({ max: 2 ** 32 - 1 }), fc.uniqueArray(fc.integer({ min: 2_000_000_000, max: 2_000_000_300 })))
    .map(([far, near]) => [...new Set([far, ...near])]),
)

test('every NPI is found at its place, and no other number is', () => {
  fc.assert(
    fc.property(numbers, fc.array(fc.nat({ max: 2 ** 32 - 1 })), (some, others) => {
      const npis = Uint32Array.from(some).sort()
      const places = new NpiPlaces(npis)
      for (const [place, npi] of npis.entries()) {
        expect(places.of(npi)).toBe(place)
        for (const near of [npi - 1, npi + 1]) expect(places.of(near)).toBe(found(npis, near))
      }
      for (const other of [...others, 0, -1, 2 ** 32 - 1, 2 ** 32, 2 ** 40, 1.5]) {
        expect(places.of(other)).toBe(found(npis, other))
      }
    }),
    { numRuns: 500 },
  )
})

function found(npis: Uint32Array, npi: number): number | undefined {
  const place = npis.indexOf(npi)
  return place === -1 ? undefined : place
}
