import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { toasts } from '../ui/toasts.tsx'
import { call, errorText, type Output } from './call.ts'
import { type Area, clearToken, currentToken, onTokenChange, useToken } from './tokens.ts'
/**
 * Fetches the user that the token belongs to, again whenever the token changes: the API area's token, or the portal's if there
 * is none. While it is not known whether there is a token, and while the user is fetched, `isLoading` is true.
 */
export function UserProvider({ children }: { children: ReactNode }) {
  const apiToken = useToken('api')
  const portalToken = useToken('portal')
  const token = apiToken ?? portalToken
  useForgetOthers()

  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...userQuery(token),
    enabled: typeof token === 'string',
    // Nobody asked for such a reading, so its failure must not take the page from under whoever works on it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const failure = error === null ? null : errorText(error, 'Failed to fetch user')
  const current: CurrentUser = {
    ...currentUserOf({ token, data, failure, isPending, isFetching }),
    refresh: async () => void (await refetch()),
  }
  return <UserContext value={current}>{children}</UserContext>
}

/**
 * What one user was answered is never shown to the next. Who signs in to the other area meanwhile changes nothing here. The outcome of a
 * link is that of its bearer, whose session may end by it before the outcome is here.
 */
function useForgetOthers(): void {
  const client = useQueryClient()
  useEffect(() => {
    let before = currentToken()
    return onTokenChange(() => {
      const token = currentToken()
      if (token === before) return
      before = token
      client.removeQueries({
        predicate: ({ queryKey: [name] }) => !['GET /me', 'GET /registry', 'POST /verify-email'].includes(`${name}`),
      })
    })
  }, [client])
}

/** The signed-in user, for whoever is within a UserProvider. */

export interface CurrentUser {
  user: Output<'GET /me'> | null
  isLoading: boolean
  /** Why there is no user although there is a token. */
  error: string | null
  /** Fetches the user again. */
  refresh(): Promise<void>
}

const UserContext = createContext<CurrentUser | undefined>(undefined)

/** The signed-in user of the nearest UserProvider. Throws an Error outside of one. */
export function useUser(): CurrentUser {
  const current = useContext(UserContext)
  if (current === undefined) throw new Error('useUser must be used within a UserProvider')
  return current
}

interface Fetching {
  /** Undefined while it is not known whether there is one, null where there is none. */
  token: string | null | undefined
  data: Output<'GET /me'> | undefined
  /** Why the last fetching failed, in words. */
  failure: string | null
  isPending: boolean
  isFetching: boolean
}

/** What is known of the user while it is fetched; without a token, loading has ended and there is neither a user nor an error. */
export function currentUserOf(fetching: Fetching): Omit<CurrentUser, 'refresh'> {
  const { token, data, failure, isPending, isFetching } = fetching
  return {
    // A user whose fetching failed is no longer known, whatever was known before.
    user: typeof token === 'string' && failure === null ? (data ?? null) : null,
    isLoading: token === undefined || (token !== null && isPending && (isFetching || failure === null)),
    error: typeof token === 'string' ? failure : null,
  }
}

/** How it is asked who is signed in, and under which name the answer is kept. */

/** For `useQuery` and its like; another token is another user. */
export function userQuery(token: string | null | undefined) {
  return {
    queryKey: ['GET /me', { token }],
    queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /me', {}, { signal }),
  }
}

/** Signs out of an area: here at once, and on the server as soon as it answers. The guard leads to the login. */
export function signOut(area: Area): void {
  // A session that cannot be ended now ends by itself later; nobody should stay signed in here for that.
  call('POST /logout', {}, { area }).catch(() => undefined)
  // What was said to this user is not for the next one at the login.
  toasts.clear()
  clearToken(area, { isWanted: true })
}
