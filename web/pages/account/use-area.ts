import { useLocation, useSearchParams } from 'react-router'
import type { Area } from '../../api/tokens.ts'
import { areaAddresses } from '../../frame/next-address.ts'

/** One signs in and up at an address of its own for each area, which its guard watches. */
const apiOnly: readonly string[] = [areaAddresses.api.login, areaAddresses.api.signup]

/** The area of an account page: by its address, or by `type=portal` on the pages that mails and others link to. */
export function useArea(): Area {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  if (apiOnly.includes(pathname)) return 'api'
  return pathname.startsWith('/portal-') || search.get('type') === 'portal' ? 'portal' : 'api'
}
