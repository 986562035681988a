/** The locations of a batch in the United States that nobody could place. */
import type { Batch } from './batch.ts'
import { growingU16, growingU32 } from './growing.ts'

export class UnplacedColumns {
  readonly #providers = growingU32()
  readonly #locations = growingU16()
  #cities = ''
  #citiesBefore = ''
  #lengthBefore = 0

  /** Begins a provider, whose locations may be taken back. */
  begin(): void {
    this.#lengthBefore = this.#providers.length
    this.#citiesBefore = this.#cities
  }

  add(provider: number, location: number, city: string): void {
    this.#providers.push(provider)
    this.#locations.push(location)
    this.#cities += `${city}\n`
  }

  takeBack(): void {
    this.#providers.length = this.#lengthBefore
    this.#locations.length = this.#lengthBefore
    this.#cities = this.#citiesBefore
  }

  /** All since the last batch. */
  take(): Pick<Batch, 'unplacedProviders' | 'unplacedLocations' | 'unplacedCities'> {
    const unplacedCities = this.#cities
    this.#cities = ''
    return { unplacedProviders: this.#providers.take(), unplacedLocations: this.#locations.take(), unplacedCities }
  }
}
