/** Where an admin is on the desk, as the address says: /admin?status=&npi=&id=&view=. */
import { useSearchParams } from 'react-router'

/** What the list can be filtered by (specification, section 9). */
export const filters = ['all', 'pending', 'approved', 'rejected'] as const

export interface Place {
  /** `review` is the list of approvals that need a review. */
  status: (typeof filters)[number] | 'review'
  npi: string | undefined
  id: string | undefined
  isPreviewOpen: boolean
}

export function isSameList(one: Place, other: Place): boolean {
  return one.status === other.status && one.npi === other.npi
}

/** The place, the address of another one, and how to go there. `changes` keep the rest of the place. */
export function usePlace() {
  const [search, setSearch] = useSearchParams()
  const place: Place = {
    status: [...filters, 'review' as const].find((filter) => filter === search.get('status')) ?? 'pending',
    npi: search.get('npi') ?? undefined,
    id: search.get('id') ?? undefined,
    isPreviewOpen: search.get('view') === 'image',
  }
  const searchOf = (changes: Partial<Place>) => {
    const { status, npi, id, isPreviewOpen } = { ...place, isPreviewOpen: false, ...changes }
    return new URLSearchParams({
      ...(status !== 'pending' && { status }),
      ...(npi !== undefined && { npi }),
      ...(id !== undefined && { id }),
      ...(isPreviewOpen && { view: 'image' }),
    })
  }
  return {
    place,
    addressOf: (changes: Partial<Place>) => `?${searchOf(changes)}`,
    go: (changes: Partial<Place>, { isNewEntry = false } = {}) =>
      setSearch(searchOf(changes), { replace: !isNewEntry, preventScrollReset: true }),
  }
}
