import { useLocation } from 'react-router'
import { useToken } from '../api/tokens.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { areaAddresses } from './area-addresses.ts'

/** To where they work for those who are signed in, to the login for the others; on the pages of clinicians, of the portal. */
export function EntranceLink() {
  const { pathname } = useLocation()
  const area = /^\/(my-verifications|portal-)/.test(pathname) ? 'portal' : 'api'
  const isSignedIn = typeof useToken(area) === 'string'
  const { home, login } = areaAddresses[area]
  return (
    <LinkButton to={isSignedIn ? home : login} look="plain">
      {!isSignedIn ? 'Login' : area === 'api' ? 'Dashboard' : 'My Verifications'}
    </LinkButton>
  )
}
