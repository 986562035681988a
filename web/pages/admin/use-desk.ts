/** The state of the desk: the list, the request that is open, and what can be done with it. */
import { useEffect, useRef, useState } from 'react'
import type { Verification } from '#contract/verifications'
import { useUser } from '../../api/user.tsx'
import { announce } from '../../ui/announce.ts'
import { toast } from '../../ui/toasts.tsx'
import { isApprovalDay } from './approval-days.ts'
import { isSameList, type Place, usePlace } from './place.ts'
import { type HeldRow, nextPending, withDecided, withHeld } from './rows.ts'
import { type DecisionBody, type Draft, useDecision } from './use-decision.ts'
import { besideEachOther, useMedia } from './use-media.ts'
import { useOpenRequest } from './use-open-request.ts'
import { useRequests } from './use-requests.ts'
import { credentialsText, listFailure } from './words.ts'

/** What is asked before a decision. */
interface Asking {
  kind: 'approve' | 'reject'
  request: Verification
}

/** A row that is held as long as the list that it stood in is shown. */
interface ListedRow extends HeldRow {
  place: Place
}

/** What the focus goes to: the row of a request; without an id, the heading of the section. */
interface Focusing {
  id: string | undefined
}

/** The dialog that asked, the bar of the open request, or its row in the list. */
type FailurePlace = 'dialog' | 'bar' | 'row'

export type Desk = ReturnType<typeof useDesk>

/** Decisions, by whomever, that are remembered until the list has them: more than can be made while it loads. */
const decidedMax = 10

export function useDesk() {
  const apiKey = useUser().user?.apiKey
  const isWide = useMedia(besideEachOther)
  const { place, addressOf, go } = usePlace()
  const list = useRequests(place, apiKey)
  useListFailure(list)
  const [decided, setDecided] = useState<readonly Verification[]>([])
  const know = (request: Verification) => setDecided((before) => [...before, request].slice(-decidedMax))
  const { decide, isProcessing, failure, forgetFailure } = useDecision(apiKey, know)

  const [drawn, setDrawn] = useState<ListedRow>()
  const [failed, setFailed] = useState<ListedRow>()
  const [focusing, setFocusing] = useState<Focusing>()
  const [asking, setAsking] = useState<Asking>()
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})

  const requests = withDecided(list.data?.requests ?? [], decided)
  const { openId, review, held, knowEvidence } = useOpenRequest({ place, requests, decided, isWide, apiKey })
  const listed = [drawn, failed].filter((one) => one !== undefined && isSameList(one.place, place))
  const rows = withDecided(withHeld(requests, [held, ...listed]), decided)
  const indexOf = (id: string | undefined) => rows.findIndex((one) => one.id === id)

  // Where the admin is by the time that a decision is answered.
  const here = useRef({ place, openId })
  useEffect(() => {
    here.current = { place, openId }
  }, [place, openId])

  const open = (id: string | undefined) => {
    go({ id })
    setFocusing({ id })
  }
  const settle = async (request: Verification, body: DecisionBody): Promise<void> => {
    const isOpen = request.id === openId
    const index = indexOf(request.id)
    const next = nextPending(rows, request.id)
    setFailed(undefined)
    const answer = await decide(request, body, isOpen ? next : undefined)
    const isListed = isSameList(here.current.place, place)
    const hasStayed = isListed && here.current.openId === openId
    if (answer === undefined) {
      setFailed({ request, index, place })
      if (!hasStayed) return
      if (isWide) go({ id: request.id })
      // A dialog that stays open keeps the focus.
      if (asking === undefined) setFocusing({ id: request.id })
      return
    }
    const { next: evidence, ...decidedRequest } = answer
    announce(`${body.status === 'approved' ? 'Approved' : 'Rejected'}: ${credentialsText(request)}, NPI ${request.npi}`)
    setAsking(undefined)
    know(decidedRequest)
    if (body.status === 'approved' && isListed) setDrawn({ request: decidedRequest, index, place })
    if (evidence !== undefined) knowEvidence(evidence)
    if (!hasStayed) return
    if (!isOpen) setFocusing({ id: next?.id })
    else if (next !== undefined) open(next.id)
    else if (place.status === 'pending') open(undefined)
  }
  const draftOf = ({ id }: Verification): Draft => drafts[id] ?? {}
  const mayApprove = ({ id }: Verification) => !isProcessing && isApprovalDay(drafts[id]?.expiresAt)

  const failurePlace = (id: string): FailurePlace => {
    if (asking?.request.id === id) return 'dialog'
    return id === openId && review.data?.verification.id === id ? 'bar' : 'row'
  }

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
    /** Why the last decision about a request failed, in the one place where that is said. */
    failureIn: (shownIn: FailurePlace, id: string): string | undefined =>
      failure?.id === id && shownIn === failurePlace(id) ? failure.sentence : undefined,
    asking,
    draftOf,
    setDraft: (request: Verification, changes: Draft) =>
      setDrafts({ ...drafts, [request.id]: { ...draftOf(request), ...changes } }),
    /** Opens the request below or above; nothing happens beyond the ends. */
    move: (by: 1 | -1) => {
      const target = rows[indexOf(openId) === -1 ? 0 : indexOf(openId) + by]
      if (target === undefined) return
      forgetFailure()
      setFailed(undefined)
      open(target.id)
    },
    loadMore: async () => {
      if (list.isFetchingNextPage) return
      // A reload that is under way is waited for, not cut off: it brings what was decided meanwhile.
      if (list.isFetching) await list.refetch({ cancelRefetch: false })
      await list.fetchNextPage({ cancelRefetch: false })
    },
    /** Whether nothing is being decided, and the day on which the approval shall end is one that counts. */
    mayApprove,
    approve: async (request: Verification) => {
      if (mayApprove(request)) await settle(request, { status: 'approved', ...draftOf(request) })
    },
    reject: (request: Verification, body: Omit<DecisionBody, 'status'>) =>
      settle(request, { status: 'rejected', ...body }),
    ask: (kind: Asking['kind'], request: Verification) => {
      forgetFailure()
      setAsking({ kind, request })
    },
    stopAsking: () => setAsking(undefined),
  }
}

/** What fails is logged; that there is no list at all is also toasted (specification, section 8). */
function useListFailure({ error, data }: ReturnType<typeof useRequests>): void {
  const isEmptyHanded = data === undefined
  useEffect(() => {
    if (error === null) return
    console.error('The list of verifications did not load.', error)
    if (isEmptyHanded) toast.error(listFailure)
  }, [error, isEmptyHanded])
}
