/** Where an admin is on the desk, as the address says: /admin?status=&npi=&id=&view=. */
import { useSearchParams } from 'react-router'
import type { VerificationStatus } from '#contract/verification-words'

/** What the list can be filtered by (specification, section 9). */
export const filters = ['all', 'pending', 'approved', 'rejected'] as const satisfies readonly (
  | VerificationStatus
  | 'all'
)[]

type Filter = (typeof filters)[number]

export interface Place {
  status: Filter
  /** Only requests for this NPI. */
  npi: string | undefined
  /** The request that is open. */
  id: string | undefined
  /** Whether its image is shown over the whole page. */
  isPreviewOpen: boolean
}

/** Whether two places show the same list. */
export function isSameList(one: Place, other: Place): boolean {
  return one.status === other.status && one.npi === other.npi
}

/** The place, the address of another one, and how to go there. What is not said stays as it is. */
export function usePlace() {
  const [search, setSearch] = useSearchParams()
  const place: Place = {
    status: filters.find((filter) => filter === search.get('status')) ?? 'pending',
    npi: search.get('npi') ?? undefined,
    id: search.get('id') ?? undefined,
    isPreviewOpen: search.get('view') === 'image',
  }
  const searchOf = (changes: Partial<Place>) => searchParamsOf({ ...place, isPreviewOpen: false, ...changes })
  return {
    place,
    addressOf: (changes: Partial<Place>) => `?${searchOf(changes)}`,
    go: (changes: Partial<Place>, { isNewEntry = false } = {}) =>
      setSearch(searchOf(changes), { replace: !isNewEntry, preventScrollReset: true }),
  }
}

function searchParamsOf({ status, npi, id, isPreviewOpen }: Place): URLSearchParams {
  return new URLSearchParams({
    ...(status !== 'pending' && { status }),
    ...(npi !== undefined && { npi }),
    ...(id !== undefined && { id }),
    ...(isPreviewOpen && { view: 'image' }),
  })
}
