/**
 * The state of the desk: the list, the request that is open, and what can be done with it. What is open is in the address; where
 * there is room for several panes and the address names none, it is the first of the list.
 */
import { useEffect, useState } from 'react'
import type { Verification } from '#contract/verifications'
import { useUser } from '../../api/user-context.ts'
import { announce } from '../../ui/announce.ts'
import { toast } from '../../ui/toast.ts'
import { besideEachOther, useMedia } from '../../ui/use-media.ts'
import { usePlace } from './place.ts'
import { type HeldRow, nextPending, withDecided, withHeld } from './rows.ts'
import { type DecisionBody, type Draft, useDecision } from './use-decision.ts'
import { useRequests } from './use-requests.ts'
import { type Review, useReview } from './use-review.ts'
import { credentialsText, statusOf } from './words.ts'

/** What is asked before a decision. */
interface Asking {
  kind: 'approve' | 'reject'
  request: Verification
}

/** What the focus goes to; nothing named is the heading of the section. */
interface Focusing {
  id: string | undefined
}

export type Desk = ReturnType<typeof useDesk>

/** Decisions that are remembered until the list has them: more than can be made while it loads. */
const decidedMax = 10

export function useDesk() {
  const { user } = useUser()
  const apiKey = user?.apiKey
  const isWide = useMedia(besideEachOther)
  const { place, addressOf, go } = usePlace()
  const list = useRequests(place, apiKey)
  const { decide, isProcessing, failure, forgetFailure } = useDecision(apiKey)

  const [known, setKnown] = useState<Review>()
  const [decided, setDecided] = useState<readonly Verification[]>([])
  const [seen, setSeen] = useState<HeldRow & { listed: string }>()
  const [drawn, setDrawn] = useState<HeldRow>()
  const [failed, setFailed] = useState<HeldRow>()
  const [focusing, setFocusing] = useState<Focusing>()
  const [asking, setAsking] = useState<Asking>()
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})

  const listed = `${place.status} ${place.npi ?? ''}`
  const requests = withDecided(list.data?.requests ?? [], decided)
  const first = requests.find((one) => place.status === 'all' || statusOf(one) === place.status)?.id
  const openId = place.id ?? (isWide ? (seen?.listed === listed ? seen.request.id : first) : undefined)
  const review = useReview(openId, apiKey, known)
  const index = requests.findIndex(({ id }) => id === openId)
  const found = list.data?.requests[index]
  if (found !== undefined && (found !== seen?.request || index !== seen.index || listed !== seen.listed)) {
    setSeen({ request: found, index, listed })
  }
  const held =
    seen !== undefined && seen.request.id === openId
      ? { index: seen.index, request: review.data?.verification ?? seen.request }
      : undefined
  const rows = withHeld(requests, [held, drawn, failed])

  useEffect(() => {
    if (list.error === null) return
    console.error('The list of verifications did not load.', list.error)
    if (list.data === undefined) toast.error('Failed to load verifications. Please try again later.')
  }, [list.error, list.data])

  const open = (id: string | undefined) => {
    go({ id })
    setFocusing({ id })
  }
  const select = (id: string) => {
    forgetFailure()
    setFailed(undefined)
    open(id)
  }
  const settle = async (request: Verification, body: DecisionBody): Promise<void> => {
    const isOpen = request.id === openId
    const at = rows.findIndex(({ id }) => id === request.id)
    const next = nextPending(rows, request.id)
    setFailed(undefined)
    const answer = await decide(request, body, isOpen ? next : undefined)
    if (answer === undefined) {
      setFailed({ request, index: at })
      if (isWide) go({ id: request.id })
      if (asking === undefined) setFocusing({ id: request.id })
      return
    }
    const { next: evidence, ...decidedRequest } = answer
    announce(`${body.status === 'approved' ? 'Approved' : 'Rejected'}: ${credentialsText(request)}, NPI ${request.npi}`)
    setAsking(undefined)
    setDecided([...decided, decidedRequest].slice(-decidedMax))
    if (body.status === 'approved') setDrawn({ request: decidedRequest, index: at })
    if (evidence !== undefined) setKnown(evidence)
    if (!isOpen) setFocusing({ id: next?.id })
    else if (next !== undefined) open(next.id)
    else if (place.status === 'pending') {
      setSeen(undefined)
      open(undefined)
    }
  }

  const draft = openId === undefined ? undefined : drafts[openId]
  return {
    place,
    addressOf,
    go,
    isWide,
    list,
    rows,
    openId,
    review,
    focusing,
    drawnId: drawn?.request.id,
    endDrawing: () => setDrawn(undefined),
    isProcessing,
    failure,
    asking,
    draft,
    setDraft: (changes: Draft) => {
      if (openId !== undefined) setDrafts({ ...drafts, [openId]: { ...draft, ...changes } })
    },
    /** Opens the request below or above; nothing happens beyond the ends. */
    move: (by: 1 | -1) => {
      const at = rows.findIndex(({ id }) => id === openId)
      const target = rows[at === -1 ? 0 : at + by]
      if (target !== undefined) select(target.id)
    },
    loadMore: () => {
      if (!list.isFetchingNextPage) list.fetchNextPage()
    },
    approve: (request: Verification) => settle(request, { status: 'approved', ...drafts[request.id] }),
    reject: (request: Verification, body: Omit<DecisionBody, 'status'>) =>
      settle(request, { status: 'rejected', ...body }),
    ask: (kind: Asking['kind'], request: Verification) => {
      forgetFailure()
      setAsking({ kind, request })
    },
    stopAsking: () => setAsking(undefined),
  }
}
