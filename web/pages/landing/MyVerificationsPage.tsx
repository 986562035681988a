import { FileCheck, ListChecks, Share2 } from 'lucide-react'
import { areaAddresses } from '../../frame/next-address.ts'
import { EntranceLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { RecordList, StatusRecord } from '../../ui/rows.tsx'
import { LandingPage } from './LandingPage.tsx'

const points = [
  {
    icon: FileCheck,
    title: 'Submit once',
    text: 'Your NPI and a photo of your license or diploma are all it takes. You see at once what the register says.',
  },
  {
    icon: ListChecks,
    title: 'Follow every request',
    text: 'Pending, approved or rejected, with the reason and what to do next. Every approval has an expiration date, so you can renew on time.',
  },
  {
    icon: Share2,
    title: 'Share it on your terms',
    text: 'Share credentials with time-limited access tokens: a link and a QR code that end when you say. Add a passcode, see who opened it, and revoke it at any time.',
  },
] as const

export function MyVerificationsPage() {
  const actions = (
    <>
      <LinkButton to={areaAddresses.portal.signup}>Create an account</LinkButton>
      <EntranceLink />
    </>
  )
  return (
    <LandingPage
      title="Your credentials, verified"
      sentence="My Verifications is where nurses and doctors have their license and credentials checked, by a person and against the national register, and keep the result."
      actions={actions}
      exhibit={<PortalExhibit />}
      pointsTitle="What you can do there"
      points={points}
      closing={{
        title: 'It takes about three minutes',
        sentence:
          'Have your NPI and a photo of your credential at hand. Your image is encrypted, seen only by reviewers, and deleted after the decision.',
        actions,
      }}
    />
  )
}

function PortalExhibit() {
  const npi = <span className="font-mono whitespace-nowrap">NPI 2104&nbsp;388&nbsp;127</span>
  return (
    <figure className="flex flex-col gap-3">
      <RecordList>
        <li>
          <StatusRecord status="pending" title="Registered Nurse (RN)">
            {npi}
            <p>Submitted on: Nov 18, 2026</p>
          </StatusRecord>
        </li>
        <li>
          <StatusRecord status="approved" title="Medical Doctor (MD)">
            {npi}
            <p>Approved: Jan 5, 2026 · Expires: Jan 5, 2028</p>
          </StatusRecord>
        </li>
        <li>
          <StatusRecord status="rejected" title="Doctor of Osteopathic Medicine (DO)">
            {npi}
            <p>Reviewed: Jan 2, 2026</p>
            <p className="text-danger">Rejection Reason: Image is not clear</p>
          </StatusRecord>
        </li>
      </RecordList>
      <figcaption className="text-sm text-subtle">
        Three requests as you will see them. The entries are invented.
      </figcaption>
    </figure>
  )
}
