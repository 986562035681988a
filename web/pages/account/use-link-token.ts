import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { carriedToken } from './carried.ts'

/**
 * The token of a link in a letter, or null. It opens an account, so it is taken out of the address at once, where history, bookmarks and
 * a look over the shoulder would find it; the state of this one entry of the history keeps it for a reload.
 */
export function useLinkToken(): string | null {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const inAddress = new URLSearchParams(search).get('token') || null
  useEffect(() => {
    if (inAddress === null) return
    const rest = new URLSearchParams(search)
    rest.delete('token')
    navigate({ pathname, search: rest.toString() }, { replace: true, state: { token: inAddress } })
  }, [inAddress, pathname, search, navigate])
  return inAddress ?? carriedToken(state)
}
