/** Approving and rejecting: one at a time, and what went wrong stays beside the request. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Verification } from '#contract/verifications'
import { CallError, errorText, type Input, type Output } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { listName } from './use-requests.ts'
import { reviewQuery } from './use-review.ts'
import { statusOf } from './words.ts'

const decisionName = 'PUT /api/verifications/{id}'

export type DecisionBody = Input<typeof decisionName>['body']

/** What an admin may add to an approval. */
export type Draft = Pick<DecisionBody, 'note' | 'expiresAt'>

interface Failure {
  id: string
  sentence: string
}

/**
 * `decide` answers the decided request, or undefined when it failed; `next` is the request to go on with. `onOvertaken` is told what
 * became of a request that somebody else decided first.
 */
export function useDecision(apiKey: string | undefined, onOvertaken: (request: Verification) => void) {
  const client = useQueryClient()
  const send = useSend(decisionName, { apiKey })
  const [failure, setFailure] = useState<Failure>()

  const seeWhatBecameOf = async (id: string) => {
    client.invalidateQueries({ queryKey: [listName] })
    // Whether it can be read or not: the sentence beside the request has said it already.
    const review = await client.fetchQuery({ ...reviewQuery(id, apiKey), staleTime: 0 }).catch(() => undefined)
    if (review !== undefined && statusOf(review.verification) !== 'pending') onOvertaken(review.verification)
  }
  const decide = async (
    { id }: Verification,
    body: DecisionBody,
    next: Verification | undefined,
  ): Promise<Output<typeof decisionName> | undefined> => {
    setFailure(undefined)
    try {
      const decided = await send.mutateAsync({ params: { id }, query: { next: next?.id }, body })
      // Where another one is opened, nobody looks at this one's evidence any more.
      const refetchType = next === undefined ? 'active' : 'none'
      client.invalidateQueries({ queryKey: reviewQuery(id, apiKey).queryKey, refetchType })
      client.invalidateQueries({ queryKey: [listName] })
      return decided
    } catch (error) {
      console.error('A verification could not be decided.', error)
      setFailure({ id, sentence: errorText(error, 'Nothing was decided. Please try again.') })
      if (error instanceof CallError && error.status === 409) seeWhatBecameOf(id)
      return undefined
    }
  }
  return { decide, isProcessing: send.isPending, failure, forgetFailure: () => setFailure(undefined) }
}
