/** What a query is refused for before the caller is known. */
import { fail } from './verb.ts'

/** Otherwise it would be taken literally. */
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

/** First of all, so that a key sent there is told where it belongs. */
export function refuseKeyInQuery(query: unknown): void {
  for (const parameter in Object(query)) {
    if (keyName.test(parameter)) fail('key_in_query', { parameter })
  }
}
