/**
 * Server state: `useAnswer` reads a call into the cache under `[name, input]`, `useSend` makes a call that changes something. What
 * it changed is read anew by `useQueryClient().invalidateQueries({ queryKey: [name] })`, whatever the input.
 */
import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
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

interface AnswerOptions<N extends CallName> {
  apiKey?: string | undefined
  /** False waits, for what is not known yet. */
  isEnabled?: boolean
  /** Milliseconds after which the call is read again while the page is looked at; false leaves it at what came. */
  repeatMs?: (answer: Output<N> | undefined) => number | false
  /** Whether the answer to the input before stands until the next one is there, as for the pages of a list. */
  keepsPrevious?: boolean
}

/** Reads a call. */
export function useAnswer<N extends CallName>(
  name: N,
  input: Input<N>,
  { apiKey, isEnabled = true, repeatMs = () => false, keepsPrevious = false }: AnswerOptions<N> = {},
) {
  return useQuery<Output<N>, CallError>({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { apiKey, signal }),
    enabled: isEnabled,
    refetchInterval: ({ state }) => repeatMs(state.data),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
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
