/**
 * The secrets of a share. From its token follows the id of its SMART Health Link, and from that id what the passcode
 * is hashed and the link's key is sealed with. The database has a hash of the id alone, so a copy of it opens no
 * share, and no guess at a passcode can be tried on it.
 */
import { hkdfSync, randomBytes } from 'node:crypto'
import { shareLabelLengthMax } from '#contract/limits'
import { createToken, hashOfToken } from '../accounts/tokens.ts'
import { keyedHash, sealBytes, sealKeyBytes, unsealBytes } from '../platform/secrets.ts'

/** Bytes of the key of a SMART Health Link (A256GCM). */
const linkKeyBytes = 32

export function newShareLink() {
  const token = createToken().text
  const linkId = linkIdOf(token)
  const key = randomBytes(linkKeyBytes)
  return { token, linkId, key, linkHash: hashOfToken(linkId), sealedKey: sealBytes(sealingKey(linkId), key, 'share') }
}

/** 256 bits, as the guide asks of the address of a manifest. */
export function linkIdOf(token: string): string {
  return keyedHash(Buffer.from(token), 'smart health link').toString('base64url')
}

export function passcodeHash(linkId: string, passcode: string): Buffer {
  return keyedHash(Buffer.from(linkId), `passcode|${passcode}`)
}

export function linkKeyOf(linkId: string, sealedKey: Buffer): Buffer {
  return unsealBytes(sealingKey(linkId), sealedKey, 'share')
}

function sealingKey(linkId: string): Buffer {
  return Buffer.from(hkdfSync('sha256', linkId, Buffer.alloc(0), 'key of a smart health link', sealKeyBytes))
}

/** The payload of a SMART Health Link (SMART Health Cards and Links 1.0.0). `publicUrl` is without a slash. */
export function shlinkOf(
  publicUrl: string,
  link: { linkId: string; key: Buffer; expiresAt: Date; hasPasscode: boolean; name: string | null },
): string {
  const payload = {
    url: `${publicUrl}/shares/${link.linkId}`,
    key: link.key.toString('base64url'),
    exp: Math.floor(link.expiresAt.getTime() / 1000),
    ...(link.hasPasscode && { flag: 'P' }),
    label: `Verified credentials${link.name === null ? '' : ` of ${link.name}`}`.slice(0, shareLabelLengthMax),
    v: 1,
  }
  return `shlink:/${Buffer.from(JSON.stringify(payload)).toString('base64url')}`
}
