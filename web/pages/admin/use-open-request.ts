/**
 * Which request is open: the one that the address names, or, where there is room for several panes and it names none, the first of
 * the list. What was once open so stays open, whatever others do to the list meanwhile.
 */
import { useState } from 'react'
import type { Verification } from '#contract/verifications'
import type { Place } from './place.ts'
import type { HeldRow } from './rows.ts'
import { type Review, useReview } from './use-review.ts'
import { statusOf } from './words.ts'

interface Listed {
  place: Place
  requests: readonly Verification[]
  /** What was decided here, and so is left behind where only the pending are listed. */
  decided: readonly Verification[]
  isWide: boolean
  apiKey: string | undefined
}

export function useOpenRequest({ place, requests, decided, isWide, apiKey }: Listed) {
  const [known, setKnown] = useState<Review>()
  const [seen, setSeen] = useState<HeldRow & { list: string }>()

  const list = `${place.status} ${place.npi ?? ''}`
  const first = requests.find((one) => place.status === 'all' || statusOf(one) === place.status)?.id
  const isLeft = place.status === 'pending' && decided.some(({ id }) => id === seen?.request.id)
  const kept = seen?.list === list && !isLeft ? seen.request.id : first
  const openId = place.id ?? (isWide ? kept : undefined)
  const review = useReview(openId, apiKey, known)

  const index = requests.findIndex(({ id }) => id === openId)
  const request = requests[index]
  const isNew = request?.id !== seen?.request.id || index !== seen?.index || list !== seen.list
  if (request !== undefined && isNew) setSeen({ request, index, list })
  const held: HeldRow | undefined =
    seen !== undefined && seen.request.id === openId
      ? { index: seen.index, request: review.data?.verification ?? seen.request }
      : undefined
  return {
    openId,
    review,
    /** Its row, for when the list no longer has it. */
    held,
    /** Takes over evidence that came with a decision, so that it is not asked for. */
    knowEvidence: setKnown,
  }
}
