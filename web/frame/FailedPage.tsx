import { Button, LinkButton } from '../ui/buttons.tsx'
import { MessagePage } from './MessagePage.tsx'

/** In the place of a page whose code failed or did not load. Retry loads anew, since part of the code may be missing. */
export function FailedPage() {
  return (
    <MessagePage title="This page failed" sentence="It is our mistake, not yours. What you saved is safe.">
      <Button onClick={() => window.location.reload()}>Retry</Button>
      <LinkButton to="/" look="plain" reloadDocument>
        Go home
      </LinkButton>
    </MessagePage>
  )
}
