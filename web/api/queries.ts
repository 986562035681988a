/**
 * Server state: `useAnswer` reads a call into the cache under `[name, input]`, `useSend` makes a call that changes something. What
 * it changed is read anew by `useQueryClient().invalidateQueries({ queryKey: [name] })`, whatever the input.
 */
import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { type CallError, type CallName, call, type Input, type Output } from './call.ts'
import { currentToken } from './tokens.ts'
import { userQuery } from './user.tsx'

/** How long an answer counts as fresh, and how often a call without an answer is tried again. */
const staleTimeMs = 30_000
const retriesMax = 2

/**
 * The cache of one tab. Calls that the server refused are not tried again; those it could not answer are. A change is sent at once or
 * fails: one that waited for the network would be made when nobody expects it any more.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: staleTimeMs, retry: mayRetry }, mutations: { networkMode: 'always' } },
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
    ...answerQuery(name, input, apiKey),
    enabled: isEnabled,
    refetchInterval: ({ state }) => repeatMs(state.data),
    ...(keepsPrevious && { placeholderData: keepPreviousData }),
  })
}

function answerQuery<N extends CallName>(name: N, input: Input<N>, apiKey?: string) {
  return {
    queryKey: [name, input],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(name, input, { apiKey, signal }),
  }
}

/** Calls whose answers a page of those who are signed in needs before anything else, whatever its address says. */
export type FirstCall = 'GET /me' | 'GET /api-events/stats' | 'GET /me/requests'

/**
 * Reads calls into the cache for whoever is signed in, so that a page which renders after it shows their answers at once. It ends when all are
 * there or have failed; what failed is asked for again by the page.
 */
export async function readFirst(client: QueryClient, names: readonly FirstCall[]): Promise<void> {
  const token = currentToken()
  if (token === null) return
  const read = (name: FirstCall) =>
    client.prefetchQuery<unknown>(name === 'GET /me' ? userQuery(token) : answerQuery(name, {}))
  await Promise.all(names.map(read))
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
