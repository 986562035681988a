/**
 * The key that tries bear: the one typed here, else that of whoever is signed in. What is typed is kept in the memory of this tab
 * and nowhere else (security plan, B12), so that it goes along from page to page and is gone with the tab or the session.
 */

import { createSessionMemory } from '../../../api/session-memory.ts'
import { useUser } from '../../../api/user.tsx'

const typed = createSessionMemory<string | undefined>(undefined)

/** The key, whether it is the user's own, and how to type another one. */
export function useApiKey(): { apiKey: string; isOwn: boolean; type: (key: string | undefined) => void } {
  const { user } = useUser()
  const held = typed.use()
  const own = user?.apiKey
  return { apiKey: held ?? own ?? '', isOwn: own !== undefined && (held ?? own) === own, type: typed.write }
}
