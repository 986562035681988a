import { expect, test } from 'vitest'
import { classRunsOf, firstMultiSite, firstSiteOf, pointClasses, siteOf, spotOf } from './place-index.ts'

test.each([
  ['doctors', ['doctor']],
  ['individuals', ['doctor', 'otherIndividual']],
  ['organizations', ['organization']],
] as const)('the classes of %s are all of their kinds, or of one sex among them, each once', (resource, kinds) => {
  for (const gender of [undefined, 'M', 'F'] as const) {
    const runs = classRunsOf(resource, gender)
    const covered = runs.flatMap(({ from, to, isSingle }) =>
      pointClasses.slice(from, to).map((one) => ({ one, isOnlyAsSaid: one.isSingle === isSingle })),
    )
    expect(covered.every(({ isOnlyAsSaid }) => isOnlyAsSaid)).toBe(true)
    expect(covered.map(({ one }) => one)).toEqual(
      pointClasses.filter(
        ({ kind, sex }) => kinds.some((one) => one === kind) && (gender === undefined || sex === gender),
      ),
    )
  }
})

test('sites ascend by class and then by spot, tell both, and are whole numbers of 31 bits', () => {
  const spots = [0, 1, 2 ** 27 - 1]
  const sites = [...pointClasses.keys()].flatMap((one) => spots.map((spot) => siteOf(one, spot)))
  expect(sites).toEqual([...new Set(sites)].sort((a, b) => a - b))
  expect(Math.max(...sites)).toBeLessThan(2 ** 31)
  for (const [index, site] of sites.entries()) {
    const pointClass = Math.floor(index / spots.length)
    expect(spotOf(site)).toBe(spots[index % spots.length])
    expect([site >= firstSiteOf(pointClass), site < firstSiteOf(pointClass + 1)]).toEqual([true, true])
  }
  expect(spotOf(firstMultiSite)).toBe(0)
  expect(() => siteOf(0, 2 ** 27)).toThrow('expected a spot below 134217728, got 134217728')
})
