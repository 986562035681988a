import { Button } from '../ui/Button.tsx'
import { MessagePage } from './MessagePage.tsx'

interface UnknownUserPageProps {
  /** Why it is not known who is signed in. */
  error: string
  onRetry: () => void
}

/** In the place of a page that only some users may see, while nobody can tell whether this one may. */
export function UnknownUserPage({ error, onRetry }: UnknownUserPageProps) {
  return (
    <MessagePage title={error} sentence="You are still signed in, but we cannot tell yet whether this page is yours.">
      <Button onClick={onRetry}>Retry</Button>
    </MessagePage>
  )
}
