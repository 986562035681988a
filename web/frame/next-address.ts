/** The way back after signing in: `/login?next=/home?panel=payment`. */
import type { Area } from '../api/tokens.ts'

/** A login page that leads back to `here`; an area's home needs no `next`. */
export function withNext(here: string, area: Area, page: 'login' | 'signup' | 'forgotPassword' = 'login'): string {
  const { [page]: address, home } = areaAddresses[area]
  return here === home ? address : `${address}?${new URLSearchParams({ next: here })}`
}

/** Where signing in leads: to `next` if it is an address of this web app, else home. */
export function nextAfterLogin(search: string, area: Area): string {
  const next = new URLSearchParams(search).get('next')
  return next !== null && isOurs(next) ? next : areaAddresses[area].home
}

/** An open redirect would lend our name to another site. */
function isOurs(address: string): boolean {
  const base = 'https://here.invalid'
  return address.startsWith('/') && readAddress(address, base)?.origin === base
}

interface AreaAddresses {
  home: string
  login: string
  signup: string
  forgotPassword: string
  resetPassword: string
}

export const areaAddresses: Record<Area, AreaAddresses> = {
  api: {
    home: '/home',
    login: '/login',
    signup: '/signup',
    forgotPassword: '/forgot-password',
    resetPassword: '/reset-password',
  },
  portal: {
    home: '/myPortal',
    login: '/portal-login',
    signup: '/portal-signup',
    forgotPassword: '/portal-forgot-password',
    resetPassword: '/portal-reset-password',
  },
}

/** Undefined for a text that is no address. Supported browsers lack `URL.parse` and `URL.canParse`. */
export function readAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
