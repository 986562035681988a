import { MessagePage } from '../../frame/MessagePage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** My Verifications: says that it opens soon. */
export function MyVerificationsPage() {
  return (
    <MessagePage title="My Verifications" sentence="This page opens soon.">
      <LinkButton to="/">Go back home</LinkButton>
    </MessagePage>
  )
}
