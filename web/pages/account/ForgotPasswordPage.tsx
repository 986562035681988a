import { MessagePage } from '../../frame/MessagePage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Forgot your password: says that it opens soon. */
export function ForgotPasswordPage() {
  return (
    <MessagePage title="Forgot your password" sentence="This page opens soon.">
      <LinkButton to="/">Go back home</LinkButton>
    </MessagePage>
  )
}
