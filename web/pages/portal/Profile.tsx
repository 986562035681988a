import { lazy, useState } from 'react'
import { EmailEdit, PhoneEdit } from '../../account/contact-edits.tsx'
import { useUser } from '../../api/user.tsx'
import { Button } from '../../ui/buttons.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { Facts } from './pieces.tsx'

// It comes when somebody opens it.
const SecurityDialog = lazy(async () => ({ default: (await import('./SecurityDialog.tsx')).SecurityDialog }))

/** Who the clinician is: what can be changed, and what approvals have made of it. */
export function Profile() {
  const { user, isLoading, error, refresh } = useUser()
  const [isOpen, setOpen] = useState(false)
  if (isLoading) {
    return (
      <div aria-busy="true" className="flex animate-late flex-col gap-4">
        <Skeleton size="h-11 w-full" />
        <Skeleton size="h-11 w-full" />
        <Skeleton size="h-40 w-full" />
      </div>
    )
  }
  if (user === null) return <LoadError title={error ?? 'No user data available'} onRetry={refresh} />
  const { _id, email, phone, npi, credentials } = user
  return (
    <div className="flex flex-col gap-4">
      <EmailEdit email={email} />
      <PhoneEdit phone={phone} />
      <Facts
        items={[
          { name: 'NPI', value: npi === null ? 'Pending' : <NpiDigits npi={npi} /> },
          { name: 'Credentials', value: credentials.length === 0 ? 'None yet' : credentials.join(', ') },
          { name: 'Account ID', value: _id, isCode: true },
        ]}
      />
      <Button look="plain" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Sign-in and security
      </Button>
      <LaterPart>{isOpen && <SecurityDialog onClose={() => setOpen(false)} />}</LaterPart>
    </div>
  )
}
