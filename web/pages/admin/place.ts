/** Where an admin is on the desk: /admin?status=&npi=&credential=&state=&age=&failed=&id=&view=. */
import { startTransition, useOptimistic } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { stateCodes } from '#contract/state-codes'
import { type CredentialType, checkCodes, credentialTypes, keysOf } from '#contract/verification-words'

/** What the list can be filtered by (specification, section 9). */
export const filters = ['all', 'pending', 'approved', 'rejected'] as const

/** Days after which a request counts as that old. */
export const ages = ['1', '3', '7', '30'] as const

/** What narrows a list further, by the parameter of the address. */
export interface Narrowing {
  credential: CredentialType | undefined
  state: string | undefined
  age: (typeof ages)[number] | undefined
  failed: keyof typeof checkCodes | 'any' | undefined
}

export interface Place extends Narrowing {
  /** `review` is the list of approvals that need a review. */
  status: (typeof filters)[number] | 'review'
  npi: string | undefined
  /** Kept with the entry of the history: it may be an email address, which the address bar should not have. */
  search: string | undefined
  id: string | undefined
  isPreviewOpen: boolean
}

export const noNarrowing: Narrowing = { credential: undefined, state: undefined, age: undefined, failed: undefined }

/** Names the list of a place, whichever request is open. */
export function listOf({ status, npi, search, credential, state, age, failed }: Place): string {
  return JSON.stringify([status, npi, search, credential, state, age, failed])
}

export function isSameList(one: Place, other: Place): boolean {
  return listOf(one) === listOf(other)
}

/** The place, the address of another one, and how to go there. `changes` keep the rest of the place. */
export function usePlace() {
  const [params, setParams] = useSearchParams()
  const { state: entry } = useLocation()
  const one = <T extends string>(name: string, known: readonly T[]) => known.find((value) => value === params.get(name))
  // The router draws a new address when it has time; a key pressed before that already acts on the new place.
  const [place, showPlace] = useOptimistic<Place>({
    status: one('status', [...filters, 'review']) ?? 'pending',
    npi: params.get('npi') ?? undefined,
    search: searchIn(entry),
    credential: one('credential', keysOf(credentialTypes)),
    state: one('state', stateCodes),
    age: one('age', ages),
    failed: one('failed', ['any', ...keysOf(checkCodes)]),
    id: params.get('id') ?? undefined,
    isPreviewOpen: params.get('view') === 'image',
  })
  const paramsOf = (changes: Partial<Place>) => {
    const { status, npi, credential, state, age, failed, id, isPreviewOpen } = {
      ...place,
      isPreviewOpen: false,
      ...changes,
    }
    const all = { status: status === 'pending' ? undefined : status, npi, credential, state, age, failed, id }
    const given = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
    return new URLSearchParams([...given, ...(isPreviewOpen ? [['view', 'image']] : [])])
  }
  return {
    place,
    /** The state that a link to another place in the same list takes along. */
    entryState: { search: place.search },
    addressOf: (changes: Partial<Place>) => `?${paramsOf(changes)}`,
    /** Narrows the list by one more parameter, or by one less where the value is empty. */
    narrow: (name: keyof Narrowing, value: string) => {
      const next = paramsOf({ id: undefined })
      if (value === '') next.delete(name)
      else next.set(name, value)
      setParams(next, { preventScrollReset: true, state: { search: place.search } })
    },
    go: (changes: Partial<Place>, { isNewEntry = false } = {}) => {
      const next = { ...place, isPreviewOpen: false, ...changes }
      startTransition(() => {
        showPlace(next)
        setParams(paramsOf(changes), {
          replace: !isNewEntry,
          preventScrollReset: true,
          state: { search: next.search },
        })
      })
    },
  }
}

function searchIn(entry: unknown): string | undefined {
  const { search } = Object(entry)
  return typeof search === 'string' ? search : undefined
}
