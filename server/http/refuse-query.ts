/** What is refused of a query before anybody is asked who calls. */
import { fail } from './verb.ts'

/** What cannot be decoded would be read as if it had been meant literally. */
export function refuseBrokenEscapes(url: string): void {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  if (!query.includes('%')) return
  try {
    decodeURIComponent(query)
  } catch {
    fail('bad_request', { reason: 'its query has a percent sign that does not begin an escape of UTF-8' })
  }
}

const keyName = /^api[-_]?key$/i

/** Asked for before anything else, so that whoever sends the key there learns where it belongs. */
export function refuseKeyInQuery(query: unknown): void {
  for (const parameter in Object(query)) {
    if (keyName.test(parameter)) fail('key_in_query', { parameter })
  }
}
