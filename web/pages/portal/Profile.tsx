import { EmailEdit } from '../../account/EmailEdit.tsx'
import { PhoneEdit } from '../../account/PhoneEdit.tsx'
import { useUser } from '../../api/user-context.ts'
import { Facts } from '../../ui/Facts.tsx'
import { LoadError } from '../../ui/LoadError.tsx'
import { NpiDigits } from '../../ui/NpiDigits.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

/** Who the clinician is: what can be changed, and what approvals have made of it. */
export function Profile() {
  const { user, isLoading, error, refresh } = useUser()
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
    </div>
  )
}
