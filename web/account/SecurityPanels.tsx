import { useUser } from '../api/user-context.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { PasswordPanel } from './PasswordPanel.tsx'
import { SecondFactorPanel } from './SecondFactorPanel.tsx'
import { SessionsPanel } from './SessionsPanel.tsx'

/** How one signs in to the account, where one is signed in, and the way out for good. */
export function SecurityPanels() {
  const { user } = useUser()
  // Nothing else answers an admin who has yet to set one up.
  if (user?.secondFactor === 'required') return <SecondFactorPanel />
  return (
    <>
      <PasswordPanel />
      <SecondFactorPanel />
      <SessionsPanel />
      <DeleteAccount />
    </>
  )
}
