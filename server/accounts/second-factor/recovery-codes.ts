/** 80 random bits each, so that a plain hash is enough. */
import { createHash, randomBytes } from 'node:crypto'
import { recoveryCodesCount } from '#contract/limits'

/** Without i, l, o and u, which are misread. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 16

export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodesCount }, () => {
    const text = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join('')
    return text.replace(/(.{4})(?=.)/g, '$1-')
  })
}

/** However it is typed. */
export function hashOfCode(accountId: string, code: string): Buffer {
  const plain = code
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
  return createHash('sha256').update(`${accountId}|${plain}`).digest()
}
