import { useLocation } from 'react-router'
import { useToken } from '../api/tokens.ts'
import { type ButtonLook, LinkButton } from '../ui/buttons.tsx'
import { areaAddresses } from './area-addresses.ts'
/** Leads signed-in users to their dashboard and everyone else to the login; on the clinicians' pages, those of the portal. */
export function EntranceLink({ look = 'plain' }: { look?: ButtonLook }) {
  const { pathname } = useLocation()
  const area = /^\/(my-verifications|portal-)/.test(pathname) ? 'portal' : 'api'
  const isSignedIn = typeof useToken(area) === 'string'
  const { home, login } = areaAddresses[area]
  return (
    <LinkButton to={isSignedIn ? home : login} look={look}>
      {!isSignedIn ? 'Login' : area === 'api' ? 'Dashboard' : 'My Verifications'}
    </LinkButton>
  )
}
