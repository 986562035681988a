/** What a request is decided by. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type CallError, call, type Output } from '../../api/call.ts'

const reviewName = 'GET /api/verifications/{id}/review'

export type Review = Output<typeof reviewName>

/** What is said when a request does not load. */
export const reviewFailure = 'This request could not be loaded'

/** Milliseconds between two looks while the document is being read. */
const readingPollMs = 2_000

/** How the evidence for a request is read. */
export function reviewQuery(id: string, apiKey: string | undefined) {
  const input = { params: { id } }
  return queryOptions<Review, CallError>({
    queryKey: [reviewName, input],
    queryFn: ({ signal }) => call(reviewName, input, { apiKey, signal }),
  })
}

/** The evidence for a request. `known` is what the answer to the decision before it brought along. */
export function useReview(id: string | undefined, apiKey: string | undefined, known: Review | undefined) {
  return useQuery({
    ...reviewQuery(id ?? '', apiKey),
    enabled: id !== undefined && apiKey !== undefined,
    ...(known !== undefined && known.verification.id === id && { initialData: known }),
    refetchInterval: ({ state }) => (state.data?.verification.isReading ? readingPollMs : false),
  })
}
