/**
 * How the rows of a registry write their cities, where no list has that name or has it elsewhere: (city, state) to a position,
 * or to none where no row with that city could be placed. Sorted, so that looking one up takes a few comparisons.
 */
import { microdegrees } from '../search/geometry.ts'
import type { SnapshotFiles } from '../search/snapshot.ts'
import type { Position } from './geography.ts'

/** In the place of a latitude: no row with this city could be placed. */
export const unplacedLatitude = 0x7fffffff

export class WrittenCities {
  /** Keys of cities and states, as `writtenName` makes them, ascending. */
  private readonly names: readonly string[]
  /** Latitude and longitude of name n, in microdegrees, at 2n and 2n + 1. */
  private readonly positions: Int32Array

  static in(files: SnapshotFiles): WrittenCities {
    return new WrittenCities(files.lines('written-cities'), files.i32('written-city-positions'))
  }

  constructor(names: readonly string[], positions: Int32Array) {
    this.names = names
    this.positions = positions
  }

  /** The position of a city, whose key `cityKey` made; `unplaced` where there is none, undefined where no row names the city. */
  find(key: string, state: string): Position | 'unplaced' | undefined {
    const number = this.numberOf(key, state)
    if (number === undefined) return undefined
    const latitude = this.positions[2 * number]
    if (latitude === unplacedLatitude) return 'unplaced'
    return { latitude: latitude / microdegrees, longitude: this.positions[2 * number + 1] / microdegrees }
  }

  /** The place of a city in the order of the names; undefined where no row names it. */
  numberOf(key: string, state: string): number | undefined {
    const name = writtenName(key, state)
    const number = this.firstFrom(name)
    return this.names[number] === name ? number : undefined
  }

  /** The states in which rows have a city of this key and could be placed, in alphabetical order. */
  statesOf(key: string): string[] {
    const states: string[] = []
    const begin = writtenName(key, '')
    for (let number = this.firstFrom(begin); this.names[number]?.startsWith(begin); number++) {
      if (this.positions[2 * number] !== unplacedLatitude) states.push(this.names[number].slice(begin.length))
    }
    return states
  }

  private firstFrom(name: string): number {
    let low = 0
    let high = this.names.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.names[middle] < name) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The registry's rows are not known, or name no city that is not in a list. */
export const noWrittenCities = new WrittenCities([], new Int32Array())

export function writtenName(key: string, state: string): string {
  return `${key} ${state}`
}
