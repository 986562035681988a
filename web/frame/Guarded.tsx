import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { type Area, endOf, useToken } from '../api/tokens.ts'
import { useUser } from '../api/user.tsx'
import { Button } from '../ui/buttons.tsx'
import { MessagePage } from './message-pages.tsx'
import { areaAddresses, nextAfterLogin, withNext } from './next-address.ts'
import type { Guard } from './page.ts'

/** Renders a page for those its guard admits, and redirects the others before anything of it shows. */
export function Guarded({ guard, children }: { guard: Guard; children: ReactNode }) {
  switch (guard.kind) {
    case 'none':
      return children
    case 'signedOut':
      return <SignedOutOnly area={guard.area}>{children}</SignedOutOnly>
    case 'signedIn':
      return <SignedInOnly area={guard.area}>{children}</SignedInOnly>
    case 'admin':
      return <AdminOnly>{children}</AdminOnly>
  }
}

/** Signing in ends here too: as soon as the token is stored, the next page replaces the login. */
function SignedOutOnly({ area, children }: { area: Area; children: ReactNode }) {
  const token = useToken(area)
  const { search } = useLocation()
  if (token === undefined) return null
  return token === null ? children : <Navigate to={nextAfterLogin(search, area)} replace />
}

function SignedInOnly({ area, children }: { area: Area; children: ReactNode }) {
  const token = useToken(area)
  const apiToken = useToken('api')
  const { pathname, search, hash } = useLocation()
  if (token === undefined) return null
  // The page starts over for another user.
  if (token !== null) return <Fragment key={apiToken ?? token}>{children}</Fragment>
  const end = endOf(area)
  // After signing out, the next user starts at home.
  if (end === 'left') return <Navigate to={areaAddresses[area].login} replace />
  return <Navigate to={withNext(pathname + search + hash, area)} state={end && ended} replace />
}

/** For the login page (web/pages/account/carried.ts). One object, so that it is passed once. */
const ended = { reason: 'ended' }

function AdminOnly({ children }: { children: ReactNode }) {
  return (
    <SignedInOnly area="api">
      <AdminsOfUsers>{children}</AdminsOfUsers>
    </SignedInOnly>
  )
}

function AdminsOfUsers({ children }: { children: ReactNode }) {
  const { user, isLoading, error, refresh } = useUser()
  if (isLoading) return null
  // The user is not known yet, so there is no redirect.
  if (error !== null) {
    return (
      <MessagePage title={error} sentence="We couldn’t check whether you have access to this page.">
        <Button onClick={refresh}>Retry</Button>
      </MessagePage>
    )
  }
  return user?.admin ? children : <Navigate to={areaAddresses.api.home} replace />
}
