/** Where the pages of the two areas are: the API area of developers and the portal of clinicians. */
import type { Area } from '../api/tokens.ts'

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
