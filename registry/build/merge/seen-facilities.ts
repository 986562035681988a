/** Shows the additions those organizations of a merged version that may be one of the facilities CMS tells of. */
import { isOrganizationFlag } from '#registry/read/providers'
import { messageOf } from '#registry/read/thrown'
import type { BuildAdditions } from '../build-additions.ts'
import type { Batch } from '../render/batch.ts'
import { BatchWriter } from '../render/batch-writer.ts'
import { NumberMap } from '../snapshot/number-map.ts'
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

/** `copy` tells where records and details of the providers stand. */
export function seeFacilities(additions: BuildAdditions, columns: SeenColumns, copy: RecordCopy): void {
  const { all } = additions.facilities
  if (all.length === 0) return
  // So that facilities are told of as not found where nobody may be one.
  additions.see(nobody, 0)
  // Asked for every organization of the country.
  const addresses = new NumberMap()
  for (const { places } of all) for (const hash of places.keys()) if (addresses.get(hash) === -1) addresses.add(hash, 1)
  const numbers = new Set(all.filter(({ kind }) => kind === 'hospital').map(({ id }) => id))
  const { flags, numbered } = columns
  const isNumbered = new Set(numbered.ordinals.filter((_, at) => numbers.has(numbered.numbers[at] ?? '')))
  const mayBeOne = (ordinal: number) =>
    (flags[ordinal] & isOrganizationFlag) !== 0 &&
    (isAmong(addresses, columns.addresses[ordinal]) || isNumbered.has(ordinal))
  const bytes = new ProviderBytes(copy)
  try {
    let ordinal = 0
    for (const { isKept, from, to } of stretchesIn(copy.stretches)) {
      for (let at = from; at < to; at++, ordinal++) {
        if (mayBeOne(ordinal)) additions.see(batchOf(columns, ordinal, bytes, isKept, at), ordinal)
      }
    }
  } catch (error) {
    // Records and details of the last version may not have been compared with their checksums yet.
    throw damagedLast(messageOf(error))
  } finally {
    bytes.close()
  }
}

/** Nobody is at the address 0. */
function isAmong(addresses: NumberMap, address: number): boolean {
  return address !== 0 && addresses.get(address) !== -1
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
