/**
 * Links to images, for `<img>`, which sends no header. A link is signed with the secret, works for one image and five
 * minutes, and names its viewer for the audit. Any change makes it invalid.
 */
import { isSame, keyedHash, type Secrets } from '../platform/secrets.ts'

export const linkSecondsMax = 300

/** How far the clocks of processes may differ. */
export const clockSkewSecondsMax = 60

export const imagePath = '/images/'

export interface LinkedImage {
  imageId: string
  viewerId: string
}

/** `base` is the origin that serves images, without a slash at its end. */
export function linkTo(base: string, secrets: Secrets, image: LinkedImage, nowMs = Date.now()): string {
  const expires = Math.floor(nowMs / 1000) + linkSecondsMax
  const signature = secrets.linkHash(signedText(image, expires)).toString('base64url')
  const query = new URLSearchParams({ viewer: image.viewerId, expires: String(expires), signature })
  return `${base}${imagePath}${image.imageId}?${query}`
}

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
  // Several texts decode to the same bytes; one is the signature.
  if (given.toString('base64url') !== signature) return undefined
  const text = signedText({ imageId, viewerId: viewer }, Number(expires))
  if (!secrets.linkKeys.some((key) => isSame(given, keyedHash(key, text)))) return undefined
  const secondsLeft = Number(expires) - nowMs / 1000
  // Another process's clock may be ahead.
  if (secondsLeft <= 0 || secondsLeft > linkSecondsMax + clockSkewSecondsMax) return undefined
  return { viewerId: viewer, madeAtMs: (Number(expires) - linkSecondsMax) * 1000 }
}

/** No part holds a line end, so no two links are signed as the same text. */
function signedText({ imageId, viewerId }: LinkedImage, expires: number): string {
  return ['image', imageId, viewerId, expires].map(encodeURIComponent).join('\n')
}
