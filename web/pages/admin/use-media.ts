/** Follows a media query, for what has to be otherwise and not only to look otherwise. */
import { useCallback, useSyncExternalStore } from 'react'

/** Where panes and columns begin to stand beside each other: `md` of web/styles/tokens.css. */
export const besideEachOther = '(min-width: 56.25rem)'

/** Whether the query holds now. A page that is prerendered must not ask. */
export function useMedia(query: string): boolean {
  const follow = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(follow, () => matchMedia(query).matches)
}
