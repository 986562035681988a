import { useToken } from '../api/tokens.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { areaAddresses } from './area-addresses.ts'

/** To the dashboard for those who are signed in, to the login for the others. */
export function EntranceLink() {
  const isSignedIn = typeof useToken('api') === 'string'
  const { home, login } = areaAddresses.api
  return (
    <LinkButton to={isSignedIn ? home : login} look="plain">
      {isSignedIn ? 'Dashboard' : 'Login'}
    </LinkButton>
  )
}
