import { lazy } from 'react'
import { EmailEdit, PhoneEdit } from '../../account/contact-edits.tsx'
import { EmailNotice } from '../../account/EmailNotice.tsx'
import { useUser } from '../../api/user.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { LoadError } from '../../ui/placeholders.tsx'
import { failures } from './failures.ts'

// The panel of contact details is there first.
const SecurityPanels = lazy(async () => ({
  default: (await import('../../account/security-panels.tsx')).SecurityPanels,
}))

/** The phone number and the email address of the account, each to be changed in its place. */
export function ProfilePanel() {
  const { user, isLoading, error, refresh } = useUser()
  if (user === null) {
    return (
      <Panel title="Contact details" isBusy={isLoading}>
        {isLoading ? <Skeleton size="h-40" /> : <LoadError title={error ?? failures.noUser} onRetry={refresh} />}
      </Panel>
    )
  }
  return (
    <>
      <EmailNotice user={user} />
      <Panel title="Contact details" subtitle="How we reach you. Nobody else sees them.">
        <div className="flex max-w-column flex-col gap-6">
          <PhoneEdit phone={user.phone} />
          <EmailEdit email={user.email} />
        </div>
      </Panel>
      <LaterPart fallback={<Skeleton size="h-96" />}>
        <SecurityPanels />
      </LaterPart>
    </>
  )
}
