/** The spots of a snapshot: the positions of its points, each once for a state, by cell and in a cell from south to north. */
import type { PlacedPoints } from './cell-order.ts'
import { columnOfI32, columnOfU16 } from './column.ts'

export interface Spots {
  /** Latitude and longitude of spot s, in microdegrees, at 2s and 2s + 1. */
  positions: Int32Array
  states: Uint16Array
}

/** The spots of points whose `order` is by cell, cell c beginning at `cellStarts[c]`, and the spot of each point. */
export function spotsOf(
  { latitudes, longitudes, states }: PlacedPoints,
  order: Uint32Array,
  cellStarts: Uint32Array,
): { spots: Spots; ofPoints: Uint32Array } {
  const spotPositions = columnOfI32()
  const spotStates = columnOfU16()
  const ofPoints = new Uint32Array(order.length)
  for (let cell = 0; cell + 1 < cellStarts.length; cell++) {
    const inCell = order.subarray(cellStarts[cell], cellStarts[cell + 1])
    // Most points are where the one before is.
    const isNext = (at: number) =>
      at === 0 ||
      latitudes[inCell[at]] !== latitudes[inCell[at - 1]] ||
      longitudes[inCell[at]] !== longitudes[inCell[at - 1]]
    const pointOfPosition = new Map<number, number>()
    for (let at = 0; at < inCell.length; at++) {
      const point = inCell[at]
      if (isNext(at)) pointOfPosition.set(positionInCell(latitudes[point], longitudes[point]), point)
    }
    const spotOfPosition = new Map<number, number>()
    for (const [position, point] of [...pointOfPosition].sort(
      ([, a], [, b]) => latitudes[a] - latitudes[b] || longitudes[a] - longitudes[b],
    )) {
      spotOfPosition.set(position, spotStates.length)
      spotPositions.push(latitudes[point])
      spotPositions.push(longitudes[point])
      spotStates.push(states[point])
    }
    let spot = 0
    for (let at = 0; at < inCell.length; at++) {
      const point = inCell[at]
      if (isNext(at)) spot = spotOfPosition.get(positionInCell(latitudes[point], longitudes[point])) ?? 0
      ofPoints[point] = spot
    }
  }
  return { spots: { positions: spotPositions.whole(), states: spotStates.whole() }, ofPoints }
}

/** A position as one number: the latitudes of one cell differ in their last 16 bits; its longitudes may be on both sides of the antimeridian. */
function positionInCell(latitude: number, longitude: number): number {
  return (latitude & 0xffff) * 2 ** 30 + longitude
}
