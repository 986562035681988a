/**
 * Server state: `useAnswer` reads a call under `[name, input]`, `useSend` changes something. Invalidate by `[name]`.
 */
import { keepPreviousData, QueryClient, useMutation, useQuery } from '@tanstack/react-query'
import { type CallError, type CallName, call, type Input, type Output } from './call.ts'
import { currentToken } from './tokens.ts'
import { userQuery } from './user.tsx'

const staleTimeMs = 30_000
const retriesMax = 2

/** Retries calls without an answer, not refused ones. A change is sent at once or fails: no user expects a late one. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: { queries: { staleTime: staleTimeMs, retry: mayRetry }, mutations: { networkMode: 'always' } },
  })
}

interface AnswerOptions<N extends CallName> {
  apiKey?: string | undefined
  /** False while the input is not known yet. */
  isEnabled?: boolean
  /** Milliseconds between readings while the page is visible; false reads once. */
  repeatMs?: (answer: Output<N> | undefined) => number | false
  /** Keeps showing the answer to the last input until the new one is there. */
  keepsPrevious?: boolean
}

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

/** Calls that a signed-in page needs first. */
export type FirstCall = 'GET /me' | 'GET /api-events/stats' | 'GET /me/requests'

/** Reads calls into the cache, so that a page rendered after it shows their answers at once. */
export async function readFirst(client: QueryClient, names: readonly FirstCall[]): Promise<void> {
  const token = currentToken()
  if (token === null) return
  const read = (name: FirstCall) =>
    client.prefetchQuery<unknown>(name === 'GET /me' ? userQuery(token) : answerQuery(name, {}))
  await Promise.all(names.map(read))
}

/** Makes a call: `send.mutateAsync({ body })`. */
export function useSend<N extends CallName>(name: N, { apiKey }: { apiKey?: string | undefined } = {}) {
  return useMutation<Output<N>, CallError, Input<N>>({
    mutationFn: (input) => call(name, input, { apiKey }),
  })
}

function mayRetry(failures: number, error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : 0
  return failures < retriesMax && (status === 0 || status === 503)
}
