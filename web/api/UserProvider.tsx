import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { errorText } from './call.ts'
import { currentUserOf } from './current-user.ts'
import { bearingToken, onTokenChange, useToken } from './tokens.ts'
import { type CurrentUser, UserContext } from './user-context.ts'
import { userQuery } from './user-query.ts'

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
    let before = bearingToken()
    return onTokenChange(() => {
      const token = bearingToken()
      if (token === before) return
      before = token
      client.removeQueries({
        predicate: ({ queryKey: [name] }) => !['GET /me', 'GET /registry', 'POST /verify-email'].includes(`${name}`),
      })
    })
  }, [client])
}
