import { signOut } from '../../api/sign-out.ts'
import { useUser } from '../../api/user-context.ts'
import { MessagePage } from '../../frame/MessagePage.tsx'
import { Button } from '../../ui/Button.tsx'

/** Dashboard. */
export function HomePage() {
  const { user, error } = useUser()
  return (
    <MessagePage title="Dashboard" sentence={error ?? (user === null ? '' : `Signed in as ${user.email}.`)}>
      <Button look="plain" onClick={() => signOut('api')}>
        Logout
      </Button>
    </MessagePage>
  )
}
