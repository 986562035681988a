/** Writes what stands in columns of its own for each provider, and the deactivated NPIs. */
import { Bits } from '#registry/search/bits'
import { flagsInOrder } from '#registry/search/providers'
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

/** For one provider its flags stand together, for a search of many who has one flag. */
function writeFlagBits(folder: SnapshotFolder, flags: Uint8Array): void {
  const stream = folder.stream('flag-bits.u32')
  for (const flag of flagsInOrder) {
    const bits = new Bits(flags.length)
    for (let ordinal = 0; ordinal < flags.length; ordinal++) if ((flags[ordinal] & flag) !== 0) bits.put(ordinal)
    stream.write(bits.bytes())
  }
  stream.finish()
}
