/** Approving and rejecting: one at a time, and what went wrong stays beside the request. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Verification } from '#contract/verifications'
import { CallError, type Input, type Output } from '../../api/call.ts'
import { useSend } from '../../api/queries.ts'
import { wordsOf } from '../../api/words.ts'
import { listName } from './use-requests.ts'
import { reviewName } from './use-review.ts'

const decisionName = 'PUT /api/verifications/{id}'

export type DecisionBody = Input<typeof decisionName>['body']

/** What an admin may add to an approval. */
export type Draft = Pick<DecisionBody, 'note' | 'expiresAt'>

interface Failure {
  id: string
  sentence: string
}

/** `decide` answers the decided request, or undefined when it failed; `next` is the request to go on with. */
export function useDecision(apiKey: string | undefined) {
  const client = useQueryClient()
  const send = useSend(decisionName, { apiKey })
  const [failure, setFailure] = useState<Failure>()

  const readAnew = (id: string, refetchType: 'active' | 'none') => {
    client.invalidateQueries({ queryKey: [reviewName, { params: { id } }], refetchType })
    client.invalidateQueries({ queryKey: [listName] })
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
      readAnew(id, next === undefined ? 'active' : 'none')
      return decided
    } catch (error) {
      console.error('A verification could not be decided.', error)
      setFailure({ id, sentence: wordsOf(error, 'Nothing was decided. Please try again.') })
      if (error instanceof CallError && error.status === 409) readAnew(id, 'active')
      return undefined
    }
  }
  return { decide, isProcessing: send.isPending, failure, forgetFailure: () => setFailure(undefined) }
}
