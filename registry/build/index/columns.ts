/** Writes the columns that have one value for each provider, and counts providers for the manifest. */
import type { Counts, StateCounts } from '#registry/format'
import { Bits } from '#registry/search/bits'
import { flagsInOrder } from '#registry/search/providers'
import type { BatchCounts } from '../join/batch.ts'
import type { SnapshotFolder } from './snapshot-folder.ts'

export interface ProviderColumns {
  npis: Uint32Array
  flags: Uint8Array
  deactivatedNpis: Uint32Array
  deactivatedOn: Uint32Array
  replacementNpis: Uint32Array
}

export function writeProviderColumns(folder: SnapshotFolder, columns: ProviderColumns): void {
  folder.array('npis', columns.npis)
  folder.array('flags', columns.flags)
  writeFlagBits(folder, columns.flags)
  folder.array('deactivated-npis', columns.deactivatedNpis)
  folder.array('deactivated-on', columns.deactivatedOn)
  folder.array('replacement-npis', columns.replacementNpis)
}

/** The flags once more, a bit map for each: for searches over many providers. */
function writeFlagBits(folder: SnapshotFolder, flags: Uint8Array): void {
  const stream = folder.stream('flag-bits.u32')
  for (const flag of flagsInOrder) {
    const bits = new Bits(flags.length)
    for (let ordinal = 0; ordinal < flags.length; ordinal++) if ((flags[ordinal] & flag) !== 0) bits.put(ordinal)
    stream.write(bits.bytes())
  }
  stream.finish()
}

export class Counting {
  readonly counts: Counts = { individuals: 0, organizations: 0, doctors: 0, deactivated: 0, locations: 0, unplaced: 0 }
  private readonly byState = new Map<string, StateCounts>()

  add(added: BatchCounts, deactivated: number): void {
    const { counts } = this
    counts.individuals += added.individuals
    counts.organizations += added.organizations
    counts.doctors += added.doctors
    counts.deactivated += deactivated
    counts.locations += added.locations
    counts.unplaced += added.unplaced
    for (const [number, { individuals, organizations }] of added.byState) {
      const state = number === 0 ? 'other' : stateOfNumber(number)
      const ofState = this.byState.get(state) ?? { individuals: 0, organizations: 0 }
      ofState.individuals += individuals
      ofState.organizations += organizations
      this.byState.set(state, ofState)
    }
  }

  countsOfStates(): Record<string, StateCounts> {
    return Object.fromEntries(this.byState)
  }
}

/** The inverse of `stateNumber`. */
function stateOfNumber(number: number): string {
  return String.fromCharCode(number >> 8, number & 0xff)
}
