/** Text as it stands between the quotes of a JSON string. */
import { bytesOf } from './bytes.ts'

/** The text of a JSON string, as UTF-8. */
export function jsonTextOf(text: string): Uint8Array {
  return bytesOf(JSON.stringify(text).slice(1, -1))
}

/** A run of bytes. */
export interface TextSpan {
  readonly bytes: Uint8Array
  readonly start: number
  readonly end: number
}

const blank = 0x20
const lessThan = 0x3c
const quote = 0x22
const backslash = 0x5c

/**
 * Whether a text is printable ASCII that JSON takes as it is, with single blanks inside it, and not the note that a value is
 * withheld.
 */
export function isPlain(bytes: Uint8Array, start: number, end: number): boolean {
  let before = blank
  for (let at = start; at < end; at++) {
    const byte = bytes[at]
    if (byte === blank ? before === blank : isTakenAsItIs[byte] === 0) return false
    before = byte
  }
  return start === end || (before !== blank && bytes[start] !== lessThan)
}

const isTakenAsItIs = Uint8Array.from({ length: 256 }, (_, byte) => {
  return byte > blank && byte <= 0x7e && byte !== quote && byte !== backslash ? 1 : 0
})
