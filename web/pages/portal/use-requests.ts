import { verificationPageSizeDefault } from '#contract/limits'
import { errorText } from '../../api/call.ts'
import { useAnswer } from '../../api/queries.ts'
import { useUser } from '../../api/user.tsx'

const statuses = { pending: 'pending', completed: 'approved,rejected' } as const

export type RequestList = keyof typeof statuses

const readingPollMs = 2_000

/** One page of a list, from 1. It needs the key of the user: what hides the user hides the list too. */
export function useRequests(list: RequestList, page: number) {
  const { user, isLoading, error: userError, refresh } = useUser()
  const query = { type: 'personal', status: statuses[list], ...(page > 1 && { page: String(page) }) } as const
  const { data, error, isPending, isPlaceholderData, refetch } = useAnswer(
    'GET /api/verifications',
    { query },
    {
      apiKey: user?.apiKey,
      isEnabled: user !== null,
      keepsPrevious: true,
      repeatMs: (answer) => (answer?.verifications.some(({ isReading }) => isReading) ? readingPollMs : false),
    },
  )
  return {
    data,
    isLoading: isLoading || (user !== null && isPending),
    /** Whether the list still shows the page before. */
    isTurning: isPlaceholderData,
    failure:
      userError ?? (error === null ? '' : errorText(error, 'Failed to load verifications. Please try again later.')),
    pages: Math.max(1, Math.ceil((data?.total ?? 0) / verificationPageSizeDefault)),
    /** Reads a request again, with a link to its image that works. */
    reload: async (id: string) => (await refetch()).data?.verifications.find((request) => request.id === id),
    /** Reads the user first, whose key may have been replaced meanwhile. */
    async retry() {
      await refresh()
      await refetch()
    },
  }
}
