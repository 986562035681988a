/** What one account page hands to the next in the state of a link: never in the address, which logs keep. */
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

export function carriedEmail(state: unknown): string {
  return memberOf(state, 'email') ?? ''
}

export function carriedNote(state: unknown): string | undefined {
  return memberOf(state, 'note')
}

export function carriedEnd(state: unknown): boolean {
  return memberOf(state, 'reason') === 'ended'
}

/** The token of an email's link, or null. It leaves the address at once; the history state keeps it for a reload. */
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
  return inAddress ?? memberOf(state, 'token') ?? null
}

function memberOf(state: unknown, name: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const value: unknown = Reflect.get(state, name)
  return typeof value === 'string' ? value : undefined
}
