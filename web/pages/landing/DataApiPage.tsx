import { Building2, MapPin, Stethoscope } from 'lucide-react'
import { EntranceLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { LandingPage } from './LandingPage.tsx'
import { nearbyAnswer, nearbySamples } from './nearby-samples.ts'
import { RegistryNote } from './RegistryNote.tsx'
import { SampleSheet } from './SampleSheet.tsx'

const points = [
  {
    icon: Stethoscope,
    title: 'Doctor Profiles',
    text: 'Credentials, specialties, practice addresses, phone numbers and patient reviews of every doctor with an NPI.',
  },
  {
    icon: MapPin,
    title: 'Location-Based Search',
    text: 'By address, city, state, ZIP code or coordinates, within up to 25 miles, nearest first, with an exact total.',
  },
  {
    icon: Building2,
    title: 'Healthcare Facilities',
    text: 'Hospitals, clinics, pharmacies and nursing facilities, and which doctors practice at their address.',
  },
] as const

/** The landing page of the API for developers. */
export function DataApiPage() {
  return (
    <LandingPage
      title="Doctor and Medical Data API"
      sentence="Ask for doctors near an address and get them back as JSON, nearest first, from the register that every provider in the United States has to be in."
      actions={
        <>
          <EntranceLink look="primary" />
          <LinkButton to="/documentation" look="plain">
            View Documentation
          </LinkButton>
        </>
      }
      note={<RegistryNote />}
      exhibit={
        <SampleSheet
          label="A route that finds nearby doctors"
          samples={nearbySamples}
          status="200 OK · GET /api/find-doctors"
          answer={nearbyAnswer}
        />
      }
      pointsTitle="What you can ask for"
      points={points}
      closing={{
        title: 'One key, one header, one answer',
        sentence: 'An account takes a minute and comes with its key. The free plan has 100 calls a month.',
        actions: (
          <>
            <LinkButton to="/documentation">View API Documentation</LinkButton>
            <EntranceLink />
          </>
        ),
      }}
    />
  )
}
