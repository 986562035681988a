/** Reads base64 as RFC 4648 (section 4) writes it: its alphabet alone, padded, no spare bits. */

const groupLength = 4
const bitsPerCharacter = 6
const bitsPerByte = 8
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The bytes, or undefined when the text is not exactly what encoding some bytes would give. */
export function bytesOfBase64(text: string): Buffer | undefined {
  if (text.length % groupLength !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  if (padding > 0) {
    // The last character carries bits that no byte takes; an encoder leaves them at nought.
    const last = alphabet.indexOf(text.charAt(text.length - padding - 1))
    const spareBits = (groupLength - padding) * bitsPerCharacter - (groupLength - 1 - padding) * bitsPerByte
    if (last % 2 ** spareBits !== 0) return undefined
  }
  return Buffer.from(text, 'base64')
}
