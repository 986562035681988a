import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { type Area, endOf, useToken } from '../api/tokens.ts'
import { useUser } from '../api/user.tsx'
import { Button } from '../ui/buttons.tsx'
import { MessagePage } from './message-pages.tsx'
import { areaAddresses, nextAfterLogin, withNext } from './next-address.ts'
import type { Guard } from './page.ts'
/** Renders a page to those its guard lets in, and leads the others where they belong before anything of it shows. */
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

/** Signing in ends here too: as soon as the token is held, the page to go to takes the place of the login page. */
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
  // The page begins anew for another user, whose answers are not to stand among what the one before was doing.
  if (token !== null) return <Fragment key={apiToken ?? token}>{children}</Fragment>
  const end = endOf(area)
  // Where somebody was who signed out is of no interest.
  if (end === 'left') return <Navigate to={areaAddresses[area].login} replace />
  return <Navigate to={withNext(pathname + search + hash, area)} state={end && ended} replace />
}

/** For the login page, which says so (web/pages/account/carried.ts). One object, so that it is handed over once. */
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
  // Who it is remains to be seen: nobody is sent away for that.
  if (error !== null) {
    return (
      <MessagePage title={error} sentence="Whether you may see this page is known only once that has succeeded.">
        <Button onClick={refresh}>Retry</Button>
      </MessagePage>
    )
  }
  return user?.admin ? children : <Navigate to={areaAddresses.api.home} replace />
}
