/**
 * Server state: `useAnswer` reads a call into the cache under `[name, input]`, `useSend` makes a call that changes something. What
 * it changed is read anew by `useQueryClient().invalidateQueries({ queryKey: [name] })`, whatever the input.
 */
import { QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { type CallError, type CallName, call, type Input, type Output } from './call.ts'

/** How long an answer counts as fresh, and how often a call without an answer is tried again. */
const staleTimeMs = 30_000
const retriesMax = 2

/** The cache of one tab. Calls that the server refused are not tried again; those it could not answer are. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: staleTimeMs, retry: mayRetry } },
  })
}

interface AnswerOptions {
  apiKey?: string | undefined
  isEnabled?: boolean
  pollMs?: number
}

/**
 * Reads a call. `isEnabled` false waits, for what is not known yet; `pollMs` reads it again and again as long as the page is in
 * sight and nothing fails.
 */
export function useAnswer<N extends CallName>(
  name: N,
  input: Input<N>,
  { apiKey, isEnabled = true, pollMs }: AnswerOptions = {},
) {
  return useQuery<Output<N>, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { apiKey, signal }),
    enabled: isEnabled,
    refetchInterval: ({ state }) => (pollMs === undefined || state.error !== null ? false : pollMs),
  })
}

/** Makes a call when asked to: `send.mutateAsync({ body })`. */
export function useSend<N extends CallName>(name: N, { apiKey }: { apiKey?: string | undefined } = {}) {
  return useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => call(name, input, { apiKey }),
  })
}

function mayRetry(failures: number, error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return failures < retriesMax && (status === 0 || status === 503)
}
