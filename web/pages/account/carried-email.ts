/** The address that was typed on the page before, so that nobody types it twice; links carry it as `{ email }`. */
export function carriedEmail(state: unknown): string {
  const isCarried = typeof state === 'object' && state !== null && 'email' in state && typeof state.email === 'string'
  return isCarried ? String(state.email) : ''
}
