/** Links to images, for `<img>`, which sends no header. A link is for one image and names its viewer for the audit. */
import type { Secrets } from '../platform/secrets.ts'
import { readSignedLink, signLink } from '../platform/signed-link.ts'

export const imagePath = '/images/'

export interface LinkedImage {
  imageId: string
  viewerId: string
}

/** `base` is the origin that serves images, without a slash at its end. */
export function linkTo(base: string, secrets: Secrets, image: LinkedImage, nowMs?: number): string {
  const query = new URLSearchParams({ viewer: image.viewerId, ...signLink(secrets, aboutOf(image), nowMs) })
  return `${base}${imagePath}${image.imageId}?${query}`
}

export function openLink(
  secrets: Secrets,
  imageId: string,
  query: Readonly<Record<string, unknown>>,
  nowMs?: number,
): { viewerId: string; madeAtMs: number } | undefined {
  const { viewer: viewerId, expires, signature } = query
  if (typeof viewerId !== 'string' || typeof expires !== 'string' || typeof signature !== 'string') return undefined
  const link = readSignedLink(secrets, aboutOf({ imageId, viewerId }), { expires, signature }, nowMs)
  return link && { viewerId, ...link }
}

function aboutOf({ imageId, viewerId }: LinkedImage): string[] {
  return ['image', imageId, viewerId]
}
