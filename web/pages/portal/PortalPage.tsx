import { clearToken } from '../../api/tokens.ts'
import { useUser } from '../../api/user-context.ts'
import { MessagePage } from '../../frame/MessagePage.tsx'
import { Button } from '../../ui/Button.tsx'

/** My Verifications. */
export function PortalPage() {
  const { user, error } = useUser()
  return (
    <MessagePage title="My Verifications" sentence={error ?? (user === null ? '' : `Signed in as ${user.email}.`)}>
      <Button look="plain" onClick={() => clearToken('portal', { isWanted: true })}>
        Log Out
      </Button>
    </MessagePage>
  )
}
