import type { Area } from '../api/tokens.ts'

/** The way back after signing in: `/login?next=/home?panel=payment`. */

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

/** Where the pages of the two areas are: the API area of developers and the portal of clinicians. */

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

/**
 * An address in parts; undefined for a text that is none. `URL.parse` and `URL.canParse` tell the same in one call, but browsers that
 * the bundle is made for (web/build/bundle.ts) lack them.
 */
export function readAddress(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base)
  } catch {
    return undefined
  }
}
