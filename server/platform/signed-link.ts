/** Links that are signed with the secret and work for five minutes, or longer. Any change makes one invalid. */
import { isSame, keyedHash, type Secrets } from './secrets.ts'

export const linkSecondsMax = 300

/** How far the clocks of processes may differ. */
export const clockSkewSecondsMax = 60

/** `about` begins with a word for the kind of link, and names all that the link is for. */
export function signLink(secrets: Secrets, about: readonly string[], nowMs = Date.now(), secondsMax = linkSecondsMax) {
  const expires = String(Math.floor(nowMs / 1000) + secondsMax)
  return { expires, signature: secrets.linkHash(signedText(about, expires)).toString('base64url') }
}

/** When the link was made; undefined where it is not signed, or does not work now. */
export function readSignedLink(
  secrets: Secrets,
  about: readonly string[],
  { expires, signature }: { expires: string; signature: string },
  nowMs = Date.now(),
  secondsMax = linkSecondsMax,
): { madeAtMs: number } | undefined {
  if (!/^\d{1,12}$/.test(expires)) return undefined
  const given = Buffer.from(signature, 'base64url')
  // Several texts decode to the same bytes; one is the signature.
  if (given.toString('base64url') !== signature) return undefined
  const text = signedText(about, expires)
  if (!secrets.linkKeys.some((key) => isSame(given, keyedHash(key, text)))) return undefined
  const secondsLeft = Number(expires) - nowMs / 1000
  // Another process's clock may be ahead.
  if (secondsLeft <= 0 || secondsLeft > secondsMax + clockSkewSecondsMax) return undefined
  return { madeAtMs: (Number(expires) - secondsMax) * 1000 }
}

/** No part holds a line end, so no two links are signed as the same text. */
function signedText(about: readonly string[], expires: string): string {
  return [...about, expires].map(encodeURIComponent).join('\n')
}
