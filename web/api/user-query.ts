/** How it is asked who is signed in, and under which name the answer is kept. */
import { call } from './call.ts'

/** For `useQuery` and its like; another token is another user. */
export function userQuery(token: string | null | undefined) {
  return {
    queryKey: ['GET /me', { token }],
    queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /me', {}, { signal }),
  }
}
