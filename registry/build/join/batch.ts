/**
 * Providers of one range of NPIs, ascending, as bytes and columns: provider i is at place i. Batches are shared with or
 * transferred to other threads, never copied.
 */
import { isDoctorFlag, isOrganizationFlag } from '#registry/search/providers'
import { detailBytesMax, detailsPerBlock, recordAlignment } from '#registry/search/records'
import type { NameField } from '#registry/search/words'
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
  /** Each worker numbers words and sets by itself; new ones come with their batch. The primary taxonomy comes first. */
  workerId: number
  npis: Uint32Array
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
  /** The states of each provider's licenses. */
  licenseSets: Uint32Array
  /** What primary address and phone are compared by, 0 for none. */
  addressHashes: Float64Array
  phoneHashes: Float64Array
  /** [spotStarts[i], spotStarts[i + 1]) of provider i: microdegrees, state, which location. */
  spotStarts: Uint32Array
  latitudes: Int32Array
  longitudes: Int32Array
  states: Uint16Array
  locations: Uint16Array
  /** For each further location at a spot, where in the columns of spots that spot is. */
  repeatedSpots: Uint32Array
  /** Places in the batch of organizations with a Medicare certification number, ascending; the numbers, a line each. */
  numberedProviders: Uint32Array
  medicareNumbers: string
  /**
   * The places of providers with a location in the United States that could not be placed, once for each, ascending;
   * which of their locations it is; and its city and state as `writtenName` makes them, a line each.
   */
  unplacedProviders: Uint32Array
  unplacedLocations: Uint16Array
  unplacedCities: string
  /** The places of the mailing and of the first practice address of provider i: at 2i and 2i + 1. */
  filedPlaces: Uint32Array
  /** The places in the batch of providers with further locations, once for each location, and the places of these. */
  furtherProviders: Uint32Array
  furtherPlaces: Uint32Array
  deactivatedNpis: Uint32Array
  /** yyyymmdd */
  deactivatedOn: Uint32Array
  /** What replaces each deactivated NPI; 0 for none. */
  replacementNpis: Uint32Array
  counts: BatchCounts
  /** The new sets, each as a line of its members with blanks between them. */
  newTaxonomySets: string
  newCredentialSets: string
  newLicenseSets: string
  /** The new places, each a line as `FiledPlaces.lineOf` makes it. */
  newFiledPlaces: string
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
 * Collects providers into batches. A renderer writes bytes into `record` and `details` and says where each piece of the
 * record ends (docs/registry-format.md). A provider too large for a record is removed again.
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
  private readonly wordTable = new WordTable()
  private readonly taxonomySetTable = new LineTable()
  private readonly credentialSetTable = new LineTable()
  private readonly licenseSetTable = new LineTable()
  private readonly filedPlaceTable = new LineTable()
  private readonly workerId: number
  private readonly columns = {
    npis: new U32Column(),
    flags: new U8Column(),
    recordStarts: new U32Column(),
    detailStarts: new U32Column(),
    wordStarts: new U32Column(),
    words: new U32Column(),
    taxonomySets: new U32Column(),
    credentialSets: new U32Column(),
    licenseSets: new U32Column(),
    addressHashes: new F64Column(),
    phoneHashes: new F64Column(),
    spotStarts: new U32Column(),
    latitudes: new I32Column(),
    longitudes: new I32Column(),
    states: new U16Column(),
    locations: new U16Column(),
    repeatedSpots: new U32Column(),
    numberedProviders: new U32Column(),
    filedPlaces: new U32Column(),
    furtherProviders: new U32Column(),
    furtherPlaces: new U32Column(),
    deactivatedNpis: new U32Column(),
    deactivatedOn: new U32Column(),
    replacementNpis: new U32Column(),
    unplacedProviders: new U32Column(),
    unplacedLocations: new U16Column(),
  }
  private medicareNumbers = ''
  private unplacedCities = ''
  private counts = noCounts()
  private recordStart = 0
  private pieceStart = 0
  private location = 0
  private unplaced = 0
  private isTooLarge = false
  private repeatedBefore = 0
  private numberedBefore = 0
  private furtherBefore = 0
  private medicareNumbersBefore = ''
  private unplacedBefore = 0
  private unplacedCitiesBefore = ''
  private readonly addWord = (word: number) => {
    const { words } = this.columns
    for (let at = this.columns.wordStarts.last; at < words.length; at++) if (words.at(at) === word) return
    words.push(word)
  }

  constructor(workerId: number) {
    this.workerId = workerId
  }

  /** `replacementNpi` is 0 for none. */
  addDeactivated(npi: number, day: number, replacementNpi: number): void {
    this.columns.deactivatedNpis.push(npi)
    this.columns.deactivatedOn.push(day)
    this.columns.replacementNpis.push(replacementNpi)
  }

  /** Begins an active provider: its head comes next. NPIs ascend. */
  begin(npi: number, flags: number, locationCount: number): void {
    if (locationCount === 0) throw new Error(`NPI ${npi}: expected a practice location, got none`)
    this.repeatedBefore = this.columns.repeatedSpots.length
    this.numberedBefore = this.columns.numberedProviders.length
    this.furtherBefore = this.columns.furtherProviders.length
    this.medicareNumbersBefore = this.medicareNumbers
    this.unplacedBefore = this.columns.unplacedProviders.length
    this.unplacedCitiesBefore = this.unplacedCities
    this.columns.npis.push(npi)
    this.columns.flags.push(flags)
    this.recordStart = this.record.length
    this.columns.recordStarts.push(this.recordStart / recordAlignment)
    this.columns.detailStarts.push(this.details.length)
    this.columns.wordStarts.push(this.columns.words.length)
    this.columns.spotStarts.push(this.columns.latitudes.length)
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

  /** The first location comes before the tail, others after it. `city` is that of one that could not be placed. */
  endLocation(place: Place | undefined, state: number, city: string | undefined): void {
    this.endPiece(lengthsBytes(this.location))
    if (place === undefined) this.unplaced++
    else this.addSpot(place, state)
    if (city !== undefined) {
      this.columns.unplacedProviders.push(this.columns.npis.length - 1)
      this.columns.unplacedLocations.push(this.location)
      this.unplacedCities += `${city}\n`
    }
    this.location++
  }

  /** The words of one of the names by which the provider is found, given in parts. */
  addName(parts: readonly TextSpan[]): void {
    this.wordTable.eachWord(parts, this.addWord)
  }

  /** One of the whole names by which it is found. */
  addField(field: NameField, span: TextSpan): void {
    this.wordTable.fieldWord(field, span, this.addWord)
  }

  addMedicareNumber(number: string): void {
    this.columns.numberedProviders.push(this.columns.npis.length - 1)
    this.medicareNumbers += `${number}\n`
  }

  taxonomySetOf(codes: readonly string[]): number {
    return this.taxonomySetTable.numberOf(codes)
  }

  taxonomySetOfLine({ buffer, length }: Bytes): number {
    return this.taxonomySetTable.numberOfLine(buffer, 0, length)
  }

  licenseSetOfLine({ buffer, length }: Bytes): number {
    return this.licenseSetTable.numberOfLine(buffer, 0, length)
  }

  /** The mailing address's place comes first, then that of the first practice location. */
  addFiledPlace({ buffer, length }: Bytes): void {
    this.columns.filedPlaces.push(this.filedPlaceTable.numberOfLine(buffer, 0, length))
  }

  addFurtherPlace({ buffer, length }: Bytes): void {
    this.columns.furtherProviders.push(this.columns.npis.length - 1)
    this.columns.furtherPlaces.push(this.filedPlaceTable.numberOfLine(buffer, 0, length))
  }

  credentialSetOf(credentials: readonly string[]): number {
    return this.credentialSetTable.numberOf(credentials)
  }

  /** Ends the provider. False when it does not fit a record; then it is in no batch. */
  end(facts: {
    taxonomySet: number
    credentialSet: number
    licenseSet: number
    addressHash: number
    phoneHash: number
    /** By `stateNumber`, of the primary location; 0 outside the United States. */
    state: number
  }): boolean {
    while (this.record.length % recordAlignment !== 0) this.record.byte(0)
    this.details.byte(newline)
    if (this.isTooLarge || this.details.length - this.columns.detailStarts.last > detailLengthMax) {
      this.takeBack()
      return false
    }
    this.columns.taxonomySets.push(facts.taxonomySet)
    this.columns.credentialSets.push(facts.credentialSet)
    this.columns.licenseSets.push(facts.licenseSet)
    this.columns.addressHashes.push(facts.addressHash)
    this.columns.phoneHashes.push(facts.phoneHash)
    this.count(facts.state)
    return true
  }

  take(spare?: SpareBatch): RenderedBatch {
    this.columns.wordStarts.push(this.columns.words.length)
    this.columns.spotStarts.push(this.columns.latitudes.length)
    const fresh = this.wordTable.takeFresh()
    const batch: RenderedBatch = {
      ...taken(this.columns),
      workerId: this.workerId,
      records: this.record.takeShared(spare?.records),
      details: this.details.takeShared(spare?.details),
      medicareNumbers: this.medicareNumbers,
      unplacedCities: this.unplacedCities,
      counts: this.counts,
      newWords: fresh.words,
      newWordEnds: fresh.ends,
      newTaxonomySets: this.taxonomySetTable.takeFresh(),
      newCredentialSets: this.credentialSetTable.takeFresh(),
      newLicenseSets: this.licenseSetTable.takeFresh(),
      newFiledPlaces: this.filedPlaceTable.takeFresh(),
    }
    this.counts = noCounts()
    this.medicareNumbers = ''
    this.unplacedCities = ''
    return batch
  }

  private count(state: number): void {
    const { counts } = this
    const flags = this.columns.flags.last
    const ofState = counts.byState.get(state) ?? { individuals: 0, organizations: 0 }
    counts.byState.set(state, ofState)
    const kind = (flags & isOrganizationFlag) === 0 ? 'individuals' : 'organizations'
    counts[kind]++
    ofState[kind]++
    if ((flags & isDoctorFlag) !== 0) counts.doctors++
    counts.locations += this.location
    counts.unplaced += this.unplaced
  }

  /** Its words stay in the vocabulary: words without a provider are not written. */
  private takeBack(): void {
    const { npis, flags, recordStarts, detailStarts, words, wordStarts, spotStarts } = this.columns
    const { latitudes, longitudes, states, locations } = this.columns
    this.record.length = this.recordStart
    this.details.length = detailStarts.last
    words.length = wordStarts.last
    for (const column of [latitudes, longitudes, states, locations]) column.length = spotStarts.last
    for (const column of [npis, flags, recordStarts, detailStarts, wordStarts, spotStarts]) column.length--
    this.columns.repeatedSpots.length = this.repeatedBefore
    this.columns.numberedProviders.length = this.numberedBefore
    this.columns.filedPlaces.length = 2 * npis.length
    this.columns.furtherProviders.length = this.furtherBefore
    this.columns.furtherPlaces.length = this.furtherBefore
    this.medicareNumbers = this.medicareNumbersBefore
    this.columns.unplacedProviders.length = this.unplacedBefore
    this.columns.unplacedLocations.length = this.unplacedBefore
    this.unplacedCities = this.unplacedCitiesBefore
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

  /** Locations at the same spot are one, the earliest of them; others are counted. */
  private addSpot({ latitude, longitude }: Place, state: number): void {
    for (let spot = this.columns.spotStarts.last; spot < this.columns.latitudes.length; spot++) {
      const isSame = this.columns.latitudes.at(spot) === latitude && this.columns.longitudes.at(spot) === longitude
      if (isSame && this.columns.states.at(spot) === state) {
        this.columns.repeatedSpots.push(spot)
        return
      }
    }
    this.columns.latitudes.push(latitude)
    this.columns.longitudes.push(longitude)
    this.columns.states.push(state)
    this.columns.locations.push(this.location)
  }
}

function lengthsBytes(locationCount: number): number {
  return 6 + 2 * locationCount
}

function taken<C extends Record<string, { take(): unknown }>>(
  columns: C,
): { [K in keyof C]: ReturnType<C[K]['take']> } {
  // Object.fromEntries forgets its keys: they are those of the columns.
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column.take()])) as ReturnType<
    typeof taken<C>
  >
}
