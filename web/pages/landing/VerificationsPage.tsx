import { MessagePage } from '../../frame/MessagePage.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Verifications API: says that it opens soon. */
export function VerificationsPage() {
  return (
    <MessagePage title="Verifications API" sentence="This page opens soon.">
      <LinkButton to="/">Go back home</LinkButton>
    </MessagePage>
  )
}
