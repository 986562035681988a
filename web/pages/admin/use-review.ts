/** What a request is decided by. */
import { useQuery } from '@tanstack/react-query'
import { type CallError, call, type Output } from '../../api/call.ts'

export const reviewName = 'GET /api/verifications/{id}/review'

export type Review = Output<typeof reviewName>

/** What is said when a request does not load. */
export const reviewFailure = 'This request could not be loaded'

/** Milliseconds between two looks while the document is being read. */
const readingPollMs = 2_000

/** The evidence for a request. `known` is what the answer to the decision before it brought along. */
export function useReview(id: string | undefined, apiKey: string | undefined, known: Review | undefined) {
  const input = { params: { id: id ?? '' } }
  return useQuery<Review, CallError>({
    queryKey: [reviewName, input],
    queryFn: ({ signal }) => call(reviewName, input, { apiKey, signal }),
    enabled: id !== undefined && apiKey !== undefined,
    ...(known !== undefined && known.verification.id === id && { initialData: known }),
    refetchInterval: ({ state }) => (state.data?.verification.isReading ? readingPollMs : false),
  })
}
