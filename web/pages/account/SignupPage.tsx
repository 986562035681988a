import { MessagePage } from '../../frame/MessagePage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Create an account: says that it opens soon. */
export function SignupPage() {
  return (
    <MessagePage title="Create an account" sentence="This page opens soon.">
      <LinkButton to="/">Go back home</LinkButton>
    </MessagePage>
  )
}
