/**
 * Points in the order in which a search reads them. They stand by group, which are those of one cell, and in a group by class, spot
 * and provider; those of one class at one spot are a run. Class and spot are one number, the site, so that the runs of a group
 * ascend. What a search asks of a run stands with it, and whoever holds a point with the point: memory is read from one
 * end to the other, which is many times as fast as reading here and there.
 */
import { firstSpreadClass } from './point-classes.ts'
import type { SnapshotFiles } from './snapshot-files.ts'

/** There are at most so many spots. The sites of all classes are below 2^31, so that they are whole numbers to the processor. */
const spotSpan = 2 ** 27

/** The sites of this class begin here. */
export function firstSiteOf(pointClass: number): number {
  return pointClass * spotSpan
}

/** The site of a class at a spot. Throws a RangeError where there are more spots than sites can tell. */
export function siteOf(pointClass: number, spot: number): number {
  return firstSiteOf(pointClass) + expectSpot(spot)
}

/** The site of the same class at another spot. Throws likewise. */
export function siteAt(site: number, spot: number): number {
  return site - spotOf(site) + expectSpot(spot)
}

function expectSpot(spot: number): number {
  if (spot >= spotSpan) throw new RangeError(`expected a spot below ${spotSpan}, got ${spot}`)
  return spot
}

export function spotOf(site: number): number {
  return site & (spotSpan - 1)
}

/** So many groups the caches still hold when the search comes to them. */
const touchedMax = 512

/** From here on the sites are those of spread providers. */
export const firstSpreadSite = firstSiteOf(firstSpreadClass)

export class PointRuns {
  /** Group g has the runs from `groupStarts[g]` up to `groupStarts[g + 1]`. */
  readonly groupStarts: Uint32Array
  readonly sites: Uint32Array
  /** Run r has the points from `starts[r]` up to `starts[r + 1]`, with ascending providers. */
  readonly starts: Uint32Array
  /** By point: the provider's ordinal, or of a spread provider its number. */
  readonly holders: Uint32Array

  /** `groups` is the file of where groups begin, `prefix` what the names of the others begin with. */
  constructor(files: SnapshotFiles, groups: string, prefix: string) {
    this.groupStarts = files.u32(groups)
    this.sites = files.u32(`${prefix}run-sites`)
    this.starts = files.u32(`${prefix}run-starts`)
    this.holders = files.u32(`${prefix}point-holders`)
  }

  /** How many points the groups from `from` up to `to` have. */
  countPoints(from: number, to: number): number {
    return this.starts[this.groupStarts[to]] - this.starts[this.groupStarts[from]]
  }

  /**
   * Reads the beginnings of the groups from place `from` up to `to`, of which none is empty, if they are not too many. Memory that is
   * asked for many things at a time answers in the time it takes for one or two, and a search that goes through the groups asks for
   * one at a time.
   */
  touch(groups: Uint32Array, from: number, to: number): number {
    const { groupStarts, sites, starts, holders } = this
    let sum = 0
    if (to - from > touchedMax) return sum
    for (let index = from; index < to; index++) {
      const run = groupStarts[groups[index]]
      sum += sites[run] ^ starts[run]
    }
    for (let index = from; index < to; index++) sum += holders[starts[groupStarts[groups[index]]]]
    return sum
  }
}
