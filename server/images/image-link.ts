/**
 * Links to images, for the address of a picture on a page, which bears no header. A link works for one image, for five minutes
 * and names for whom it was made, so that the audit knows who looked. It is signed with the installation's secret, and works at every
 * process that knows this one; whatever is changed in it makes it a link to nothing.
 */
import { timingSafeEqual } from 'node:crypto'
import { keyedHash, type Secrets } from '../platform/secrets.ts'

/** Seconds that a link works (design decision 8). */
export const linkSecondsMax = 300

/** Seconds that the clocks of an installation's processes may differ. */
export const clockSkewSecondsMax = 60

/** The path that images are served under. */
export const imagePath = '/images/'

export interface LinkedImage {
  imageId: string
  viewerId: string
}

/** Makes a link for one viewer. `base` is the origin that serves images, without a slash at its end. */
export function linkTo(base: string, secrets: Secrets, image: LinkedImage, nowMs = Date.now()): string {
  const expires = Math.floor(nowMs / 1000) + linkSecondsMax
  const signature = secrets.linkHash(signedText(image, expires)).toString('base64url')
  const query = new URLSearchParams({ viewer: image.viewerId, expires: String(expires), signature })
  return `${base}${imagePath}${image.imageId}?${query}`
}

/** For whom the link was made, and when; undefined when it has expired or is not one of ours. */
export function openLink(
  secrets: Secrets,
  imageId: string,
  query: Readonly<Record<string, unknown>>,
  nowMs = Date.now(),
): { viewerId: string; madeAtMs: number } | undefined {
  const { viewer, expires, signature } = query
  if (typeof viewer !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') return undefined
  if (!/^\d{1,12}$/.test(expires)) return undefined
  const given = Buffer.from(signature, 'base64url')
  // The last character carries bits that no byte takes: of the texts that read as the same bytes one is a signature.
  if (given.toString('base64url') !== signature) return undefined
  const text = signedText({ imageId, viewerId: viewer }, Number(expires))
  if (!secrets.linkKeys.some((key) => isSame(given, keyedHash(key, text)))) return undefined
  const secondsLeft = Number(expires) - nowMs / 1000
  // Another process may have made it, whose clock is ahead of this one.
  if (secondsLeft <= 0 || secondsLeft > linkSecondsMax + clockSkewSecondsMax) return undefined
  return { viewerId: viewer, madeAtMs: (Number(expires) - linkSecondsMax) * 1000 }
}

/** No part may hold a line end, so that no two links are signed as the same text. */
function signedText({ imageId, viewerId }: LinkedImage, expires: number): string {
  return ['image', imageId, viewerId, expires].map(encodeURIComponent).join('\n')
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}
