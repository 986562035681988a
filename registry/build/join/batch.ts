/**
 * What the first half of the build (read, check, normalise, join, render) hands to the second (index, write): providers of
 * one range of NPIs, in ascending order, as ready bytes and columns of numbers. Everything in it can be given to another
 * thread without being copied, or is shared with it.
 */

/** What the manifest counts, of the providers of one batch. */
export interface BatchCounts {
  individuals: number
  organizations: number
  doctors: number
  locations: number
  unplaced: number
  /** By `stateNumber` of the primary location; 0 holds those outside the United States. */
  byState: Map<number, { individuals: number; organizations: number }>
}

/** The providers and deactivated NPIs of one range, provider i at place i of every column. */
export interface Batch {
  /**
   * Who made the batch. Words and sets are numbered by their maker in the order they first came, and new ones come with their
   * batch. Sets are of taxonomy codes, the primary one first, and of credentials as they are compared (registry/search/words.ts).
   */
  maker: number
  npis: Uint32Array
  /** As in registry/search/providers.ts. */
  flags: Uint8Array
  /** Records as they stand on disk, and where each begins, in steps of `recordAlignment`. */
  records: Uint8Array
  recordStarts: Uint32Array
  /** Details as they stand on disk, each ended by a newline, and where each begins. */
  details: Uint8Array
  detailStarts: Uint32Array
  /** The words of provider i reach from `wordStarts[i]` up to `wordStarts[i + 1]`, each once. */
  wordStarts: Uint32Array
  words: Uint32Array
  /** The words that are new, end to end in UTF-8, and where each ends. */
  newWords: Uint8Array
  newWordEnds: Uint32Array
  taxonomySets: Uint32Array
  credentialSets: Uint32Array
  /** What primary address and phone are compared by, 0 for none. */
  addressHashes: Float64Array
  phoneHashes: Float64Array
  /** The spots of provider i reach from `spotStarts[i]` up to `spotStarts[i + 1]`: microdegrees, state, which location. */
  spotStarts: Uint32Array
  latitudes: Int32Array
  longitudes: Int32Array
  states: Uint16Array
  locations: Uint16Array
  /**
   * The places of organizations with a Medicare certification number among their identifiers, ascending; one with several
   * stands there once for each. And the numbers, in the same order, a line each.
   */
  numberedProviders: Uint32Array
  medicareNumbers: string
  /**
   * The places of providers with a location in the United States that nobody could place, once for each, ascending; which of
   * their locations it is; and its city and state, as `writtenName` makes them, a line each.
   */
  unplacedProviders: Uint32Array
  unplacedLocations: Uint16Array
  unplacedCities: string
  deactivatedNpis: Uint32Array
  /** yyyymmdd */
  deactivatedOn: Uint32Array
  /** What replaces each deactivated NPI; 0 for none. */
  replacementNpis: Uint32Array
  counts: BatchCounts
  /** The sets that are new, each as a line of its members with blanks between them. */
  newTaxonomySets: string
  newCredentialSets: string
}

/** A batch whose records and details stand in memory that threads share. */
export interface RenderedBatch extends Batch {
  records: Uint8Array<SharedArrayBuffer>
  details: Uint8Array<SharedArrayBuffer>
}

/** Such memory of batches that nobody needs any more, where there is some. */
export interface SpareBatch {
  records: SharedArrayBuffer | undefined
  details: SharedArrayBuffer | undefined
}
