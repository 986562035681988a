import { CalendarClock, FileCheck, ListChecks } from 'lucide-react'
import { areaAddresses } from '../../frame/next-address.ts'
import { EntranceLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { LandingPage } from './LandingPage.tsx'
import { PortalExhibit } from './PortalExhibit.tsx'

const points = [
  {
    icon: FileCheck,
    title: 'Submit once',
    text: 'Your NPI and a photo of your license or diploma are all it takes. You see at once what the register says.',
  },
  {
    icon: ListChecks,
    title: 'Follow every request',
    text: 'Pending, approved or rejected, with the day and the reason, and what to do next.',
  },
  {
    icon: CalendarClock,
    title: 'Know when it expires',
    text: 'Each approval has a date until which it lasts, so that you renew in time.',
  },
] as const

const { signup } = areaAddresses.portal

/** The landing page of the portal for clinicians. */
export function MyVerificationsPage() {
  return (
    <LandingPage
      title="Your credentials, verified"
      sentence="My Verifications is where nurses and doctors have their license and credentials checked, by a person and against the national register, and keep the result."
      actions={
        <>
          <LinkButton to={signup}>Create an account</LinkButton>
          <EntranceLink />
        </>
      }
      exhibit={<PortalExhibit />}
      pointsTitle="What you can do there"
      points={points}
      closing={{
        title: 'It takes about three minutes',
        sentence:
          'Have your NPI and a photo of your credential at hand. Your image is encrypted, seen by reviewers alone, and destroyed after the decision.',
        actions: (
          <>
            <LinkButton to={signup}>Create an account</LinkButton>
            <EntranceLink />
          </>
        ),
      }}
    />
  )
}
