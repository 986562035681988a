/**
 * Text in which long phrases that come again and again are numbers. JSON text has no bytes below 32, so these stand for
 * phrases: one byte for the commonest, two for the others. Providers' details take a quarter of their length this way, about
 * as little as compressed ones, and reading them is copying.
 */

const newline = 0x0a

/** Bytes that begin a number. The newline is none of them: it ends a text. */
const leads = Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => byte !== newline)
const oneByteCount = 21
/** The second byte of a number; below it, it could be taken for a newline. */
const secondMin = 0x20
const perLead = 256 - secondMin

/** How many phrases there can be. */
export const phrasesMax = oneByteCount + (leads.length - oneByteCount) * perLead

/** The bytes that stand for the phrase with this number, from 0 up to `phrasesMax`. */
export function codeOfPhrase(number: number): Uint8Array {
  const beyond = number - oneByteCount
  if (beyond < 0) return Uint8Array.of(leads[number])
  return Uint8Array.of(leads[oneByteCount + Math.floor(beyond / perLead)], secondMin + (beyond % perLead))
}

/** Hands the pieces of a text, with its phrases in full, to `put`. `phrases` are all phrases by their numbers. */
export function expand(
  text: Buffer,
  phrases: readonly Buffer[],
  put: (source: Buffer, from: number, to: number) => void,
): void {
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (byte >= secondMin) continue
    if (at > from) put(text, from, at)
    // The leads are the bytes up to 31 without the newline, so those behind it are one place further down.
    const lead = byte < newline ? byte : byte - 1
    const number = lead < oneByteCount ? lead : oneByteCount + (lead - oneByteCount) * perLead + text[++at] - secondMin
    const phrase = phrases[number]
    put(phrase, 0, phrase.length)
    from = at + 1
  }
  if (text.length > from) put(text, from, text.length)
}
