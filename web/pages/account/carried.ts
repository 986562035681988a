/** What one account page hands to the next in the state of a link: never in the address, which others see and logs keep. */

/** The address that was typed on the page before, so that nobody types it twice. */
export function carriedEmail(state: unknown): string {
  return memberOf(state, 'email') ?? ''
}

/** What has gone well on the page before. */
export function carriedNote(state: unknown): string | undefined {
  return memberOf(state, 'note')
}

/** Whether a session has ended by itself, and its reader is led here from where they were. */
export function carriedEnd(state: unknown): boolean {
  return memberOf(state, 'reason') === 'ended'
}

/** The token of the link in a letter. */
export function carriedToken(state: unknown): string | null {
  return memberOf(state, 'token') ?? null
}

function memberOf(state: unknown, name: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const value: unknown = Reflect.get(state, name)
  return typeof value === 'string' ? value : undefined
}
