/** Writes the columns that have one value for each provider, and counts providers for the manifest. */
import type { Counts, StateCounts } from '#registry/format'
import { inventedNpiMin } from '#registry/npi'
import { Bits } from '#registry/search/bits'
import { flagsInOrder } from '#registry/search/providers'
import type { Batch, BatchCounts } from '../join/batch.ts'
import { U8Column, U32Column } from '../memory/column.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

export class ProviderColumns {
  readonly npis = new U32Column()
  readonly flags = new U8Column()
  readonly counts: Counts = { individuals: 0, organizations: 0, doctors: 0, deactivated: 0, locations: 0, unplaced: 0 }
  readonly #deactivatedNpis = new U32Column()
  readonly #deactivatedOn = new U32Column()
  readonly #replacementNpis = new U32Column()
  readonly #byState = new Map<string, StateCounts>()
  #lastNpi = 0
  #isInvented = true

  /** Throws an Error that names the NPI when they do not ascend. */
  add({ npis, flags, deactivatedNpis, deactivatedOn, replacementNpis, counts }: Batch): void {
    this.#expectAscending(npis)
    this.#expectAscending(deactivatedNpis)
    this.#lastNpi = Math.max(this.#lastNpi, npis.at(-1) ?? 0, deactivatedNpis.at(-1) ?? 0)
    this.npis.append(npis)
    this.flags.append(flags)
    this.#deactivatedNpis.append(deactivatedNpis)
    this.#deactivatedOn.append(deactivatedOn)
    this.#replacementNpis.append(replacementNpis)
    this.#count(counts, deactivatedNpis.length)
  }

  get isSample(): boolean {
    return this.#isInvented && this.#lastNpi > 0
  }

  countsByState(): Record<string, StateCounts> {
    return Object.fromEntries(this.#byState)
  }

  write(folder: SnapshotFolder): void {
    folder.array('npis', this.npis.whole())
    folder.array('flags', this.flags.whole())
    writeFlagBits(folder, this.flags.whole())
    folder.array('deactivated-npis', this.#deactivatedNpis.whole())
    folder.array('deactivated-on', this.#deactivatedOn.whole())
    folder.array('replacement-npis', this.#replacementNpis.whole())
  }

  #expectAscending(npis: Uint32Array): void {
    let last = this.#lastNpi
    for (const npi of npis) {
      if (npi <= last) throw new Error(`NPI ${npi}: expected one above ${last}, the one before`)
      last = npi
      this.#isInvented &&= npi >= inventedNpiMin
    }
  }

  #count(
    { individuals, organizations, doctors, locations, unplaced, byState }: BatchCounts,
    deactivated: number,
  ): void {
    const { counts } = this
    counts.individuals += individuals
    counts.organizations += organizations
    counts.doctors += doctors
    counts.deactivated += deactivated
    counts.locations += locations
    counts.unplaced += unplaced
    for (const [number, added] of byState) {
      // The inverse of `stateNumber`.
      const state = number === 0 ? 'other' : String.fromCharCode(number >> 8, number & 0xff)
      const ofState = this.#byState.get(state) ?? { individuals: 0, organizations: 0 }
      ofState.individuals += added.individuals
      ofState.organizations += added.organizations
      this.#byState.set(state, ofState)
    }
  }
}

function writeFlagBits(folder: SnapshotFolder, flags: Uint8Array): void {
  const stream = folder.stream('flag-bits.u32')
  for (const flag of flagsInOrder) {
    const bits = new Bits(flags.length)
    for (let ordinal = 0; ordinal < flags.length; ordinal++) if ((flags[ordinal] & flag) !== 0) bits.put(ordinal)
    stream.write(bits.bytes())
  }
  stream.finish()
}
