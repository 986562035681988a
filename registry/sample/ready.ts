/**
 * Texts made ready to be written many times. To make the bytes of a string takes far longer than to copy bytes that are there, and
 * most of what stands in rows comes from lists. All of them lie in one piece of memory, so close together that the processor has
 * most of it at hand: as arrays of bytes they would take several times as much, and to wait for them longer than to copy them.
 */
import { mapped, type NonEmpty } from './non-empty.ts'

/** Where the bytes of a text are: of a field or a part of one, or of several fields that stand next to each other. */
export type ReadyText = number & { readonly isReadyText: true }

/** Texts that are seldom written are not worth the memory. */
export type Text = ReadyText | string

/** What stands between two fields: every field is quoted, as CMS writes them. */
export const separator = '","'

/** The length of each text stands in one byte before it. */
const readyBytesMax = 255

/** Bytes are copied by words of so many. */
export const wordBytes = 4

const encoder = new TextEncoder()

/** Each text is made ready once, however often a sample is made. */
const readyTexts = new Map<string, ReadyText>()

let bytes = new Uint8Array(64 * 1024)
let words = new DataView(bytes.buffer)
let used = 0

/** Makes a text ready, for as long as the program runs. Several are fields that stand next to each other. */
export function ready(...texts: string[]): ReadyText {
  const quoted = quotedFields(texts)
  const text = readyTexts.get(quoted) ?? added(encoder.encode(quoted))
  readyTexts.set(quoted, text)
  return text
}

function added(made: Uint8Array): ReadyText {
  if (made.length > readyBytesMax) throw new RangeError(`expected at most ${readyBytesMax} bytes; got ${made.length}`)
  const end = used + 1 + made.length
  if (end + wordBytes > bytes.length) grow()
  const at = used
  bytes[at] = made.length
  bytes.set(made, at + 1)
  used = end
  return readyTextAt(at)
}

/** Texts to pick one from. */
export const readyList = (...texts: NonEmpty<string>): NonEmpty<ReadyText> => mapped(texts, (text) => ready(text))

/** A text, or fields that stand next to each other, as UTF-8 with double quotes doubled. */
export const encoded = (...texts: string[]): Uint8Array => encoder.encode(quotedFields(texts))

const quotedFields = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll('"', '""')).join(separator)

export const lengthOf = (text: ReadyText): number => words.getUint8(text)

/** Copies a text of this length. */
export const copyReady = (text: ReadyText, length: number, to: DataView, at: number): void =>
  copyWords(words, text + 1, length, to, at)

/** Copies so many bytes by whole words, so that some beyond them are read and written over. */
export function copyWords(from: DataView, begin: number, length: number, to: DataView, at: number): void {
  for (let offset = 0; offset < length; offset += wordBytes) to.setUint32(at + offset, from.getUint32(begin + offset))
}

/** Only for where `ready` has put a text. */
const readyTextAt = (at: number): ReadyText => at as ReadyText

function grow(): void {
  const larger = new Uint8Array(2 * bytes.length)
  larger.set(bytes)
  bytes = larger
  words = new DataView(bytes.buffer)
}
