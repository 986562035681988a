/** Whether the search of the documentation is open. It is opened from several places, and shown in one. */
import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

/** Opens or closes the search. */
export function setSearchOpen(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}

export function useIsSearchOpen(): boolean {
  return useSyncExternalStore(
    follow,
    () => isOpen,
    () => false,
  )
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
