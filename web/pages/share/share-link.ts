/** What the address of the page says after `#`, which browsers send to nobody. */
type ShareLink = { kind: 'token'; token: string } | { kind: 'elsewhere'; host: string } | { kind: 'incomplete' }

/** A token, or a SMART Health Link (`shlink:/…`) in its viewer form, whose manifest's address ends with the token. */
export function readShareLink(hash: string, origin: string): ShareLink {
  const text = decoded(hash.slice(1))
  if (!text.startsWith('shlink:/')) {
    return /^[\w-]{20,200}$/.test(text) ? { kind: 'token', token: text } : { kind: 'incomplete' }
  }
  const url = manifestUrl(text.slice('shlink:/'.length))
  if (url === undefined) return { kind: 'incomplete' }
  if (url.origin !== origin) return { kind: 'elsewhere', host: url.host }
  return { kind: 'token', token: url.pathname.split('/').at(-1) ?? '' }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function manifestUrl(payload: string): URL | undefined {
  try {
    const link: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return typeof link === 'object' && link !== null && 'url' in link ? new URL(String(link.url)) : undefined
  } catch {
    return undefined
  }
}
