/** What practice addresses are compared by, made of their bytes: snapshot/address-key.ts tells which are the same. */
import { addressKey, hashOf, keyWordOf, type StreetAddress } from '../snapshot/address-key.ts'
import { ByteTable } from './byte-table.ts'
import { Bytes, bytesOf } from './bytes.ts'
import type { TextSpan } from './field-text.ts'

const blank = 0x20
const bar = 0x7c

/** Hashes addresses, one after the other; addresses that are the same have the same hash. */
export class AddressHashes {
  readonly #key = new Bytes()
  readonly #word = new Bytes()
  /** Words that are not written in a key as they are, and what is written. */
  readonly #words = new ByteTable()
  readonly #written: Uint8Array[] = []

  /** The hash of an address, given as texts of JSON strings; 0 when there is nothing in it to compare. */
  of(firstLine: TextSpan, secondLine: TextSpan, postalCode: TextSpan): number {
    if (!isPlain(firstLine) || !isPlain(secondLine) || !isPlain(postalCode)) {
      const key = addressKey(textsOf({ firstLine, secondLine, postalCode }))
      return key === undefined ? 0 : hashOf(bytesOf(key))
    }
    const key = this.#key
    key.length = 0
    this.#addWords(firstLine)
    this.#addWords(secondLine)
    if (key.length === 0) return 0
    key.buffer[key.length - 1] = bar
    const { bytes, start, end } = postalCode
    for (let at = start; at < Math.min(end, start + 5); at++) key.byte(upper(bytes[at]))
    return hashOf(key.buffer, 0, key.length)
  }

  /** Each word with a blank behind it. */
  #addWords({ bytes, start, end }: TextSpan): void {
    const word = this.#word
    word.length = 0
    for (let at = start; at <= end; at++) {
      const byte = at === end ? blank : upper(bytes[at])
      if ((byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39)) {
        word.byte(byte)
      } else if (byte !== 0x27 && byte !== 0x2e && word.length > 0) {
        this.#addWord(word)
        word.length = 0
      }
    }
  }

  #addWord({ buffer, length }: Bytes): void {
    let number = this.#words.find(buffer, 0, length)
    if (number === -1) {
      if (this.#written.length === wordsMax) {
        this.#words.clear()
        this.#written.length = 0
      }
      number = this.#words.add(buffer, 0, length)
      this.#written.push(bytesOf(keyWordOf(Buffer.from(buffer.subarray(0, length)).toString('latin1'))))
    }
    const written = this.#written[number]
    if (written === undefined || written.length === 0) return
    this.#key.put(written)
    this.#key.byte(blank)
  }
}

/** Words are remembered up to so many; the streets of the country have fewer names. */
const wordsMax = 200_000

function upper(byte: number): number {
  return byte >= 0x61 && byte <= 0x7a ? byte - 0x20 : byte
}

/** ASCII, without the backslash by which JSON writes what is not. */
function isPlain({ bytes, start, end }: TextSpan): boolean {
  for (let at = start; at < end; at++) if (bytes[at] > 0x7e || bytes[at] === 0x5c) return false
  return true
}

function textsOf(spans: Record<keyof StreetAddress, TextSpan>): StreetAddress {
  const text = ({ bytes, start, end }: TextSpan) =>
    String(JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString('utf8')}"`))
  return {
    firstLine: text(spans.firstLine),
    secondLine: text(spans.secondLine),
    postalCode: text(spans.postalCode),
  }
}
