import { FileCheck, ListChecks, Share2 } from 'lucide-react'
import { areaAddresses } from '../../frame/next-address.ts'
import { EntranceLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { RecordList, StatusRecord } from '../../ui/rows.tsx'
import { NpiDigits } from '../../ui/text.tsx'
import { LandingPage } from './LandingPage.tsx'

const points = [
  {
    icon: FileCheck,
    title: 'Submit once',
    text: 'All you need is your NPI and a photo of your license or diploma. You see right away what the registry says.',
  },
  {
    icon: ListChecks,
    title: 'Follow every request',
    text: 'Pending, approved, or rejected, with the reason and what to do next. Every approval has an expiration date, so you can renew on time.',
  },
  {
    icon: Share2,
    title: 'Share it on your terms',
    text: 'Share credentials with time-limited access tokens: a link and a QR code that expire when you choose. Add a passcode, see who opened it, and revoke it any time.',
  },
] as const

export function MyVerificationsPage() {
  const actions = (
    <>
      <LinkButton to={areaAddresses.portal.signup} isLarge>
        Create an account
      </LinkButton>
      <EntranceLink isLarge />
    </>
  )
  return (
    <LandingPage
      title="Your credentials, verified"
      sentence="Get your license and credentials checked once, by a reviewer and against the national registry. Then share the result."
      actions={actions}
      exhibit={<PortalExhibit />}
      pointsTitle="How it works"
      points={points}
      closing={{
        title: 'It takes about three minutes',
        sentence:
          'Have your NPI and a photo of your credential ready. The image is encrypted, only you and our reviewers can open it, and it is deleted within 90 days of the decision.',
        actions,
      }}
    />
  )
}

function PortalExhibit() {
  return (
    <figure className="flex flex-col gap-3">
      <RecordList>
        <li>
          <StatusRecord status="pending" title="Registered Nurse (RN)">
            <p>
              NPI <NpiDigits npi="2104388121" />
            </p>
            <p>Submitted on: Nov 18, 2026</p>
          </StatusRecord>
        </li>
        <li>
          <StatusRecord status="approved" title="Medical Doctor (MD)">
            <p>
              NPI <NpiDigits npi="2219473057" />
            </p>
            <p>Approved: Jan 5, 2026 · Expires: Jan 5, 2028</p>
          </StatusRecord>
        </li>
        <li>
          <StatusRecord status="rejected" title="Doctor of Osteopathic Medicine (DO)">
            <p>
              NPI <NpiDigits npi="2831567401" />
            </p>
            <p>Reviewed: Jan 2, 2026</p>
            <p className="text-danger">Rejection Reason: Image is not clear</p>
          </StatusRecord>
        </li>
      </RecordList>
      <figcaption className="text-sm text-subtle">
        Requests from three clinicians, as each one sees theirs. All entries are fictional.
      </figcaption>
    </figure>
  )
}
