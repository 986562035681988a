/** One address of a row, and the hash by which practice addresses are compared however they were written. */
import type { PracticeAddress } from '#contract/providers'
import { militaryStates, territories } from '#registry/places/geography'
import { stateNumber } from '#registry/search/geometry'
import { Bytes, bytesOf, textOf } from '../memory/bytes.ts'
import { ByteTable } from '../memory/tables.ts'
import type { PostalColumns } from '../rows/columns.ts'
import type { PackedFields } from '../stage/staged-rows.ts'
import { type FieldText, hasSmallLetter, isInCapitals } from './field-text.ts'
import type { DetailMembers } from './phrasebook.ts'

const quote = 0x22
const hyphen = 0x2d
const capitalA = 0x41
const capitalS = 0x53
const capitalU = 0x55
const capitalZ = 0x5a
const zipPlus4Digits = 9

const territoryNumbers: ReadonlySet<number> = new Set([...territories].map(stateNumber))
const militaryNumbers: ReadonlySet<number> = new Set([...militaryStates].map(stateNumber))

/** The beginnings of an address's members, but for the first line's. */
export type AddressMembers = Pick<
  DetailMembers,
  'secondLine' | 'city' | 'state' | 'countryCode' | 'postalCode' | 'postalCodeInUs'
>

export class Address {
  /** First line, second line, city, state, country code and postal code, end to end as texts of JSON strings. */
  readonly bytes = new Bytes(1024)
  firstLineEnd = 0
  secondLineEnd = 0
  countryStart = 0
  countryEnd = 0
  isInUs = false
  /** Whether it can be placed: in the United States, in a territory filed as a country, or a military one. */
  isPlaceable = false
  /** As `stateNumber` returns it. */
  state = 0
  #cityEnd = 0
  readonly #text: FieldText

  constructor(text: FieldText) {
    this.#text = text
  }

  load(fields: PackedFields, columns: PostalColumns): void {
    const text = this.#text
    const out = this.bytes
    out.length = 0
    text.address.write(fields, columns.firstLine, out)
    this.firstLineEnd = out.length
    text.address.write(fields, columns.secondLine, out)
    this.secondLineEnd = out.length
    text.address.write(fields, columns.city, out)
    this.#cityEnd = out.length
    text.onFile(fields, columns.state, out)
    this.countryStart = out.length
    text.onFile(fields, columns.country, out)
    this.countryEnd = out.length
    text.onFile(fields, columns.postalCode, out)
    this.state = stateNumberOf(out.buffer, this.#cityEnd, this.countryStart)
    this.isInUs = this.countryStart === this.countryEnd || isUs(out.buffer, this.countryStart, this.countryEnd)
    const country = stateNumberOf(out.buffer, this.countryStart, this.countryEnd)
    const isTerritory = territoryNumbers.has(country)
    if (isTerritory && this.state === 0) this.state = country
    this.isPlaceable = this.isInUs || isTerritory || militaryNumbers.has(this.state)
    if (this.isInUs && out.length - this.countryEnd === zipPlus4Digits) this.#hyphenate()
  }

  get city(): string {
    return Buffer.from(this.bytes.buffer.subarray(this.secondLineEnd, this.#cityEnd)).toString('utf8')
  }

  get isNone(): boolean {
    const hasLine = this.firstLineEnd > 0
    const hasCity = this.#cityEnd > this.secondLineEnd
    return !hasLine && !hasCity && this.bytes.length === this.countryEnd
  }

  /** Whether the fields it was loaded from are in capitals, and what is written of them is not. */
  wasStreetInCapitals(fields: PackedFields, { firstLine, secondLine }: PostalColumns): boolean {
    const isCased = hasSmallLetter(this.bytes.buffer, 0, this.secondLineEnd)
    return isCased && isInCapitals(fields, firstLine) && isInCapitals(fields, secondLine)
  }

  wasCityInCapitals(fields: PackedFields, { city }: PostalColumns): boolean {
    return hasSmallLetter(this.bytes.buffer, this.secondLineEnd, this.#cityEnd) && isInCapitals(fields, city)
  }

  /** Writes everything from the text of the first line up to the quote after the postal code. */
  write(out: Bytes, members: AddressMembers): void {
    const { buffer, length } = this.bytes
    out.copy(buffer, 0, this.firstLineEnd)
    out.byte(quote)
    if (this.secondLineEnd > this.firstLineEnd) {
      out.put(members.secondLine)
      out.copy(buffer, this.firstLineEnd, this.secondLineEnd)
      out.byte(quote)
    }
    out.put(members.city)
    out.copy(buffer, this.secondLineEnd, this.#cityEnd)
    out.byte(quote)
    out.put(members.state)
    out.copy(buffer, this.#cityEnd, this.countryStart)
    out.byte(quote)
    if (this.isInUs) {
      out.put(members.postalCodeInUs)
    } else {
      out.put(members.countryCode)
      out.copy(buffer, this.countryStart, this.countryEnd)
      out.byte(quote)
      out.put(members.postalCode)
    }
    out.copy(buffer, this.countryEnd, length)
    out.byte(quote)
  }

  #hyphenate(): void {
    const out = this.bytes
    const end = out.length
    out.byte(0)
    for (let at = end; at > end - 4; at--) out.buffer[at] = out.buffer[at - 1]
    out.buffer[end - 4] = hyphen
  }
}

export function areSame(fields: PackedFields, one: PostalColumns, other: PostalColumns): boolean {
  return (
    fields.areSame(one.firstLine, other.firstLine) &&
    fields.areSame(one.secondLine, other.secondLine) &&
    fields.areSame(one.city, other.city) &&
    fields.areSame(one.state, other.state) &&
    fields.areSame(one.country, other.country) &&
    fields.areSame(one.postalCode, other.postalCode)
  )
}

function isUs(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start === 2 && bytes[start] === capitalU && bytes[start + 1] === capitalS
}

function stateNumberOf(bytes: Uint8Array, start: number, end: number): number {
  if (end - start !== 2) return 0
  const first = bytes[start]
  const second = bytes[start + 1]
  const isState = first >= capitalA && first <= capitalZ && second >= capitalA && second <= capitalZ
  return isState ? first * 256 + second : 0
}

export type StreetAddress = Pick<PracticeAddress, 'firstLine' | 'secondLine' | 'postalCode'>

/** Words that are written in several ways. A suite's own word is left out: its number tells it apart. */
const shortForms: Readonly<Record<string, string>> = {
  ALLEY: 'ALY',
  AV: 'AVE',
  AVENUE: 'AVE',
  BOULEVARD: 'BLVD',
  BUILDING: 'BLDG',
  CENTER: 'CTR',
  CENTRE: 'CTR',
  CIRCLE: 'CIR',
  COURT: 'CT',
  CROSSING: 'XING',
  DEPARTMENT: 'DEPT',
  DRIVE: 'DR',
  EAST: 'E',
  EXPRESSWAY: 'EXPY',
  FLOOR: 'FL',
  FORT: 'FT',
  FREEWAY: 'FWY',
  HEIGHTS: 'HTS',
  HIGHWAY: 'HWY',
  HOSPITAL: 'HOSP',
  JUNCTION: 'JCT',
  LANE: 'LN',
  MEDICAL: 'MED',
  MOUNT: 'MT',
  NORTH: 'N',
  NORTHEAST: 'NE',
  NORTHWEST: 'NW',
  PARKWAY: 'PKWY',
  PLACE: 'PL',
  PLAZA: 'PLZ',
  POINT: 'PT',
  ROAD: 'RD',
  ROUTE: 'RTE',
  SAINT: 'ST',
  SOUTH: 'S',
  SOUTHEAST: 'SE',
  SOUTHWEST: 'SW',
  SQUARE: 'SQ',
  STREET: 'ST',
  STR: 'ST',
  TERRACE: 'TER',
  TRAIL: 'TRL',
  TURNPIKE: 'TPKE',
  WEST: 'W',
}
const suiteWords = new Set(['SUITE', 'STE', 'UNIT', 'ROOM', 'RM', 'OFFICE', 'OFC', 'NO', 'NUMBER', 'APT', 'APARTMENT'])

const keyWords: readonly string[] = [...Object.keys(shortForms), ...suiteWords]

/**
 * Equal for the same address however it was written: case, punctuation, Street or St, Suite 5 or Ste 5 or # 5, one line
 * or two. Only the first five digits of the ZIP code count. Undefined when there is no street line.
 */
export function addressKey(address: StreetAddress): string | undefined {
  const line = `${address.firstLine} ${address.secondLine ?? ''}`.toUpperCase().replace(/['’.]/g, '')
  const words = (line.match(/[\p{L}\p{N}]+/gu) ?? []).map(keyWordOf).filter((word) => word !== '')
  if (words.length === 0) return undefined
  return `${words.join(' ')}|${address.postalCode.slice(0, 5).toUpperCase()}`
}

/** A word in capitals as keys have it; empty for a suite's word. */
export function keyWordOf(word: string): string {
  return suiteWords.has(word) ? '' : (shortForms[word] ?? word)
}

/** A hash of 53 bits, never 0. */
export function hashOf(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let high = 0x9e3779b9
  let low = 0x85ebca6b
  for (let at = start; at < end; at++) {
    high = Math.imul(high ^ bytes[at], 0x01000193)
    low = Math.imul(low ^ bytes[at], 0x5bd1e995)
    low ^= low >>> 15
  }
  high = Math.imul(high ^ (high >>> 16), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 13), 0x27d4eb2f)
  high ^= low >>> 16
  return (high >>> 0) * 2 ** 21 + (low >>> 11) + 1
}

const blank = 0x20
const bar = 0x7c
const zipLength = 5

/** What a byte is in a key. One that is not plain takes the slow path through text. */
const nothing = 0
const endOfWord = 1
const notPlain = 2
const inKey = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toUpperCase()
  if (byte > 0x7e || character === '\\') return notPlain
  if (/[A-Z0-9]/.test(character)) return character.charCodeAt(0)
  return /['.]/.test(character) ? nothing : endOfWord
})

/** The hash of `addressKey`, from the bytes of an address. */
export class AddressHashes {
  readonly #key = new Bytes()
  readonly #words = new ByteTable()
  readonly #written: Uint8Array[] = []
  readonly #wordMax = Math.max(...keyWords.map((word) => word.length))

  constructor() {
    for (const word of keyWords) {
      this.#words.findOrAdd(bytesOf(word), 0, word.length)
      const written = keyWordOf(word)
      this.#written.push(bytesOf(written === '' ? '' : `${written} `))
    }
  }

  /** 0 when there is nothing to compare. */
  of({ bytes, firstLineEnd, secondLineEnd, countryEnd }: Address): number {
    const { buffer, length } = bytes
    const key = this.#key
    key.length = 0
    const arePlain =
      this.#addWords(buffer, 0, firstLineEnd) &&
      this.#addWords(buffer, firstLineEnd, secondLineEnd) &&
      isPlain(buffer, countryEnd, length)
    if (!arePlain) {
      const text = (start: number, end: number) => textOf({ bytes: buffer, start, end })
      const lines = { firstLine: text(0, firstLineEnd), secondLine: text(firstLineEnd, secondLineEnd) }
      const keyText = addressKey({ ...lines, postalCode: text(countryEnd, length) })
      return keyText === undefined ? 0 : hashOf(bytesOf(keyText))
    }
    if (key.length === 0) return 0
    key.buffer[key.length - 1] = bar
    for (let at = countryEnd; at < Math.min(length, countryEnd + zipLength); at++) key.byte(upper(buffer[at]))
    return hashOf(key.buffer, 0, key.length)
  }

  /** Adds each word with a blank behind it; false when a byte is not plain. */
  #addWords(bytes: Uint8Array, start: number, end: number): boolean {
    const key = this.#key
    // A word grows by one letter and the blank at most.
    key.reserve(2 * (end - start) + 2)
    const target = key.buffer
    let wordStart = key.length
    let to = wordStart
    for (let at = start; at <= end; at++) {
      const code = at === end ? endOfWord : inKey[bytes[at]]
      if (code > notPlain) target[to++] = code
      else if (code === notPlain) return false
      else if (code === endOfWord && to > wordStart) {
        to = this.#endWord(target, wordStart, to)
        wordStart = to
      }
    }
    key.length = to
    return true
  }

  #endWord(target: Uint8Array, start: number, end: number): number {
    if (target[start] >= capitalA && end - start <= this.#wordMax) {
      const number = this.#words.find(target, start, end)
      if (number !== -1) {
        const written = this.#written[number]
        target.set(written, start)
        return start + written.length
      }
    }
    target[end] = blank
    return end + 1
  }
}

function upper(byte: number): number {
  return byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte
}

/** ASCII without the backslash of JSON's escapes. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (inKey[bytes[at]] === notPlain) return false
  return true
}
