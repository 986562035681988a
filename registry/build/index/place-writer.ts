/** Writes where providers practise: points by cell, class and spot, and for every taxonomy and credential its points. */
import { firstSpreadSite, spotOf } from '#registry/search/point-runs'
import { noSpot, spreadFrom } from '#registry/search/points'
import { columnOfU16, columnOfU32 } from './column.ts'
import type { Entries, Groups, PlaceIndex, Runs } from './place-index.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

/** Writes cells, spots and points. Comes last: the memory of the points is used up. */
export function writePlaces(folder: SnapshotFolder, index: PlaceIndex, spread: Spread): void {
  const { cellKeys, spots, runs, entries } = index
  folder.array(
    'cell-numbers',
    Uint32Array.from(cellKeys, (key) => Math.floor(key / 2 ** 16)),
  )
  folder.array(
    'cell-states',
    Uint16Array.from(cellKeys, (key) => key % 2 ** 16),
  )
  folder.array('spot-positions', spots.positions)
  folder.array('spot-states', spots.states)
  folder.array('provider-spots', spread.providerSpots)
  spread.write(folder, entries)
  folder.array('cell-runs', runs.groupStarts)
  writeRuns(folder, '', runs, spread)
}

/** Writes the groups of a vocabulary. The memory of their points is used up. */
export function writeGroups(folder: SnapshotFolder, name: string, groups: Groups, spread: Spread): void {
  folder.array(`${name}-group-starts`, groups.memberStarts)
  folder.array(`${name}-group-cells`, groups.cells)
  folder.array(`${name}-group-runs`, groups.runs.groupStarts)
  writeRuns(folder, `${name}-`, groups.runs, spread)
}

/** The memory of the points is used up: what stands there then are their holders. */
function writeRuns(folder: SnapshotFolder, prefix: string, { sites, starts, providers }: Runs, spread: Spread): void {
  folder.array(`${prefix}run-sites`, sites)
  folder.array(`${prefix}run-starts`, starts)
  for (let run = 0; run < sites.length; run++) {
    if (sites[run] < firstSpreadSite) continue
    for (let at = starts[run]; at < starts[run + 1]; at++) providers[at] = spread.numberOf(providers[at])
  }
  folder.array(`${prefix}point-holders`, providers)
}

/** The spread providers, numbered as they are first met in the order of the points. */
export class Spread {
  /** Of each provider the spot of its only point; or `spreadFrom` and its number; or `noSpot`. */
  readonly providerSpots: Uint32Array
  private readonly providers = columnOfU32()

  constructor({ sites, starts, providers }: Runs, providerCount: number) {
    this.providerSpots = new Uint32Array(providerCount).fill(noSpot)
    for (let run = 0; run < sites.length; run++) {
      const isSpread = sites[run] >= firstSpreadSite
      const spot = spotOf(sites[run])
      for (let at = starts[run]; at < starts[run + 1]; at++) {
        const provider = providers[at]
        if (!isSpread) this.providerSpots[provider] = spot
        else if (this.providerSpots[provider] === noSpot) {
          this.providerSpots[provider] = spreadFrom + this.providers.length
          this.providers.push(provider)
        }
      }
    }
  }

  numberOf(provider: number): number {
    return this.providerSpots[provider] - spreadFrom
  }

  /** Writes who they are, and where each practises. */
  write(folder: SnapshotFolder, { starts, spots, locations }: Entries): void {
    const spreadStarts = columnOfU32()
    const spreadSpots = columnOfU32()
    const spreadLocations = columnOfU16()
    const providers = this.providers.whole()
    for (const provider of providers) {
      spreadStarts.push(spreadSpots.length)
      spreadSpots.append(spots.subarray(starts[provider], starts[provider + 1]))
      spreadLocations.append(locations.subarray(starts[provider], starts[provider + 1]))
    }
    spreadStarts.push(spreadSpots.length)
    folder.array('spread-providers', providers)
    folder.array('spread-starts', spreadStarts.whole())
    folder.array('spread-spots', spreadSpots.whole())
    folder.array('spread-locations', spreadLocations.whole())
  }
}
