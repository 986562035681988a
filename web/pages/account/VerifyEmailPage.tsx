import { MessagePage } from '../../frame/MessagePage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Verify your email address: says that it opens soon. */
export function VerifyEmailPage() {
  return (
    <MessagePage title="Verify your email address" sentence="This page opens soon.">
      <LinkButton to="/">Go back home</LinkButton>
    </MessagePage>
  )
}
