import { NpiJump } from './NpiJump.tsx'
import type { Desk } from './use-desk.ts'
import { useFocusWhen } from './use-focus-when.ts'

/** What the page is, and the way to the requests for one NPI. */
export function DeskHeading({ desk: { place, go, focusing }, headingId }: { desk: Desk; headingId: string }) {
  const heading = useFocusWhen<HTMLHeadingElement>(
    focusing !== undefined && focusing.id === undefined ? focusing : undefined,
  )
  return (
    <div className="flex flex-col gap-3 px-4 py-4 md:flex-row md:items-end md:justify-between">
      <div className="flex min-w-0 flex-col gap-0.5">
        <h1 className="text-xl font-semibold">Admin Dashboard</h1>
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 ref={heading} id={headingId} tabIndex={-1} className="font-semibold">
            Verifications Management
          </h2>
          <p className="text-sm text-muted">Review and manage verification requests from users</p>
        </div>
      </div>
      <NpiJump
        npi={place.npi}
        onJump={(npi) =>
          go({ npi, id: undefined, status: npi === undefined ? 'pending' : 'all' }, { isNewEntry: true })
        }
      />
    </div>
  )
}
