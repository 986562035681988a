/** The list of the desk: page after page of everybody's requests, looked at again now and then, since others decide too. */
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Verification } from '#contract/verifications'
import { type CallError, call, type Output } from '../../api/call.ts'
import type { Place } from './place.ts'

export const listName = 'GET /api/verifications'

/** Requests in a page (specification, section 9). */
const pageSize = 10

/** Milliseconds between two looks at the list, for each page of it that is loaded: four calls a minute at most. */
const pollMsPerPage = 15_000

/** The requests of a place. A reload begins with page 1 and goes as far as the list had come. */
export function useRequests({ status, npi }: Place, apiKey: string | undefined) {
  const query = { admin: 'true', limit: String(pageSize), status: status === 'all' ? undefined : status, npi } as const
  const list = useInfiniteQuery<Output<typeof listName>, CallError, List, readonly unknown[], number>({
    queryKey: [listName, { query }],
    queryFn: ({ pageParam, signal }) =>
      call(listName, { query: { ...query, page: String(pageParam) } }, { apiKey, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * pageSize < total ? pages.length + 1 : undefined),
    select: ({ pages }) => ({
      total: pages.at(-1)?.total ?? 0,
      // A request that moved between two calls may stand on both of their pages.
      requests: [...new Map(pages.flatMap((page) => page.verifications).map((one) => [one.id, one])).values()],
    }),
    enabled: apiKey !== undefined,
    staleTime: 0,
    // A filter that is chosen again begins at page 1.
    gcTime: 0,
    // A list that did not load waits for Retry.
    refetchInterval: ({ state }) => state.data !== undefined && pollMsPerPage * state.data.pages.length,
  })
  return list
}

interface List {
  total: number
  requests: Verification[]
}
