import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { toasts } from '../ui/toasts.tsx'
import { call, errorText, type Output } from './call.ts'
import { type Area, clearToken, currentToken, onTokenChange, useToken } from './tokens.ts'

/** Fetches the user of the current token. `isLoading` until it is known whether there is one, and while fetching. */
export function UserProvider({ children }: { children: ReactNode }) {
  const apiToken = useToken('api')
  const portalToken = useToken('portal')
  const token = apiToken ?? portalToken
  useForgetOthers()

  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...userQuery(token),
    enabled: typeof token === 'string',
    // A failure in the background must not take the page away from the user.
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

/** No user sees another's answers. The outcome of an email link stays: following it may end the session first. */
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

export interface CurrentUser {
  user: Output<'GET /me'> | null
  isLoading: boolean
  /** Why there is no user although there is a token. */
  error: string | null
  refresh(): Promise<void>
}

const UserContext = createContext<CurrentUser | undefined>(undefined)

/** The user of the nearest UserProvider. Throws an Error outside of one. */
export function useUser(): CurrentUser {
  const current = useContext(UserContext)
  if (current === undefined) throw new Error('useUser must be used within a UserProvider')
  return current
}

interface Fetching {
  /** Undefined while it is not known yet, null when signed out. */
  token: string | null | undefined
  data: Output<'GET /me'> | undefined
  failure: string | null
  isPending: boolean
  isFetching: boolean
}

/** What is known of the user. Without a token, loading has ended and there is neither user nor error. */
export function currentUserOf(fetching: Fetching): Omit<CurrentUser, 'refresh'> {
  const { token, data, failure, isPending, isFetching } = fetching
  return {
    // A user whose fetching failed is no longer known.
    user: typeof token === 'string' && failure === null ? (data ?? null) : null,
    isLoading: token === undefined || (token !== null && isPending && (isFetching || failure === null)),
    error: typeof token === 'string' ? failure : null,
  }
}

export function userQuery(token: string | null | undefined) {
  return {
    queryKey: ['GET /me', { token }],
    queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /me', {}, { signal }),
  }
}

/** Signs out here at once, and on the server as soon as it answers. The guard leads to the login. */
export function signOut(area: Area): void {
  // A session that cannot be ended now expires later.
  call('POST /logout', {}, { area }).catch(() => undefined)
  toasts.clear()
  clearToken(area, { isWanted: true })
}
