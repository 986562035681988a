import { BadgeCheck, FileSearch, UserCheck } from 'lucide-react'
import { EntranceLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { LandingPage } from './LandingPage.tsx'
import { SampleSheet } from './SampleSheet.tsx'
import { verificationAnswer, verificationSamples } from './verification-samples.ts'

const points = [
  {
    icon: FileSearch,
    title: 'Checked at once',
    text: 'The NPI and its check digit, the register, the credential on file, licenses and exclusions, in the answer to your call.',
  },
  {
    icon: UserCheck,
    title: 'Decided by a person',
    text: 'A reviewer compares the image with the register and approves or rejects it, with a reason.',
  },
  {
    icon: BadgeCheck,
    title: 'Doctors and nurses',
    text: 'Registered Nurse (RN), Medical Doctor (MD) and Doctor of Osteopathic Medicine (DO).',
  },
] as const

/** The landing page of the verifications API. */
export function VerificationsPage() {
  return (
    <LandingPage
      title="Doctor and Nurse Verification API"
      sentence="Send an NPI and an image of the credential. The checks against the national register are in the answer; a person decides the rest."
      actions={
        <>
          <EntranceLink look="primary" />
          <LinkButton to="/documentation/verifications" look="plain">
            View Documentation
          </LinkButton>
        </>
      }
      exhibit={
        <SampleSheet
          label="A request to verify a credential"
          samples={verificationSamples}
          status="201 Created · POST /api/verifications"
          answer={verificationAnswer}
        />
      }
      pointsTitle="What a verification is"
      points={points}
      closing={{
        title: 'Try it with a test image',
        sentence:
          'An account takes a minute and comes with its key. The documentation has a form that sends your first request.',
        actions: (
          <>
            <LinkButton to="/documentation/verifications">View API Documentation</LinkButton>
            <EntranceLink />
          </>
        ),
      }}
    />
  )
}
