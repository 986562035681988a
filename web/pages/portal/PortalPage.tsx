import { FileCheck, Hourglass } from 'lucide-react'
import { lazy, useState } from 'react'
import { EmailNotice } from '../../account/EmailNotice.tsx'
import { useLiveKey } from '../../account/use-live-key.ts'
import { useUser } from '../../api/user.tsx'
import { Button } from '../../ui/buttons.tsx'
import { LaterPart } from '../../ui/LaterPart.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CompletedRequest } from './CompletedRequest.tsx'
import { Introduction } from './Introduction.tsx'
import { PendingRequest } from './PendingRequest.tsx'
import { PortalHeader } from './PortalHeader.tsx'
import { Profile } from './Profile.tsx'
import { RequestsPanel } from './RequestsPanel.tsx'
import type { RequestStart } from './request-form.ts'

// The form comes when somebody opens it.
const RequestDialog = lazy(async () => ({ default: (await import('./RequestDialog.tsx')).RequestDialog }))

/** My Verifications: the clinician's own requests, what became of them, and who the clinician is. */
export function PortalPage() {
  const { user } = useUser()
  useLiveKey()
  const [start, setStart] = useState<RequestStart>()
  const [newId, setNewId] = useState<string>()
  return (
    <div className="flex min-h-dvh flex-col">
      <PortalHeader />
      <div className="mx-auto flex w-full max-w-landing grow items-start gap-8 px-4 py-8">
        <aside aria-label="Profile" className="w-72 shrink-0 max-md:hidden">
          <Panel title="My Profile">
            <Profile />
          </Panel>
        </aside>
        <main id="main" className="flex min-w-0 grow flex-col gap-6">
          <h1 className="text-2xl font-semibold">My Verifications</h1>
          {user !== null && <EmailNotice user={user} />}
          <RequestsPanel
            list="pending"
            title="Pending Verifications"
            subtitle="Verification requests awaiting review"
            actions={
              <Button disabled={user === null} onClick={() => setStart({})}>
                New Verification
              </Button>
            }
            empty={{
              icon: Hourglass,
              title: 'No pending verifications',
              text: 'Get started by requesting a new verification.',
            }}
            footer={
              <p className="text-sm wrap-anywhere text-muted">
                A reviewer looks at every request, the oldest first. We cannot promise a day; we write to{' '}
                {user?.email ?? 'you'} when yours is decided.
              </p>
            }
          >
            {(request, readAnew) => (
              <PendingRequest request={request} readAnew={readAnew} isNew={request.id === newId} />
            )}
          </RequestsPanel>
          <RequestsPanel
            list="completed"
            title="Completed Verifications"
            subtitle="Your completed verifications"
            empty={{
              icon: FileCheck,
              title: 'No active verifications',
              text: 'Your approved or rejected verifications will appear here.',
            }}
          >
            {(request, readAnew) => (
              <CompletedRequest
                request={request}
                readAnew={readAnew}
                onAgain={() => setStart({ npi: request.npi, credential: request.credentials[0] })}
              />
            )}
          </RequestsPanel>
          {/* Last, since it comes only once both lists are known to be empty, and would push them down. */}
          <Introduction />
        </main>
      </div>
      <LaterPart>
        {start !== undefined && user !== null && (
          <RequestDialog user={user} start={start} onClose={() => setStart(undefined)} onSubmitted={setNewId} />
        )}
      </LaterPart>
    </div>
  )
}
