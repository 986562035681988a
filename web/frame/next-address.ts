/** The way back after signing in: `/login?next=/home?panel=payment`. */
import type { Area } from '../api/tokens.ts'
import { areaAddresses } from './area-addresses.ts'
import { readAddress } from './read-address.ts'

/** A page on the way in to an area, with the way back to `here`; an area's home needs none, since signing in leads there anyway. */
export function withNext(here: string, area: Area, page: 'login' | 'signup' | 'forgotPassword' = 'login'): string {
  const { [page]: address, home } = areaAddresses[area]
  return here === home ? address : `${address}?${new URLSearchParams({ next: here })}`
}

/** Where signing in leads: to `next` if it is an address of this web app, else home. */
export function nextAfterLogin(search: string, area: Area): string {
  const next = new URLSearchParams(search).get('next')
  return next !== null && isOurs(next) ? next : areaAddresses[area].home
}

/** A next address that led to another site would lend our name to it. */
function isOurs(address: string): boolean {
  const base = 'https://here.invalid'
  return address.startsWith('/') && readAddress(address, base)?.origin === base
}
