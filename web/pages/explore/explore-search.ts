/** The search of the explorer as its address has it: one text, filters, a page. */
import type { Input } from '../../api/call.ts'

export type ExploreInput = NonNullable<Input<'GET /explore/providers'>['query']>

export const filterNames = [
  'kind',
  'credential',
  'gender',
  'acceptsMedicare',
  'facilityType',
  'minRating',
  'radius',
] as const
export type FilterName = (typeof filterNames)[number]

const names = ['q', ...filterNames, 'latitude', 'longitude', 'page'] as const

export function searchIn(address: URLSearchParams): ExploreInput {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = address.get(name)?.trim() ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
}

export function addressOf(search: ExploreInput): string {
  const query = new URLSearchParams()
  for (const name of names) if (search[name]) query.set(name, search[name])
  return query.size === 0 ? '/explore' : `/explore?${query}`
}

/** Another search begins at its first page. */
export function withFilter(search: ExploreInput, name: FilterName, value: string): ExploreInput {
  const { page: _, [name]: __, ...rest } = search
  return value === '' ? rest : { ...rest, [name]: value }
}

/** Some hundred meters: enough to search around, and no address of a home in the address of a page. */
const decimals = 2

/** Around a position instead of a place in words. */
export function aroundPosition(search: ExploreInput, what: string, { latitude, longitude }: GeolocationCoordinates) {
  const { page: _, q: __, ...rest } = search
  return {
    ...rest,
    ...(what !== '' && { q: what }),
    latitude: latitude.toFixed(decimals),
    longitude: longitude.toFixed(decimals),
  }
}
