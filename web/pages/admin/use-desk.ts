/**
 * The state of the desk: the list, the request that is open, and what can be done with it. A request that is open,
 * whose approval is being drawn, or whose decision failed keeps its row when the list no longer has it: what an admin
 * looks at does not vanish because another admin decided it.
 */
import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Verification } from '#contract/verifications'
import { errorText } from '../../api/call.ts'
import { useUser } from '../../api/user.tsx'
import { announce } from '../../ui/announce.ts'
import { toast } from '../../ui/toasts.tsx'
import {
  type DecisionBody,
  type Draft,
  type RejectionBody,
  type Review,
  useClaim,
  useDecision,
  useRejection,
  useRequests,
  useReview,
} from './desk-data.ts'
import { isSameList, listOf, type Place, usePlace } from './place.ts'
import { credentialsText, isApprovalDay, isWaiting, listFailure, requestsText, statusOf } from './words.ts'

type Asking = { kind: 'approve' | 'reject' | 'revoke'; request: Verification } | { kind: 'reject-selected' }

interface HeldRow {
  request: Verification
  index: number
}

interface ListedRow extends HeldRow {
  place: Place
}

/** What the focus goes to: the row of a request; without an id, the heading of the section. */
interface Focusing {
  id: string | undefined
}

type FailurePlace = 'dialog' | 'bar' | 'row'

export type Desk = ReturnType<typeof useDesk>

const wideScreen = '(min-width: 56.25rem)'

/** Decisions that are remembered until the list has them: more than can be made while it loads. */
const decidedMax = 10

export function useDesk() {
  const { user } = useUser()
  const apiKey = user?.apiKey
  const isWide = useSyncExternalStore(followWidth, () => matchMedia(wideScreen).matches)
  const { place, entryState, addressOf, narrow, go } = usePlace()
  const list = useRequests(place, apiKey)
  const [decided, setDecided] = useState<readonly Verification[]>([])
  const know = (request: Verification) => setDecided((before) => [...before, request].slice(-decidedMax))
  const { decide, isProcessing, failure, forgetFailure } = useDecision(apiKey, know)

  const [drawn, setDrawn] = useState<ListedRow>()
  const [failed, setFailed] = useState<ListedRow>()
  const [focusing, setFocusing] = useState<Focusing>()
  const [asking, setAsking] = useState<Asking>()
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({})

  const requests = withDecided(list.data?.requests ?? [], decided)
  const { openId, review, held, knowEvidence, leave } = useOpenRequest({ place, requests, decided, isWide, apiKey })
  const listed = [drawn, failed].filter((one) => one !== undefined && isSameList(one.place, place))
  const rows = withDecided(withHeld(requests, [held, ...listed]), decided)
  const indexOf = (id: string | undefined) => rows.findIndex((one) => one.id === id)

  // A failure is logged; without any list it is also toasted (specification, section 8).
  const hasNoList = list.data === undefined
  useEffect(() => {
    if (list.error === null) return
    console.error('The list of verifications didn’t load.', list.error)
    if (hasNoList) toast.error(listFailure)
  }, [list.error, hasNoList])

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
      if (asking === undefined) setFocusing({ id: request.id })
      return
    }
    const { next: evidence, ...decidedRequest } = answer
    announce(`${spokenWords[body.status]}: ${credentialsText(request)}, NPI ${request.npi}`)
    setAsking(undefined)
    know(decidedRequest)
    if (body.status === 'approved' && isListed) setDrawn({ request: decidedRequest, index, place })
    if (evidence !== undefined) knowEvidence(evidence)
    if (!hasStayed) return
    if (!isOpen) setFocusing({ id: next?.id })
    else if (next !== undefined) open(next.id)
    else if (place.status === 'pending' || place.status === 'review') open(undefined)
  }
  const draftOf = ({ id }: Verification): Draft => drafts[id] ?? {}
  const mayApprove = ({ id }: Verification) => !isProcessing && isApprovalDay(drafts[id]?.expiresAt)

  const failurePlace = (id: string): FailurePlace => {
    if (asking !== undefined && 'request' in asking && asking.request.id === id) return 'dialog'
    return id === openId && review.data?.verification.id === id ? 'bar' : 'row'
  }

  return {
    place,
    entryState,
    addressOf,
    narrow,
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
    ownEmail: user?.email,
    failureIn: (shownIn: FailurePlace, id: string): string | undefined =>
      failure?.id === id && shownIn === failurePlace(id) ? failure.sentence : undefined,
    asking,
    draftOf,
    setDraft: (request: Verification, changes: Draft) =>
      setDrafts({ ...drafts, [request.id]: { ...draftOf(request), ...changes } }),
    move: (by: 1 | -1) => {
      const target = rows[indexOf(openId) === -1 ? 0 : indexOf(openId) + by]
      if (target === undefined) return
      forgetFailure()
      setFailed(undefined)
      open(target.id)
    },
    loadMore: async () => {
      if (list.isFetchingNextPage) return
      // A running reload is not cancelled: it brings what was decided meanwhile.
      if (list.isFetching) await list.refetch({ cancelRefetch: false })
      await list.fetchNextPage({ cancelRefetch: false })
    },
    /** Whether no decision is running and the last day of the approval is valid. */
    mayApprove,
    approve: async (request: Verification) => {
      if (mayApprove(request)) await settle(request, { status: 'approved', ...draftOf(request) })
    },
    reject: (request: Verification, body: Omit<DecisionBody, 'status'>) =>
      settle(request, { status: 'rejected', ...body }),
    /** Of an approval that needs a review. */
    keep: (request: Verification) => settle(request, { status: 'kept' }),
    revoke: (request: Verification, body: Omit<DecisionBody, 'status'>) =>
      settle(request, { status: 'revoked', ...body }),
    ask: (kind: 'approve' | 'reject' | 'revoke', request: Verification) => {
      forgetFailure()
      setAsking({ kind, request })
    },
    ...useSelection({ place, rows, apiKey, openId, open, leave, setAsking }),
    ...useClaim(apiKey),
    stopAsking: () => setAsking(undefined),
  }
}

const spokenWords: Record<DecisionBody['status'], string> = {
  approved: 'Approved',
  rejected: 'Rejected',
  revoked: 'Revoked',
  kept: 'Kept',
}

interface Listed {
  place: Place
  requests: readonly Verification[]
  /** Decided here, so skipped where only pending requests are listed. */
  decided: readonly Verification[]
  isWide: boolean
  apiKey: string | undefined
}

/**
 * The open request: the one that the address names or, if there are several panes and it names none, the first of the
 * list. It stays open whatever other admins do to the list. `held` is its row, in case the list no longer has it.
 */
function useOpenRequest({ place, requests, decided, isWide, apiKey }: Listed) {
  const [known, knowEvidence] = useState<Review>()
  const [seen, setSeen] = useState<HeldRow & { list: string }>()

  const list = listOf(place)
  const isQueue = place.status === 'pending' || place.status === 'review'
  const first = requests.find((one) => isIn(place, one))?.id
  const isLeft = isQueue && decided.some(({ id }) => id === seen?.request.id)
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
  return { openId, review, held, knowEvidence, leave: () => setSeen(undefined) }
}

interface Selecting {
  place: Place
  rows: readonly Verification[]
  apiKey: string | undefined
  openId: string | undefined
  open: (id: string | undefined) => void
  /** Keeps the row of the open request no longer. */
  leave: () => void
  setAsking: (asking: Asking | undefined) => void
}

/** Pending requests that are rejected together. Another list begins with none. */
function useSelection({ place, rows, apiKey, openId, open, leave, setAsking }: Selecting) {
  const [chosen, setChosen] = useState<{ list: string; ids: readonly string[] }>({ list: '', ids: [] })
  const [failures, setFailures] = useState<readonly { id: string; error: string }[]>([])
  const { reject, isRejecting } = useRejection(apiKey)
  const list = listOf(place)
  const ids = chosen.list === list ? chosen.ids : []
  const selected = rows.filter((one) => ids.includes(one.id) && statusOf(one) === 'pending')
  const choose = (next: readonly string[]) => setChosen({ list, ids: next })
  return {
    selected,
    isRejecting,
    /** Why requests that were to be rejected together still wait; without an id, all of them. */
    rejectionFailures: failures,
    toggle: ({ id }: Verification) => choose(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]),
    clearSelection: () => choose([]),
    askAboutSelected: () => {
      setFailures([])
      setAsking({ kind: 'reject-selected' })
    },
    rejectSelected: async (body: RejectionBody) => {
      try {
        const failed = await reject(selected, body)
        const done = selected.filter(({ id }) => failed.every((one) => one.id !== id))
        announce(`Rejected: ${requestsText(done.length)}`)
        setFailures(failed)
        choose(failed.map(({ id }) => id))
        if (done.some(({ id }) => id === openId)) {
          leave()
          open(undefined)
        }
        if (failed.length > 0) return
        setAsking(undefined)
        toast.success(`${requestsText(done.length)} rejected`)
      } catch (error) {
        setFailures([{ id: '', error: errorText(error, 'Failed to reject. Check which requests are still pending.') }])
      }
    },
  }
}

function isIn({ status }: Place, request: Verification): boolean {
  if (status === 'review') return request.needsReview !== undefined
  return status === 'all' || statusOf(request) === status
}

function withDecided(requests: readonly Verification[], decided: readonly Verification[]): Verification[] {
  return requests.map((one) => {
    const known = decided.findLast(({ id }) => id === one.id)
    return known !== undefined && isWaiting(one) ? known : one
  })
}

function withHeld(requests: readonly Verification[], held: readonly (HeldRow | undefined)[]): Verification[] {
  const rows = [...requests]
  for (const one of held) {
    if (one === undefined || rows.some(({ id }) => id === one.request.id)) continue
    rows.splice(Math.min(one.index, rows.length), 0, one.request)
  }
  return rows
}

/** The waiting request to open after one: the next one below it, else the last one above it. */
function nextPending(rows: readonly Verification[], id: string): Verification | undefined {
  const isOther = (one: Verification) => one.id !== id && isWaiting(one)
  const at = rows.findIndex((one) => one.id === id)
  return rows.slice(at + 1).find(isOther) ?? rows.slice(0, Math.max(at, 0)).findLast(isOther)
}

/** A ref whose element gets the focus each time that `wanted` is another object. */
export function useFocusWhen<E extends HTMLElement>(wanted: object | undefined): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (wanted === undefined) return
    // A dialog returns the focus a moment after it closes; this comes after that.
    const timer = setTimeout(() => element.current?.focus(), 0)
    return () => clearTimeout(timer)
  }, [wanted])
  return element
}

function followWidth(listener: () => void): () => void {
  const list = matchMedia(wideScreen)
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}
