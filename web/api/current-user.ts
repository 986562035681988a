import type { Output } from './call.ts'
import type { CurrentUser } from './user-context.ts'

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
