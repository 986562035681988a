import { useSyncExternalStore } from 'react'

/**
 * The one place of the two session tokens: `token` of the API area and `portalToken` of the portal, kept in the browser's local
 * storage (specification, section 3). Each area is signed in exactly as long as its token is held. Whoever shows something that
 * depends on a token uses `useToken`, which follows changes in this tab and in others. Where storage is switched off, tokens
 * last as long as the tab.
 */

export type Area = 'api' | 'portal'

const areas = ['api', 'portal'] as const satisfies readonly Area[]

const storageKeys = { api: 'token', portal: 'portalToken' } as const satisfies Record<Area, string>

/** Where the tokens are kept, the one that calls bear first. */
export const tokenKeys = areas.map((area) => storageKeys[area])

const withoutStorage = new Map<string, string>()
const listeners = new Set<() => void>()

/** How a session that was held in this tab came to its end: the user signed out, or it ended by itself. */
const ends = new Map<Area, 'left' | 'ended'>()

/** Whether nobody knows yet who is signed in. */
let isHeld = false

/** The token of an area, or null when nobody is signed in there. */
export function tokenOf(area: Area): string | null {
  try {
    return localStorage.getItem(storageKeys[area])
  } catch {
    return withoutStorage.get(storageKeys[area]) ?? null
  }
}

/** Signs in: everything that follows the token renders anew. */
export function storeToken(area: Area, token: string): void {
  ends.delete(area)
  try {
    localStorage.setItem(storageKeys[area], token)
  } catch {
    withoutStorage.set(storageKeys[area], token)
  }
  tell()
}

/** Signs out. `isWanted` says that the user asked for it, rather than that the session has ended by itself. */
export function clearToken(area: Area, { isWanted = false } = {}): void {
  ends.set(area, isWanted ? 'left' : 'ended')
  try {
    localStorage.removeItem(storageKeys[area])
  } catch {
    withoutStorage.delete(storageKeys[area])
  }
  tell()
}

/** How the last session of the area ended here; undefined where there was none, or where it ended in another tab. */
export function endOf(area: Area): 'left' | 'ended' | undefined {
  return ends.get(area)
}

/** The area whose token a call bears: the API area's, or the portal's if there is none (specification, section 4). */
export function currentArea(): Area | undefined {
  return areas.find((area) => tokenOf(area) !== null)
}

/** The token that calls bear, or null when nobody is signed in anywhere. */
export function currentToken(): string | null {
  const area = currentArea()
  return area === undefined ? null : tokenOf(area)
}

/**
 * Leaves open who is signed in until `release` is called. While a page that the build wrote comes alive piece by piece, an answer would
 * make React do all that is left of it at once, in a task in which the page answers no press.
 */
export function holdTokens(): { release(): void } {
  isHeld = true
  return {
    release() {
      isHeld = false
      tell()
    },
  }
}

/** The token of an area as it is now; undefined while a prerendered page is being hydrated, when nobody knows yet. */
export function useToken(area: Area): string | null | undefined {
  return useSyncExternalStore(
    onTokenChange,
    () => (isHeld ? undefined : tokenOf(area)),
    () => undefined,
  )
}

/** Calls back after every change of a token, whichever tab it came from; answers how to stop. */
export function onTokenChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', hearStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', hearStorage)
  }
}

/** One for all listeners, so that each has been told before anything renders anew. */
function hearStorage({ key }: StorageEvent): void {
  // The key is null when everything was cleared.
  if (key === null || key === storageKeys.api || key === storageKeys.portal) tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}

/**
 * The device value that a sign-in has answered with, kept in local storage for the next one. It opens nothing: it has the server count
 * this browser's failed sign-ins and emails apart from those of strangers, so signing out leaves it.
 */
const storageKey = 'device'

/** The value to send, if there is one. */
export function deviceField(): { device?: string } {
  try {
    const device = localStorage.getItem(storageKey)
    return device === null ? {} : { device }
  } catch {
    return {}
  }
}

/** Keeps the value of a sign-in. Where storage is switched off, this browser is not known the next time. */
export function keepDevice(device: string): void {
  try {
    localStorage.setItem(storageKey, device)
  } catch {}
}
