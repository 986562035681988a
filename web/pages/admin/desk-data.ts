/** What the desk reads and writes: the list of requests, the evidence for one, and decisions. */
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Verification } from '#contract/verifications'
import { CallError, call, errorText, type Input, type Output } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import type { Place } from './place.ts'
import { isWaiting } from './words.ts'

const listName = 'GET /api/verifications'
const reviewName = 'GET /api/verifications/{id}/review'
const decisionName = 'PUT /api/verifications/{id}'
const rejectionName = 'POST /api/verifications/reject'
const claimName = 'PUT /api/verifications/{id}/claim'

export type Review = Output<typeof reviewName>
export type DecisionBody = Input<typeof decisionName>['body']
export type RejectionBody = Omit<Input<typeof rejectionName>['body'], 'ids'>

export type Draft = Pick<DecisionBody, 'note' | 'expiresAt'>

const pageSize = 10

/** Other admins decide too, so the list is polled: four calls a minute at most, however many pages are loaded. */
const pollMsPerPage = 15_000

const readingPollMs = 2_000

/** The requests of everybody at a place. A reload reads page 1 to the last page that was loaded. */
export function useRequests(place: Place, apiKey: string | undefined) {
  const { status, npi, credential, state, age: olderThanDays, failed, search } = place
  const chosen = status === 'review' ? { needsReview: 'true' as const } : status === 'all' ? {} : { status }
  const narrowed = { npi, credential, state, olderThanDays, failed, search }
  const query = { admin: 'true', limit: String(pageSize), ...chosen, ...narrowed } as const
  return useInfiniteQuery<
    Output<typeof listName>,
    CallError,
    { total: number; needReview: number; requests: Verification[] },
    readonly unknown[],
    number
  >({
    queryKey: [listName, { query }],
    queryFn: ({ pageParam, signal }) =>
      call(listName, { query: { ...query, page: String(pageParam) } }, { apiKey, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
    select: ({ pages }) => ({
      total: pages.at(-1)?.total ?? 0,
      needReview: pages.at(-1)?.needReview ?? 0,
      // A request that moved between two calls may be on both of their pages.
      requests: [...new Map(pages.flatMap((page) => page.verifications).map((one) => [one.id, one])).values()],
    }),
    enabled: apiKey !== undefined,
    staleTime: 0,
    // A filter that is chosen again begins at page 1.
    gcTime: 0,
    // A list that did not load waits for Retry.
    refetchInterval: ({ state }) => state.data !== undefined && pollMsPerPage * state.data.pages.length,
  })
}

function reviewQuery(id: string, apiKey: string | undefined) {
  const input = { params: { id } }
  return queryOptions<Review, CallError>({
    queryKey: [reviewName, input],
    queryFn: ({ signal }) => call(reviewName, input, { apiKey, signal }),
  })
}

export function useReview(id: string | undefined, apiKey: string | undefined, known: Review | undefined) {
  return useQuery({
    ...reviewQuery(id ?? '', apiKey),
    enabled: id !== undefined && apiKey !== undefined,
    ...(known !== undefined && known.verification.id === id && { initialData: known }),
    refetchInterval: ({ state }) => (state.data?.verification.isReading ? readingPollMs : false),
  })
}

/**
 * Approving and rejecting, one at a time. `decide` resolves to the decided request, or to undefined on failure; `next`
 * is the request to open after it. `onOvertaken` gets a request that another admin decided first.
 */
export function useDecision(apiKey: string | undefined, onOvertaken: (request: Verification) => void) {
  const client = useQueryClient()
  const send = useSend(decisionName, { apiKey })
  const [failure, setFailure] = useState<{ id: string; sentence: string }>()

  const readOvertaken = async (id: string) => {
    client.invalidateQueries({ queryKey: [listName] })
    const review = await client.fetchQuery({ ...reviewQuery(id, apiKey), staleTime: 0 }).catch(() => undefined)
    if (review !== undefined && !isWaiting(review.verification)) onOvertaken(review.verification)
  }
  const decide = async ({ id }: Verification, body: DecisionBody, next: Verification | undefined) => {
    setFailure(undefined)
    try {
      const decided = await send.mutateAsync({ params: { id }, query: { next: next?.id }, body })
      // With another request open, nothing shows this one's evidence any more.
      const refetchType = next === undefined ? 'active' : 'none'
      client.invalidateQueries({ queryKey: reviewQuery(id, apiKey).queryKey, refetchType })
      client.invalidateQueries({ queryKey: [listName] })
      return decided
    } catch (error) {
      console.error('A verification couldn’t be decided.', error)
      setFailure({ id, sentence: errorText(error, 'Your decision wasn’t saved. Please try again.') })
      if (error instanceof CallError && error.status === 409) readOvertaken(id)
      return undefined
    }
  }
  return { decide, isProcessing: send.isPending, failure, forgetFailure: () => setFailure(undefined) }
}

/** `reject` resolves to those that could not be rejected, each with why, once the list is read again. */
export function useRejection(apiKey: string | undefined) {
  const client = useQueryClient()
  const send = useSend(rejectionName, { apiKey })
  const reject = async (requests: readonly Verification[], body: RejectionBody) => {
    try {
      const { failures } = await send.mutateAsync({ body: { ids: requests.map(({ id }) => id), ...body } })
      client.invalidateQueries({ queryKey: [reviewName] })
      await client.invalidateQueries({ queryKey: [listName] })
      return failures
    } catch (error) {
      console.error('Verifications couldn’t be rejected.', error)
      // Some may have been: the list says which are still pending.
      client.invalidateQueries({ queryKey: [listName] })
      throw error
    }
  }
  return { reject, isRejecting: send.isPending }
}

/** Tells other admins who is working on a request, or that no one is. */
export function useClaim(apiKey: string | undefined) {
  const client = useQueryClient()
  const send = useSend(claimName, { apiKey })
  const claim = (id: string, isClaimed: boolean) =>
    send.mutate(
      { params: { id }, body: { isClaimed } },
      {
        onSettled: () => {
          client.invalidateQueries({ queryKey: reviewQuery(id, apiKey).queryKey })
          client.invalidateQueries({ queryKey: [listName] })
        },
      },
    )
  const failure =
    send.error === null ? undefined : errorText(send.error, 'The request wasn’t claimed. Please try again.')
  return { claim, isClaiming: send.isPending, claimFailure: failure, claimedId: send.variables?.params.id }
}
