/** The clinician's own requests, as the two panels list them. */
import { verificationPageSizeDefault } from '#contract/limits'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'

/** Waiting for a decision, or decided. */
export type RequestList = 'pending' | 'completed'

const statusesOf: Record<RequestList, string> = { pending: 'pending', completed: 'approved,rejected' }

/** Milliseconds between two looks while a document is being read. */
const readingMs = 2_000

/** One page of a list, from 1. Who has no key has no list: what hides the user hides it too. */
export function useRequests(list: RequestList, page: number) {
  const { user, isLoading, error: userError, refresh } = useUser()
  const query = { type: 'personal', status: statusesOf[list], ...(page > 1 && { page: String(page) }) } as const
  const { data, error, isPending, isPlaceholderData, refetch } = useAnswer(
    'GET /api/verifications',
    { query },
    {
      apiKey: user?.apiKey,
      isEnabled: user !== null,
      keepsPrevious: true,
      repeatMs: (answer) => (answer?.verifications.some(({ isReading }) => isReading) ? readingMs : false),
    },
  )
  return {
    data,
    isLoading: isLoading || (user !== null && isPending),
    /** The list still shows the page before. */
    isTurning: isPlaceholderData,
    /** Why there is no list. */
    failure:
      userError ?? (error === null ? '' : errorText(error, 'Failed to load verifications. Please try again later.')),
    pages: Math.max(1, Math.ceil((data?.total ?? 0) / verificationPageSizeDefault)),
    /** One of them once more, with a link to its image that works. */
    readAnew: async (id: string) => (await refetch()).data?.verifications.find((request) => request.id === id),
    /** Asks again, for the user first, whose key may have been replaced meanwhile. */
    async retry() {
      await refresh()
      await refetch()
    },
  }
}
