import { lazy } from 'react'
import { EmailEdit, PhoneEdit } from '../../account/contact-edits.tsx'
import { EmailNotice } from '../../account/EmailNotice.tsx'
import { useUser } from '../../api/user.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmailChoice } from './EmailChoice.tsx'
import { failures, PendingPanel } from './failures.tsx'

const SecurityPanels = lazy(async () => ({
  default: (await import('../../account/security-panels.tsx')).SecurityPanels,
}))

export function ProfilePanel() {
  const { user, isLoading, error, refresh } = useUser()
  const title = 'Contact details'
  if (user === null) {
    const failure = isLoading ? null : (error ?? failures.noUser)
    return <PendingPanel title={title} failure={failure} onRetry={refresh} size="h-40" />
  }
  return (
    <>
      <EmailNotice user={user} />
      <Panel title={title} subtitle="How we reach you. No one else sees this.">
        <div className="flex max-w-column flex-col gap-6">
          <PhoneEdit phone={user.phone} />
          <EmailEdit email={user.email} />
        </div>
      </Panel>
      <Panel title="Emails" subtitle="We always email you about security, payments and decisions.">
        <div className="flex flex-col gap-3">
          <EmailChoice name="quotaEmails" />
          <EmailChoice name="weeklyEmails" />
        </div>
      </Panel>
      <LaterPart fallback={<Skeleton size="h-96" />}>
        <SecurityPanels />
      </LaterPart>
    </>
  )
}
