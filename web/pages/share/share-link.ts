import type { HealthLink } from './health-link.ts'

/** What the address of the page says after `#`, which browsers never send. */
export type ShareLink =
  | { kind: 'token'; token: string }
  | ({ kind: 'healthLink' } & HealthLink)
  | { kind: 'elsewhere'; host: string }
  | { kind: 'incomplete' }

/** A token, or a SMART Health Link (`shlink:/…`) in its viewer form. */
export function readShareLink(hash: string, origin: string): ShareLink {
  const text = decoded(hash.slice(1))
  if (!text.startsWith('shlink:/')) {
    return /^[\w-]{20,200}$/.test(text) ? { kind: 'token', token: text } : { kind: 'incomplete' }
  }
  const payload = payloadOf(text.slice('shlink:/'.length))
  if (payload === undefined) return { kind: 'incomplete' }
  const { url, key } = payload
  if (url.origin !== origin) return { kind: 'elsewhere', host: url.host }
  return { kind: 'healthLink', id: url.pathname.split('/').at(-1) ?? '', key }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function payloadOf(text: string): { url: URL; key: string } | undefined {
  try {
    const { url, key } = JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
    return { url: new URL(url), key: String(key) }
  } catch {
    return undefined
  }
}
