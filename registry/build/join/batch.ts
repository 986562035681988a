/**
 * What joining hands to the indexes: providers of one range of NPIs, in ascending order, as ready bytes and columns of
 * numbers. Provider i is at place i of every column. Batches are shared with or transferred to other threads, never
 * copied.
 */
import { isDoctorFlag, isOrganizationFlag } from '#registry/search/providers'
import { detailBytesMax, detailsPerBlock, recordAlignment } from '#registry/search/records'
import { Bytes, type TextSpan } from '../memory/bytes.ts'
import { F64Column, I32Column, U8Column, U16Column, U32Column } from '../memory/column.ts'
import { LineTable, WordTable } from './words.ts'

export interface BatchCounts {
  individuals: number
  organizations: number
  doctors: number
  locations: number
  unplaced: number
  /** By `stateNumber` of the primary location; 0 for those outside the United States. */
  byState: Map<number, { individuals: number; organizations: number }>
}

export interface Batch {
  /**
   * Which worker made it. Words and sets are numbered by their worker in the order in which they came; new ones come
   * with their batch. Sets are of taxonomy codes, the primary one first, and of credentials as they are compared.
   */
  workerId: number
  npis: Uint32Array
  /** As in registry/search/providers.ts. */
  flags: Uint8Array
  /** Records as they are on disk, and where each begins, in units of `recordAlignment`. */
  records: Uint8Array
  recordStarts: Uint32Array
  /** Details as they are on disk, each ended by a newline, and where each begins. */
  details: Uint8Array
  detailStarts: Uint32Array
  /** The words of provider i are from `wordStarts[i]` up to `wordStarts[i + 1]`, each once. */
  wordStarts: Uint32Array
  words: Uint32Array
  /** The new words, end to end in UTF-8, and where each ends. */
  newWords: Uint8Array
  newWordEnds: Uint32Array
  taxonomySets: Uint32Array
  credentialSets: Uint32Array
  /** What primary address and phone are compared by, 0 for none. */
  addressHashes: Float64Array
  phoneHashes: Float64Array
  /**
   * The spots of provider i are from `spotStarts[i]` up to `spotStarts[i + 1]`: microdegrees, state, which location.
   */
  spotStarts: Uint32Array
  latitudes: Int32Array
  longitudes: Int32Array
  states: Uint16Array
  locations: Uint16Array
  /**
   * The places of organizations with a Medicare certification number, ascending, once for each number; and the numbers
   * in the same order, a line each.
   */
  numberedProviders: Uint32Array
  medicareNumbers: string
  /**
   * The places of providers with a location in the United States that could not be placed, once for each, ascending;
   * which of their locations it is; and its city and state as `writtenName` makes them, a line each.
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
  /** The new sets, each as a line of its members with blanks between them. */
  newTaxonomySets: string
  newCredentialSets: string
}

export interface RenderedBatch extends Batch {
  records: Uint8Array<SharedArrayBuffer>
  details: Uint8Array<SharedArrayBuffer>
}

export interface SpareBatch {
  records: SharedArrayBuffer | undefined
  details: SharedArrayBuffer | undefined
}

/**
 * Collects providers into batches. A renderer writes the bytes of a provider into `record` and `details` and says where
 * each piece of the record ends (docs/registry-format.md); lengths, padding and columns are made here. A provider too large
 * for a record is taken back.
 */

/** Lengths within a record are stored in 16 bits. */
const lengthMax = 2 ** 16 - 1

/** So that a block never exceeds what is read back. */
const detailLengthMax = Math.floor(detailBytesMax / detailsPerBlock)

export const sizeRule = `provider: expected at most ${lengthMax} locations, ${lengthMax} bytes in each part of its record and ${detailLengthMax} bytes of details`

const newline = 0x0a

/** In whole microdegrees. */
export interface Place {
  latitude: number
  longitude: number
}

function noCounts(): BatchCounts {
  return { individuals: 0, organizations: 0, doctors: 0, locations: 0, unplaced: 0, byState: new Map() }
}

export class BatchWriter {
  readonly record = new Bytes(1024 * 1024)
  readonly details = new Bytes(1024 * 1024)
  private readonly words = new WordTable()
  private readonly taxonomySetTable = new LineTable()
  private readonly credentialSetTable = new LineTable()
  private readonly workerId: number
  private readonly npis = new U32Column()
  private readonly flags = new U8Column()
  private readonly recordStarts = new U32Column()
  private readonly detailStarts = new U32Column()
  private readonly wordStarts = new U32Column()
  private readonly wordNumbers = new U32Column()
  private readonly taxonomySets = new U32Column()
  private readonly credentialSets = new U32Column()
  private readonly addressHashes = new F64Column()
  private readonly phoneHashes = new F64Column()
  private readonly spotStarts = new U32Column()
  private readonly latitudes = new I32Column()
  private readonly longitudes = new I32Column()
  private readonly states = new U16Column()
  private readonly locations = new U16Column()
  private readonly numberedProviders = new U32Column()
  private medicareNumbers = ''
  private readonly unplacedColumns = new UnplacedColumns()
  private readonly deactivatedNpis = new U32Column()
  private readonly deactivatedOn = new U32Column()
  private readonly replacementNpis = new U32Column()
  private counts = noCounts()
  private recordStart = 0
  private pieceStart = 0
  private location = 0
  private unplaced = 0
  private isTooLarge = false
  /** The lengths of these before the present provider. */
  private numberedBefore = 0
  private medicareNumbersBefore = ''
  /** Adds a word to the present provider's, unless it is among them. */
  private readonly addWord = (word: number) => {
    const { wordNumbers } = this
    for (let at = this.wordStarts.last; at < wordNumbers.length; at++) if (wordNumbers.at(at) === word) return
    wordNumbers.push(word)
  }

  constructor(workerId: number) {
    this.workerId = workerId
  }

  get length(): number {
    return this.npis.length
  }

  /** `replacementNpi` is 0 for none. */
  addDeactivated(npi: number, day: number, replacementNpi: number): void {
    this.deactivatedNpis.push(npi)
    this.deactivatedOn.push(day)
    this.replacementNpis.push(replacementNpi)
  }

  /** Begins an active provider: its head comes next. NPIs ascend. */
  begin(npi: number, flags: number, locationCount: number): void {
    if (locationCount === 0) throw new Error(`NPI ${npi}: expected a practice location, got none`)
    this.numberedBefore = this.numberedProviders.length
    this.medicareNumbersBefore = this.medicareNumbers
    this.unplacedColumns.begin()
    this.npis.push(npi)
    this.flags.push(flags)
    this.recordStart = this.record.length
    this.recordStarts.push(this.recordStart / recordAlignment)
    this.detailStarts.push(this.details.length)
    this.wordStarts.push(this.wordNumbers.length)
    this.spotStarts.push(this.latitudes.length)
    this.location = 0
    this.unplaced = 0
    this.isTooLarge = false
    this.record.reserve(lengthsBytes(locationCount))
    this.record.length += lengthsBytes(locationCount)
    this.setLength(0, locationCount)
    this.pieceStart = this.record.length
  }

  endHead(): void {
    this.endPiece(2)
  }

  endTail(): void {
    this.endPiece(4)
  }

  /**
   * Ends the piece of a location: the first one comes before the tail, the others after it. One that could not be
   * placed has the city it names, as `writtenName` makes it, unless it lies abroad.
   */
  endLocation(place: Place | undefined, state: number, city: string | undefined): void {
    this.endPiece(lengthsBytes(this.location))
    if (place === undefined) this.unplaced++
    else this.addSpot(place, state)
    if (city !== undefined) this.unplacedColumns.add(this.npis.length - 1, this.location, city)
    this.location++
  }

  /** The words of one of the names by which the provider is found, given in parts. */
  addName(parts: readonly TextSpan[]): void {
    this.words.eachWord(parts, this.addWord)
  }

  addMedicareNumber(number: string): void {
    this.numberedProviders.push(this.npis.length - 1)
    this.medicareNumbers += `${number}\n`
  }

  taxonomySetOf(codes: readonly string[]): number {
    return this.taxonomySetTable.numberOf(codes)
  }

  /** The same for codes in order with blanks between them. */
  taxonomySetOfLine({ buffer, length }: Bytes): number {
    return this.taxonomySetTable.numberOfLine(buffer, 0, length)
  }

  credentialSetOf(credentials: readonly string[]): number {
    return this.credentialSetTable.numberOf(credentials)
  }

  /** Ends the provider. False when it does not fit a record; then it is in no batch. */
  end(facts: {
    taxonomySet: number
    credentialSet: number
    addressHash: number
    phoneHash: number
    /** By `stateNumber`, of the primary location; 0 outside the United States. */
    state: number
  }): boolean {
    while (this.record.length % recordAlignment !== 0) this.record.byte(0)
    this.details.byte(newline)
    if (this.isTooLarge || this.details.length - this.detailStarts.last > detailLengthMax) {
      this.takeBack()
      return false
    }
    this.taxonomySets.push(facts.taxonomySet)
    this.credentialSets.push(facts.credentialSet)
    this.addressHashes.push(facts.addressHash)
    this.phoneHashes.push(facts.phoneHash)
    this.count(facts.state)
    return true
  }

  take(spare?: SpareBatch): RenderedBatch {
    this.wordStarts.push(this.wordNumbers.length)
    this.spotStarts.push(this.latitudes.length)
    const fresh = this.words.takeFresh()
    const batch: RenderedBatch = {
      workerId: this.workerId,
      npis: this.npis.take(),
      flags: this.flags.take(),
      records: this.record.takeShared(spare?.records),
      recordStarts: this.recordStarts.take(),
      details: this.details.takeShared(spare?.details),
      detailStarts: this.detailStarts.take(),
      wordStarts: this.wordStarts.take(),
      words: this.wordNumbers.take(),
      taxonomySets: this.taxonomySets.take(),
      credentialSets: this.credentialSets.take(),
      addressHashes: this.addressHashes.take(),
      phoneHashes: this.phoneHashes.take(),
      spotStarts: this.spotStarts.take(),
      latitudes: this.latitudes.take(),
      longitudes: this.longitudes.take(),
      states: this.states.take(),
      locations: this.locations.take(),
      numberedProviders: this.numberedProviders.take(),
      medicareNumbers: this.medicareNumbers,
      ...this.unplacedColumns.take(),
      deactivatedNpis: this.deactivatedNpis.take(),
      deactivatedOn: this.deactivatedOn.take(),
      replacementNpis: this.replacementNpis.take(),
      counts: this.counts,
      newWords: fresh.words,
      newWordEnds: fresh.ends,
      newTaxonomySets: this.taxonomySetTable.takeFresh(),
      newCredentialSets: this.credentialSetTable.takeFresh(),
    }
    this.counts = noCounts()
    this.medicareNumbers = ''
    return batch
  }

  private count(state: number): void {
    const { counts } = this
    const flags = this.flags.last
    let ofState = counts.byState.get(state)
    if (ofState === undefined) {
      ofState = { individuals: 0, organizations: 0 }
      counts.byState.set(state, ofState)
    }
    const kind = (flags & isOrganizationFlag) === 0 ? 'individuals' : 'organizations'
    counts[kind]++
    ofState[kind]++
    if ((flags & isDoctorFlag) !== 0) counts.doctors++
    counts.locations += this.location
    counts.unplaced += this.unplaced
  }

  /** Its words stay in the vocabulary: words without a provider are not written. */
  private takeBack(): void {
    this.record.length = this.recordStart
    this.details.length = this.detailStarts.last
    this.wordNumbers.length = this.wordStarts.last
    for (const column of [this.latitudes, this.longitudes, this.states, this.locations]) {
      column.length = this.spotStarts.last
    }
    for (const column of [
      this.npis,
      this.flags,
      this.recordStarts,
      this.detailStarts,
      this.wordStarts,
      this.spotStarts,
    ]) {
      column.length--
    }
    this.numberedProviders.length = this.numberedBefore
    this.medicareNumbers = this.medicareNumbersBefore
    this.unplacedColumns.takeBack()
  }

  private endPiece(lengthAt: number): void {
    this.setLength(lengthAt, this.record.length - this.pieceStart)
    this.pieceStart = this.record.length
  }

  private setLength(at: number, length: number): void {
    this.isTooLarge ||= length > lengthMax
    this.record.buffer[this.recordStart + at] = length
    this.record.buffer[this.recordStart + at + 1] = length >>> 8
  }

  /** Locations at the same spot are one, the earliest of them. */
  private addSpot({ latitude, longitude }: Place, state: number): void {
    for (let spot = this.spotStarts.last; spot < this.latitudes.length; spot++) {
      const isSame = this.latitudes.at(spot) === latitude && this.longitudes.at(spot) === longitude
      if (isSame && this.states.at(spot) === state) return
    }
    this.latitudes.push(latitude)
    this.longitudes.push(longitude)
    this.states.push(state)
    this.locations.push(this.location)
  }
}

/** The count of locations, and the lengths of head, tail and each location. */
function lengthsBytes(locationCount: number): number {
  return 6 + 2 * locationCount
}

/** The locations in the United States that could not be placed. */

class UnplacedColumns {
  readonly #providers = new U32Column()
  readonly #locations = new U16Column()
  #cities = ''
  #citiesBefore = ''
  #lengthBefore = 0

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

  take(): Pick<Batch, 'unplacedProviders' | 'unplacedLocations' | 'unplacedCities'> {
    const unplacedCities = this.#cities
    this.#cities = ''
    return { unplacedProviders: this.#providers.take(), unplacedLocations: this.#locations.take(), unplacedCities }
  }
}
