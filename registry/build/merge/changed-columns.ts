import type { Batch } from '../render/batch.ts'
import { columnOfF64, columnOfI32, columnOfU8, columnOfU16, columnOfU32 } from '../snapshot/column.ts'

/** What a batch has, but for its records and details; of several batches of one maker in one. */
export type ChangedColumns = Omit<Batch, 'maker' | 'records' | 'recordStarts' | 'details' | 'detailStarts' | 'counts'>

/** Puts the columns of batches end to end. */
export class CollectedColumns {
  readonly #columns = {
    npis: columnOfU32(),
    flags: columnOfU8(),
    words: columnOfU32(),
    newWords: columnOfU8(),
    taxonomySets: columnOfU32(),
    credentialSets: columnOfU32(),
    addressHashes: columnOfF64(),
    phoneHashes: columnOfF64(),
    latitudes: columnOfI32(),
    longitudes: columnOfI32(),
    states: columnOfU16(),
    locations: columnOfU16(),
    deactivatedNpis: columnOfU32(),
    deactivatedOn: columnOfU32(),
  }
  /** These count from the beginning of a batch, so they are shifted. */
  readonly #shifted = {
    wordStarts: columnOfU32(),
    newWordEnds: columnOfU32(),
    spotStarts: columnOfU32(),
    numberedProviders: columnOfU32(),
  }
  readonly #texts = { medicareNumbers: '', newTaxonomySets: '', newCredentialSets: '' }

  add(batch: ChangedColumns): void {
    const { npis, words, newWords, latitudes } = this.#columns
    const { wordStarts, newWordEnds, spotStarts, numberedProviders } = this.#shifted
    for (const start of batch.wordStarts.subarray(0, -1)) wordStarts.push(words.length + start)
    for (const end of batch.newWordEnds) newWordEnds.push(newWords.length + end)
    for (const start of batch.spotStarts.subarray(0, -1)) spotStarts.push(latitudes.length + start)
    for (const place of batch.numberedProviders) numberedProviders.push(npis.length + place)
    this.#columns.npis.append(batch.npis)
    this.#columns.flags.append(batch.flags)
    this.#columns.words.append(batch.words)
    this.#columns.newWords.append(batch.newWords)
    this.#columns.taxonomySets.append(batch.taxonomySets)
    this.#columns.credentialSets.append(batch.credentialSets)
    this.#columns.addressHashes.append(batch.addressHashes)
    this.#columns.phoneHashes.append(batch.phoneHashes)
    this.#columns.latitudes.append(batch.latitudes)
    this.#columns.longitudes.append(batch.longitudes)
    this.#columns.states.append(batch.states)
    this.#columns.locations.append(batch.locations)
    this.#columns.deactivatedNpis.append(batch.deactivatedNpis)
    this.#columns.deactivatedOn.append(batch.deactivatedOn)
    this.#texts.medicareNumbers += batch.medicareNumbers
    this.#texts.newTaxonomySets += batch.newTaxonomySets
    this.#texts.newCredentialSets += batch.newCredentialSets
  }

  /** All that were added; nothing can be added then. */
  whole(): ChangedColumns {
    const columns = this.#columns
    const shifted = this.#shifted
    shifted.wordStarts.push(columns.words.length)
    shifted.spotStarts.push(columns.latitudes.length)
    return {
      npis: columns.npis.whole(),
      flags: columns.flags.whole(),
      words: columns.words.whole(),
      newWords: columns.newWords.whole(),
      taxonomySets: columns.taxonomySets.whole(),
      credentialSets: columns.credentialSets.whole(),
      addressHashes: columns.addressHashes.whole(),
      phoneHashes: columns.phoneHashes.whole(),
      latitudes: columns.latitudes.whole(),
      longitudes: columns.longitudes.whole(),
      states: columns.states.whole(),
      locations: columns.locations.whole(),
      deactivatedNpis: columns.deactivatedNpis.whole(),
      deactivatedOn: columns.deactivatedOn.whole(),
      wordStarts: shifted.wordStarts.whole(),
      newWordEnds: shifted.newWordEnds.whole(),
      spotStarts: shifted.spotStarts.whole(),
      numberedProviders: shifted.numberedProviders.whole(),
      ...this.#texts,
    }
  }
}
