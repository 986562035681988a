import { useLocation, useSearchParams } from 'react-router'
import type { Area } from '../../api/tokens.ts'

/** The area of an account page: by its address, or by `type=portal` on the pages that mails and others link to. */
export function useArea(): Area {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  return pathname.startsWith('/portal-') || search.get('type') === 'portal' ? 'portal' : 'api'
}
