import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { call } from './call.ts'
import { bearingToken, onTokenChange, useBearingToken } from './tokens.ts'
import { type CurrentUser, UserContext } from './user-context.ts'
import { wordsOf } from './words.ts'

/**
 * Fetches the user that the token belongs to, again whenever the token changes: the API area's token, or the portal's if there
 * is none. While it is not known whether there is a token, and while the user is fetched, `isLoading` is true.
 */
export function UserProvider({ children }: { children: ReactNode }) {
  const token = useBearingToken()
  useForgetOthers()

  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ['GET /me', { token }],
    queryFn: ({ signal }) => call('GET /me', {}, { signal }),
    enabled: typeof token === 'string',
    // A read that nobody asked for, and that fails, would take the page from under its dialogs and half-filled forms.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const failure = error === null ? null : wordsOf(error, 'Failed to fetch user')
  const current: CurrentUser = {
    // A user whose fetching failed is no longer known, whatever was known before.
    user: typeof token === 'string' && failure === null ? (data ?? null) : null,
    isLoading: token === undefined || (token !== null && isPending && (isFetching || failure === null)),
    error: typeof token === 'string' ? failure : null,
    refresh: async () => void (await refetch()),
  }
  return <UserContext value={current}>{children}</UserContext>
}

/** What one user was answered is never shown to the next. Signing in to the other area, which calls do not bear, changes nobody. */
function useForgetOthers(): void {
  const client = useQueryClient()
  useEffect(() => {
    let token = bearingToken()
    return onTokenChange(() => {
      if (bearingToken() === token) return
      token = bearingToken()
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'GET /me' && queryKey[0] !== 'GET /registry',
      })
    })
  }, [client])
}
