import { signOut } from '../../api/sign-out.ts'
import { useUser } from '../../api/user-context.ts'
import { MessagePage } from '../../frame/MessagePage.tsx'
import { Button } from '../../ui/Button.tsx'

/** Admin Dashboard. */
export function AdminPage() {
  const { user, error } = useUser()
  return (
    <MessagePage title="Admin Dashboard" sentence={error ?? (user === null ? '' : `Signed in as ${user.email}.`)}>
      <Button look="plain" onClick={() => signOut('api')}>
        Log out
      </Button>
    </MessagePage>
  )
}
