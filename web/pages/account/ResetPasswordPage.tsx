import { MessagePage } from '../../frame/MessagePage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Choose a new password: says that it opens soon. */
export function ResetPasswordPage() {
  return (
    <MessagePage title="Choose a new password" sentence="This page opens soon.">
      <LinkButton to="/">Go back home</LinkButton>
    </MessagePage>
  )
}
