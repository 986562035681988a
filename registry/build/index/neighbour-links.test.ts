import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { listAt } from '#registry/search/posting-lists'
import { linkNeighbours } from './neighbour-links.ts'

/** So few of each that many share them, more than anybody shows; 0 is none. */
const provider = fc.record({
  isOrganization: fc.boolean(),
  address: fc.integer({ min: 0, max: 6 }),
  phone: fc.integer({ min: 0, max: 4 }),
})
type Provider = typeof provider extends fc.Arbitrary<infer T> ? T : never

/** The links of one of them, by looking at everybody. */
function linksOf(self: number, all: readonly Provider[]): number[] {
  const { address, phone } = all[self]
  const ranked = all.flatMap((one, ordinal) => {
    if (!one.isOrganization || ordinal === self) return []
    const isAtAddress = address !== 0 && one.address === address
    const isAtPhone = phone !== 0 && one.phone === phone
    if (!isAtAddress && !isAtPhone) return []
    return [{ ordinal, rank: isAtAddress && isAtPhone ? 0 : isAtAddress ? 1 : 2 }]
  })
  ranked.sort((a, b) => a.rank - b.rank || a.ordinal - b.ordinal)
  return ranked.slice(0, 10).map(({ ordinal }) => ordinal)
}

test('everybody is linked with the ten organizations that a look at all of them finds first, and they with everybody', () => {
  fc.assert(
    fc.property(fc.array(provider, { maxLength: 90 }), (all) => {
      const { setOf, sets, named, starts, neighbours } = linkNeighbours({
        addresses: Float64Array.from(all, ({ address }) => address),
        phones: Float64Array.from(all, ({ phone }) => phone),
        organizations: Uint32Array.from(all.keys()).filter((ordinal) => all[ordinal].isOrganization),
      })
      const expected = all.map((_, ordinal) => linksOf(ordinal, all))
      expect(Array.from(setOf, (set) => [...listAt(sets, set)])).toEqual(expected)
      const turned = all.flatMap((_, ordinal) => {
        const by = expected.flatMap((links, shower) => (links.includes(ordinal) ? [shower] : []))
        return by.length === 0 ? [] : [[ordinal, by]]
      })
      expect(Array.from(named, (ordinal, at) => [ordinal, [...listAt({ starts, members: neighbours }, at)]])).toEqual(
        turned,
      )
    }),
    { numRuns: 300 },
  )
})
