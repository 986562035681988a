/**
 * The only place of session tokens: `token` (API area) and `portalToken` (portal) in local storage (specification,
 * section 3). An area is signed in while its token is stored. `useToken` follows all tabs. Without storage, tokens last
 * as long as the tab.
 */
import { useSyncExternalStore } from 'react'

export type Area = 'api' | 'portal'

const areas = ['api', 'portal'] as const satisfies readonly Area[]

const storageKeys = { api: 'token', portal: 'portalToken' } as const satisfies Record<Area, string>

/** In the order in which calls use them. */
export const tokenKeys = areas.map((area) => storageKeys[area])

const withoutStorage = new Map<string, string>()
const listeners = new Set<() => void>()

/** How the session of this tab ended: the user signed out, or it ended by itself. */
const ends = new Map<Area, 'left' | 'ended'>()

/** See `holdTokens`. */
let isHeld = false

/** Null when signed out. */
export function tokenOf(area: Area): string | null {
  try {
    return localStorage.getItem(storageKeys[area])
  } catch {
    return withoutStorage.get(storageKeys[area]) ?? null
  }
}

export function storeToken(area: Area, token: string): void {
  ends.delete(area)
  try {
    localStorage.setItem(storageKeys[area], token)
  } catch {
    withoutStorage.set(storageKeys[area], token)
  }
  notify()
}

/** `isWanted` says that the user signed out, rather than that the session ended. */
export function clearToken(area: Area, { isWanted = false } = {}): void {
  ends.set(area, isWanted ? 'left' : 'ended')
  try {
    localStorage.removeItem(storageKeys[area])
  } catch {
    withoutStorage.delete(storageKeys[area])
  }
  notify()
}

/** How the last session of the area ended in this tab. */
export function endOf(area: Area): 'left' | 'ended' | undefined {
  return ends.get(area)
}

/** The area whose token calls send: the API area's, or the portal's if there is none (specification, section 4). */
export function currentArea(): Area | undefined {
  return areas.find((area) => tokenOf(area) !== null)
}

export function currentToken(): string | null {
  const area = currentArea()
  return area === undefined ? null : tokenOf(area)
}

/** Keeps tokens unknown until `release`, else a prerendered page would hydrate in one long task. */
export function holdTokens(): { release(): void } {
  isHeld = true
  return {
    release() {
      isHeld = false
      notify()
    },
  }
}

/** Undefined while a prerendered page hydrates. */
export function useToken(area: Area): string | null | undefined {
  return useSyncExternalStore(
    onTokenChange,
    () => (isHeld ? undefined : tokenOf(area)),
    () => undefined,
  )
}

/** Calls back after every change of a token in any tab; returns how to stop. */
export function onTokenChange(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', onStorage)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function onStorage({ key }: StorageEvent): void {
  // The key is null when everything was cleared.
  if (key === null || key === storageKeys.api || key === storageKeys.portal) notify()
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** The device value of the last sign-in: no access, but failed sign-ins of this browser are counted apart. */
const deviceKey = 'device'

/** For the body of a sign-in, and of calls that send an email. */
export function deviceField(): { device?: string } {
  try {
    const device = localStorage.getItem(deviceKey)
    return device === null ? {} : { device }
  } catch {
    return {}
  }
}

export function keepDevice(device: string): void {
  try {
    localStorage.setItem(deviceKey, device)
  } catch {}
}
