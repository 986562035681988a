/** Shows the matching of facilities those organizations of a merged version that may be one. */
import { isOrganizationFlag } from '#registry/read/providers'
import { messageOf } from '#registry/read/thrown'
import type { Matching } from '../facilities/matching.ts'
import { organizationOf } from '../facilities/organization-at.ts'
import type { Batch } from '../render/batch.ts'
import { BatchWriter } from '../render/batch-writer.ts'
import { damagedLast } from './cannot-merge.ts'
import type { RecordCopy } from './copying/copy-records.ts'
import { numbersOf } from './merged-columns.ts'
import { stretchesIn } from './ordinals.ts'
import { ProviderBytes } from './provider-bytes.ts'
import type { Numbered } from './state.ts'

/** What is known of all providers of the merged version. */
export interface SeenColumns {
  npis: Uint32Array
  flags: Uint8Array
  addresses: Float64Array
  numbered: Numbered
}

const nobody: Batch = new BatchWriter(0).take()
const onlyStart = new Uint32Array(1)
const noNumbers: readonly string[] = []

/**
 * `copy` tells where records and details of the providers stand. Those of kept organizations that are `known`, as `candidatesIn` tells, are
 * not read.
 */
export function seeFacilities(
  matching: Matching,
  columns: SeenColumns,
  copy: RecordCopy,
  known: ReadonlyMap<number, string>,
): void {
  const { flags, addresses, numbered } = columns
  const isNumbered = new Set(numbered.ordinals)
  const bytes = new ProviderBytes(copy)
  try {
    let ordinal = 0
    for (const { isKept, from, to } of stretchesIn(copy.stretches)) {
      for (let at = from; at < to; at++, ordinal++) {
        if ((flags[ordinal] & isOrganizationFlag) === 0) continue
        const numbers = isNumbered.has(ordinal) ? numbersOf(numbered, ordinal) : noNumbers
        const met = { ordinal, address: addresses[ordinal], numbers }
        if (!matching.mayBeOne(met)) continue
        const line = isKept ? known.get(at) : undefined
        if (line === undefined) matching.see(batchOf(columns, ordinal, bytes, isKept, at), ordinal)
        else matching.compare(met, organizationOf(line))
      }
    }
  } catch (error) {
    // Records and details of the last version may not have been compared with their checksums yet.
    throw damagedLast(messageOf(error))
  } finally {
    bytes.close()
  }
}

/** The provider at a place of a stretch as the only one of a batch. */
function batchOf(
  { npis, flags, addresses, numbered }: SeenColumns,
  ordinal: number,
  bytes: ProviderBytes,
  isKept: boolean,
  at: number,
): Batch {
  const numbers = numbersOf(numbered, ordinal)
  return {
    ...nobody,
    npis: npis.subarray(ordinal, ordinal + 1),
    flags: flags.subarray(ordinal, ordinal + 1),
    addressHashes: addresses.subarray(ordinal, ordinal + 1),
    records: bytes.record(isKept, at),
    recordStarts: onlyStart,
    details: bytes.details(isKept, at),
    detailStarts: onlyStart,
    numberedProviders: new Uint32Array(numbers.length),
    medicareNumbers: numbers.map((number) => `${number}\n`).join(''),
  }
}
