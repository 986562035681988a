/** Who has a license in a state, by NPPES; and who is in which part of the overlay. */
import { Bits } from './bits.ts'
import { RegistryError } from './errors.ts'
import type { AlignedParts } from './overlay.ts'
import { DiskBits, type Ordinals } from './posting-lists.ts'
import type { SnapshotFiles } from './snapshot.ts'

export class LicenseStates {
  private readonly places: ReadonlyMap<string, number>
  private readonly bits: DiskBits

  constructor(files: SnapshotFiles, providerCount: number) {
    this.places = new Map(files.lines('license-states').map((state, place) => [state, place]))
    this.bits = new DiskBits(files.onDisk('license-state-bits', 'list'), providerCount)
  }

  in(state: string): Ordinals {
    const place = this.places.get(state)
    return place === undefined ? new Uint32Array() : this.bits.at(place)
  }
}

export class ListedProviders {
  private parts: ReadonlyMap<string, Bits> = new Map()

  has(name: string): boolean {
    return this.parts.has(name)
  }

  /** Valid until the next search. Throws where no list was loaded, so that none is never an empty answer. */
  in(name: string): Ordinals {
    const bits = this.parts.get(name)
    if (bits === undefined) throw new RegistryError('overlay', `expected a part ${name}, got none`)
    return bits.copyForSearch()
  }

  use(parts: AlignedParts, providerCount: number): void {
    this.parts = new Map(parts.map(({ name, words }) => [name, new Bits(providerCount, words)]))
  }
}
