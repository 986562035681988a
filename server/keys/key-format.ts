/**
 * What an API key looks like: `pdx_`, 40 random letters and digits (238 bits), 6 characters of checksum. The checksum is no
 * secret; it tells a typing error from an unknown key without a look-up. A CRC-32 finds every error within 32 bits in a row,
 * so every single wrong character and every two neighbours in the wrong order.
 */
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const prefix = 'pdx_'
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 40

/** Six characters of 62 hold the 32 bits of the checksum. */
const checksumLength = 6

const form = new RegExp(`^${prefix}([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`)

/** A new key; each character is equally likely. */
export function createKeyText(): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${prefix}${random}${checksum(random)}`
}

/** Whether the text can be a key at all. */
export function isWellFormed(text: string): boolean {
  const [, random, sum] = form.exec(text) ?? []
  return random !== undefined && checksum(random) === sum
}

function checksum(random: string): string {
  let rest = crc32(random)
  let characters = ''
  for (let position = 0; position < checksumLength; position++) {
    characters = alphabet.charAt(rest % alphabet.length) + characters
    rest = Math.floor(rest / alphabet.length)
  }
  return characters
}
