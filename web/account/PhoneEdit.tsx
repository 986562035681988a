import { lazy } from 'react'
import { InlineEdit } from './inline-edit.tsx'

// The form comes when somebody opens it.
const PhoneForm = lazy(async () => ({ default: (await import('./PhoneForm.tsx')).PhoneForm }))

/** The phone number of an account, to be changed in its place. */
export function PhoneEdit({ phone }: { phone: string }) {
  return (
    <InlineEdit label="Phone number" value={phone}>
      {(close) => <PhoneForm phone={phone} onClose={close} />}
    </InlineEdit>
  )
}
