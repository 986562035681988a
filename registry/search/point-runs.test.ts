import { expect, test } from 'vitest'
import { pointClasses } from './point-classes.ts'
import { firstSiteOf, firstSpreadSite, siteAt, siteOf, spotOf } from './point-runs.ts'

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
  expect(spotOf(firstSpreadSite)).toBe(0)
  expect(siteAt(siteOf(3, 5), 7)).toBe(siteOf(3, 7))
  expect(() => siteAt(siteOf(3, 5), 2 ** 27)).toThrow('expected a spot below 134217728, got 134217728')
  expect(() => siteOf(0, 2 ** 27)).toThrow('expected a spot below 134217728, got 134217728')
})
