/** The registry's own spellings of cities that no list has, or has elsewhere, sorted for binary search. */
import { firstNotBefore } from '../search/binary-search.ts'
import { microdegrees } from '../search/geometry.ts'
import type { SnapshotFiles } from '../search/snapshot.ts'
import type { Position } from './geography.ts'

/** In place of a latitude: unplaced. */
export const unplacedLatitude = 0x7fffffff

export class WrittenCities {
  /** Ascending, as `writtenName` makes them. */
  private readonly names: readonly string[]
  /** Microdegrees: latitude at 2n, longitude at 2n + 1. */
  private readonly positions: Int32Array

  static in(files: SnapshotFiles): WrittenCities {
    return new WrittenCities(files.lines('written-cities'), files.i32('written-city-positions'))
  }

  constructor(names: readonly string[], positions: Int32Array) {
    this.names = names
    this.positions = positions
  }

  /** `unplaced` where there is no position, undefined where no row names the city. The key is `cityKey`'s. */
  find(key: string, state: string): Position | 'unplaced' | undefined {
    const number = this.numberOf(key, state)
    if (number === undefined) return undefined
    const latitude = this.positions[2 * number]
    if (latitude === unplacedLatitude) return 'unplaced'
    return { latitude: latitude / microdegrees, longitude: this.positions[2 * number + 1] / microdegrees }
  }

  numberOf(key: string, state: string): number | undefined {
    const name = writtenName(key, state)
    const number = this.firstFrom(name)
    return this.names[number] === name ? number : undefined
  }

  /** Alphabetical. */
  statesOf(key: string): string[] {
    const states: string[] = []
    const begin = writtenName(key, '')
    for (let number = this.firstFrom(begin); this.names[number]?.startsWith(begin); number++) {
      if (this.positions[2 * number] !== unplacedLatitude) states.push(this.names[number].slice(begin.length))
    }
    return states
  }

  private firstFrom(name: string): number {
    return firstNotBefore(this.names.length, (number) => this.names[number] < name)
  }
}

export const noWrittenCities = new WrittenCities([], new Int32Array())

export function writtenName(key: string, state: string): string {
  return `${key} ${state}`
}
