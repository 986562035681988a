import { lazy } from 'react'
import { InlineEdit } from './inline-edit.tsx'

// The form comes when somebody opens it.
const EmailForm = lazy(async () => ({ default: (await import('./EmailForm.tsx')).EmailForm }))

/** The email address of an account, to be changed in its place; the new one counts once the link in a letter to it was followed. */
export function EmailEdit({ email }: { email: string }) {
  return (
    <InlineEdit label="Email address" value={email}>
      {(close) => <EmailForm email={email} onClose={close} />}
    </InlineEdit>
  )
}
