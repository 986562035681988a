import { EmailNotice } from '../../account/EmailNotice.tsx'
import { useUser } from '../../api/user-context.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PortalHeader } from './PortalHeader.tsx'
import { Profile } from './Profile.tsx'

/** My Verifications: the clinician's own requests, what became of them, and who the clinician is. */
export function PortalPage() {
  const { user } = useUser()
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
        </main>
      </div>
    </div>
  )
}
