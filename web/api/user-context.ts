/** The signed-in user, for whoever is within a UserProvider. */
import { createContext, useContext } from 'react'
import type { Output } from './call.ts'

export interface CurrentUser {
  user: Output<'GET /me'> | null
  isLoading: boolean
  /** Why there is no user although there is a token. */
  error: string | null
  /** Fetches the user again. */
  refresh(): Promise<void>
}

export const UserContext = createContext<CurrentUser | undefined>(undefined)

/** The signed-in user of the nearest UserProvider. Throws an Error outside of one. */
export function useUser(): CurrentUser {
  const current = useContext(UserContext)
  if (current === undefined) throw new Error('useUser must be used within a UserProvider')
  return current
}
