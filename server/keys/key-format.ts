/**
 * `pdx_live_` or `pdx_test_`, 40 random letters and digits (238 bits), and a CRC-32 of 6, so that a typo costs no
 * look-up.
 */
import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type KeyMode, keyPrefixes } from '#contract/key-modes'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 40

/** 62^6 > 2^32. */
const checksumLength = 6

/** Keys made before the mode was part of them begin with pdx_ alone. */
const form = new RegExp(`^pdx_(?:live_|test_)?([0-9A-Za-z]{${randomLength}})([0-9A-Za-z]{${checksumLength}})$`)

export function createKeyText(mode: KeyMode = 'live'): string {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('')
  return `${keyPrefixes[mode]}${random}${checksum(random)}`
}

const shownLength = 4

/** How a key begins: enough to tell one from another. */
export function shownStart(key: string): string {
  return key.slice(0, key.length - randomLength - checksumLength + shownLength)
}

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
