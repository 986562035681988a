/** Where all providers practise: those of the last version without whom has changed, together with the changed ones. */
import { firstSpreadSite, siteAt, spotOf } from '#registry/read/point-runs'
import { noSpot, type Points, spreadFrom } from '#registry/read/points'
import { columnOfU16, columnOfU32 } from '../snapshot/column.ts'
import {
  type EachPoint,
  type Entries,
  type Groups,
  groupsOf,
  type PlaceIndex,
  pointsOf,
  type Runs,
} from '../snapshot/place-index.ts'
import type { WrittenSets } from '../snapshot/set-writer.ts'
import { KeptOrdinals } from './kept-ordinals.ts'
import type { LastGroups, LastPlaces } from './last-places.ts'
import { type KeptRuns, mergedRuns } from './merged-runs.ts'
import { type MergedSpots, mergedSpots } from './merged-spots.ts'
import { gone, type Ordinals, stretchesIn } from './ordinals.ts'

export class MergedPlaces {
  readonly index: PlaceIndex
  readonly #ordinals: Ordinals
  /** Of the changed providers alone, which it names by their places among themselves, and what becomes of their spots and cells. */
  readonly #changed: EachPoint
  readonly #spots: MergedSpots
  readonly #cellsOfLast: Uint32Array
  readonly #cellsOfChanged: Uint32Array
  /** What becomes of whom points of the last version name. */
  readonly #ofHolders: Pick<KeptRuns, 'ofSpots' | 'ofSingle' | 'ofSpread'>

  constructor({ cellKeys, points, runs }: LastPlaces, changed: PlaceIndex, ordinals: Ordinals) {
    const ofSingle = new KeptOrdinals(ordinals.ofKept)
    const ofSpread = new KeptOrdinals(points.spreadProviders.map((provider) => ordinals.ofKept[provider]))
    const last = { positions: points.spotPositions, states: points.spotStates }
    const spots = mergedSpots(last, usedSpots(runs, last.states.length, ofSingle, ofSpread), changed.spots)
    this.#ordinals = ordinals
    this.#changed = pointsOf(changed)
    this.#spots = spots
    this.#cellsOfLast = placesAmong(cellKeys, spots.cellKeys)
    this.#cellsOfChanged = placesAmong(changed.cellKeys, spots.cellKeys)
    this.#ofHolders = { ofSpots: spots.ofLast, ofSingle, ofSpread }
    const keys = Float64Array.from(this.#cellsOfLast, (cell) => (cell === gone ? -1 : cell))
    const added = { keys: Float64Array.from(this.#cellsOfChanged), runs: this.#asMerged(changed.runs) }
    this.index = {
      cellKeys: spots.cellKeys,
      spots: spots.spots,
      runs: mergedRuns({ keys, runs, ...this.#ofHolders }, added).runs,
      entries: mergedEntries(points, changed.entries, ordinals, spots),
    }
  }

  /** The groups of a vocabulary; `ofLast` tells by member of the last version its number now, or `gone`. */
  groups(last: LastGroups, ofLast: Uint32Array, { setOf, sets, members }: WrittenSets): Groups {
    const cellCount = this.#spots.cellKeys.length
    const ofChanged = groupsOf(
      this.#changed,
      this.#ordinals.ofChanged.map((ordinal) => setOf[ordinal]),
      sets,
      members.length,
    )
    const addedKeys = groupKeys(ofChanged, this.#cellsOfChanged, cellCount, (member) => member)
    const kept = {
      keys: groupKeys(last, this.#cellsOfLast, cellCount, (member) => ofLast[member]),
      runs: last.runs,
      ...this.#ofHolders,
    }
    const { keys, runs } = mergedRuns(kept, { keys: addedKeys, runs: this.#asMerged(ofChanged.runs) })
    return { ...ofKeys(keys, members.length, cellCount), runs }
  }

  /** Runs of the changed providers with the spots and ordinals of the merged version. */
  #asMerged({ groupStarts, sites, starts, providers }: Runs): Runs {
    const { ofChanged } = this.#spots
    return {
      groupStarts,
      sites: sites.map((site) => siteAt(site, ofChanged[spotOf(site)])),
      starts,
      providers: providers.map((place) => this.#ordinals.ofChanged[place]),
    }
  }
}

/** By group: the number of its member times the count of cells, and the number of its cell; -1 where one of them is gone. */
function groupKeys(
  { memberStarts, cells }: Pick<Groups, 'memberStarts' | 'cells'>,
  ofCells: Uint32Array,
  cellCount: number,
  ofMember: (member: number) => number,
): Float64Array {
  const keys = new Float64Array(cells.length)
  for (let member = 0; member + 1 < memberStarts.length; member++) {
    const number = ofMember(member)
    for (let group = memberStarts[member]; group < memberStarts[member + 1]; group++) {
      const cell = ofCells[cells[group]]
      keys[group] = number === gone || cell === gone ? -1 : number * cellCount + cell
    }
  }
  return keys
}

/** The groups that have these keys. There are millions, which `Uint32Array.from` would make objects of on its way. */
function ofKeys(keys: Float64Array, memberCount: number, cellCount: number): Pick<Groups, 'memberStarts' | 'cells'> {
  const memberStarts = new Uint32Array(memberCount + 1)
  const cells = new Uint32Array(keys.length)
  for (let group = 0; group < keys.length; group++) {
    const member = Math.floor(keys[group] / cellCount)
    memberStarts[member + 1]++
    cells[group] = keys[group] - member * cellCount
  }
  for (let member = 0; member < memberCount; member++) memberStarts[member + 1] += memberStarts[member]
  return { memberStarts, cells }
}

/** Whether anybody who is kept is at a spot. */
function usedSpots(
  { sites, starts, providers: holders }: Runs,
  spotCount: number,
  ofSingle: KeptOrdinals,
  ofSpread: KeptOrdinals,
): Uint8Array {
  const isUsed = new Uint8Array(spotCount)
  for (let run = 0; run < sites.length; run++) {
    const ofHolders = sites[run] < firstSpreadSite ? ofSingle : ofSpread
    const spot = spotOf(sites[run])
    for (let at = starts[run]; at < starts[run + 1] && isUsed[spot] === 0; at++) {
      if (ofHolders.of(holders[at]) !== gone) isUsed[spot] = 1
    }
  }
  return isUsed
}

/** The places of keys among others, or `gone`; both ascend. */
function placesAmong(keys: Float64Array, others: Float64Array): Uint32Array {
  let place = 0
  return Uint32Array.from(keys, (key) => {
    while (place < others.length && others[place] < key) place++
    return others[place] === key ? place : gone
  })
}

/** The entries of whoever is spread; of the changed ones all. */
function mergedEntries(
  { providerSpots, spreadStarts, spreadSpots, spreadLocations }: Points,
  changed: Entries,
  { count, stretches }: Ordinals,
  { ofLast, ofChanged }: MergedSpots,
): Entries {
  const starts = new Uint32Array(count + 1)
  const spots = columnOfU32()
  const locations = columnOfU16()
  let ordinal = 0
  for (const { isKept, from, to } of stretchesIn(stretches)) {
    for (let at = from; at < to; at++) {
      starts[ordinal++] = spots.length
      if (!isKept) {
        for (let entry = changed.starts[at]; entry < changed.starts[at + 1]; entry++) {
          spots.push(ofChanged[changed.spots[entry]])
          locations.push(changed.locations[entry])
        }
      } else if (providerSpots[at] >= spreadFrom && providerSpots[at] !== noSpot) {
        const number = providerSpots[at] - spreadFrom
        for (let entry = spreadStarts[number]; entry < spreadStarts[number + 1]; entry++) {
          spots.push(ofLast[spreadSpots[entry]])
          locations.push(spreadLocations[entry])
        }
      }
    }
  }
  starts[count] = spots.length
  return { starts, spots: spots.whole(), locations: locations.whole() }
}
