import { useSyncExternalStore } from 'react'

/** Where the API of a server that was started without settings is: what samples name until they know better. */
export const standingOrigin = 'http://localhost:3000'

/** Scheme, host and port of the API, which is where this page came from. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => standingOrigin,
  )
}

function never(): () => void {
  return () => {}
}
