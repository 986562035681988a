import { useSyncExternalStore } from 'react'

/** Whether the page runs in a browser: false in prerendered pages, and in the first render that takes one over. */
export function useIsAlive(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
