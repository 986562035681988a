import { signOut } from '../../api/sign-out.ts'
import { useUser } from '../../api/user-context.ts'
import { MessagePage } from '../../frame/MessagePage.tsx'
import { Button } from '../../ui/Button.tsx'

/** My Verifications. */
export function PortalPage() {
  const { user, error } = useUser()
  return (
    <MessagePage title="My Verifications" sentence={error ?? (user === null ? '' : `Signed in as ${user.email}.`)}>
      <Button look="plain" onClick={() => signOut('portal')}>
        Log Out
      </Button>
    </MessagePage>
  )
}
