/**
 * The key that tries bear: the one typed here, else that of whoever is signed in. What is typed is kept in the memory of this tab
 * and nowhere else (security plan, B12), so that it goes along from page to page and is gone with the tab.
 */
import { useSyncExternalStore } from 'react'
import { useUser } from '../../../api/user-context.ts'

let typed: string | undefined
const listeners = new Set<() => void>()

/** The key, whether it is the user's own, and how to type another one. */
export function useApiKey(): { apiKey: string; isOwn: boolean; type: (key: string | undefined) => void } {
  const { user } = useUser()
  const held = useSyncExternalStore(
    follow,
    () => typed,
    () => undefined,
  )
  const own = user?.apiKey
  return { apiKey: held ?? own ?? '', isOwn: own !== undefined && (held ?? own) === own, type }
}

function type(key: string | undefined): void {
  typed = key
  for (const listener of listeners) listener()
}

function follow(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
