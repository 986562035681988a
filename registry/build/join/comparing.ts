/** What practice addresses are compared by, made of their bytes: snapshot/address-key.ts tells which are the same. */
import { addressKey, hashOf, keyWordOf, keyWords, type StreetAddress } from '../index/address-key.ts'
import type { Address } from './address.ts'
import { ByteTable } from './byte-table.ts'
import { Bytes, bytesOf } from './bytes.ts'

const blank = 0x20
const capitalA = 0x41
const bar = 0x7c
const zipLength = 5

/** What a byte is in a key: a digit or a capital, nothing, the end of a word, or of an address that goes the long way. */
const nothing = 0
const endOfWord = 1
const notPlain = 2
const inKey = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte).toUpperCase()
  if (byte > 0x7e || character === '\\') return notPlain
  if (/[A-Z0-9]/.test(character)) return character.charCodeAt(0)
  return /['.]/.test(character) ? nothing : endOfWord
})

/** Hashes addresses, one after the other; addresses that are the same have the same hash. */
export class AddressHashes {
  readonly #key = new Bytes()
  /** The few words that are not written in a key as they are, and what is written. */
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

  /** The hash of an address; 0 when there is nothing in it to compare. */
  of({ bytes, firstLineEnd, secondLineEnd, countryEnd }: Address): number {
    const { buffer, length } = bytes
    const key = this.#key
    key.length = 0
    const arePlain =
      this.#addWords(buffer, 0, firstLineEnd) &&
      this.#addWords(buffer, firstLineEnd, secondLineEnd) &&
      isPlain(buffer, countryEnd, length)
    if (!arePlain) {
      const text = (start: number, end: number) => textOf(buffer, start, end)
      return hashOfTexts({
        firstLine: text(0, firstLineEnd),
        secondLine: text(firstLineEnd, secondLineEnd),
        postalCode: text(countryEnd, length),
      })
    }
    if (key.length === 0) return 0
    key.buffer[key.length - 1] = bar
    for (let at = countryEnd; at < Math.min(length, countryEnd + zipLength); at++) key.byte(upper(buffer[at]))
    return hashOf(key.buffer, 0, key.length)
  }

  /** Each word with a blank behind it; false when there is a byte that is not plain. */
  #addWords(bytes: Uint8Array, start: number, end: number): boolean {
    const key = this.#key
    // The longest that a word becomes is one letter and the blank more.
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

  /** Ends the word that was just written into a key, and answers with where the next one begins. */
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

/** ASCII, without the backslash by which JSON writes what is not. */
function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (inKey[bytes[at]] === notPlain) return false
  return true
}

function hashOfTexts(address: StreetAddress): number {
  const key = addressKey(address)
  return key === undefined ? 0 : hashOf(bytesOf(key))
}

/** What stands between the quotes of a JSON string. */
function textOf(bytes: Uint8Array, start: number, end: number): string {
  return String(JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString('utf8')}"`))
}
