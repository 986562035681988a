/** The spots of a merged version: those of the last one at which anybody is kept, together with those of the changed providers. */
import { cellOf } from '#registry/read/geometry'
import { columnOfF64, columnOfI32, columnOfU16 } from '../snapshot/column.ts'
import type { Spots } from '../snapshot/spots.ts'
import { gone } from './ordinals.ts'

export interface MergedSpots {
  spots: Spots
  /** The cells they are in (registry/build/snapshot/place-index.ts). */
  cellKeys: Float64Array
  /** What becomes of those of either side; `gone` of those that are not used. */
  ofLast: Uint32Array
  ofChanged: Uint32Array
}

/** `isUsed` tells it of each spot of the last version. */
export function mergedSpots(last: Spots, isUsed: Uint8Array, changed: Spots): MergedSpots {
  const positions = columnOfI32()
  const states = columnOfU16()
  const cellKeys = columnOfF64()
  let lastKey = -1
  const add = (side: Spots, spot: number) => {
    positions.push(side.positions[2 * spot])
    positions.push(side.positions[2 * spot + 1])
    states.push(side.states[spot])
    const key = cellKeyOf(side, spot)
    if (key !== lastKey) cellKeys.push(key)
    lastKey = key
  }
  const ofLast = new Uint32Array(last.states.length).fill(gone)
  const ofChanged = new Uint32Array(changed.states.length)
  let other = 0
  const addChangedBefore = (spot: number) => {
    while (other < ofChanged.length && (spot === ofLast.length || order(changed, other, last, spot) < 0)) {
      ofChanged[other] = states.length
      add(changed, other++)
    }
  }
  for (let spot = 0; spot < ofLast.length; spot++) {
    if (isUsed[spot] === 0) continue
    addChangedBefore(spot)
    ofLast[spot] = states.length
    if (other < ofChanged.length && order(changed, other, last, spot) === 0) ofChanged[other++] = states.length
    add(last, spot)
  }
  addChangedBefore(ofLast.length)
  return {
    spots: { positions: positions.whole(), states: states.whole() },
    cellKeys: cellKeys.whole(),
    ofLast,
    ofChanged,
  }
}

function cellKeyOf({ positions, states }: Spots, spot: number): number {
  return cellOf(positions[2 * spot], positions[2 * spot + 1]) * 2 ** 16 + states[spot]
}

/** By cell, in a cell from south to north, and then from west to east. */
function order(side: Spots, spot: number, otherSide: Spots, other: number): number {
  return (
    cellKeyOf(side, spot) - cellKeyOf(otherSide, other) ||
    side.positions[2 * spot] - otherSide.positions[2 * other] ||
    side.positions[2 * spot + 1] - otherSide.positions[2 * other + 1]
  )
}
