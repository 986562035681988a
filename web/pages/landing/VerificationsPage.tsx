import { BadgeCheck, FileSearch, UserCheck } from 'lucide-react'
import { EntranceLink, GetStartedLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { LandingPage } from './LandingPage.tsx'
import { SampleSheet } from './SampleSheet.tsx'

const points = [
  {
    icon: FileSearch,
    title: 'Instant checks',
    text: 'The response checks the NPI, the registry, the credential on file, licenses, and exclusion lists.',
  },
  {
    icon: UserCheck,
    title: 'A person decides',
    text: 'A reviewer compares the image with the registry and approves or rejects it, with a reason.',
  },
  {
    icon: BadgeCheck,
    title: 'Doctors and nurses',
    text: 'Registered Nurse (RN), Medical Doctor (MD), and Doctor of Osteopathic Medicine (DO).',
  },
] as const

export function VerificationsPage() {
  return (
    <LandingPage
      title="Doctor and Nurse Verification API"
      sentence="Send an NPI and an image of the credential. You get registry checks in the response; a reviewer makes the final call."
      actions={
        <>
          <GetStartedLink isLarge />
          <EntranceLink isLarge />
          <LinkButton to="/documentation/verifications" look="quiet" className="min-h-11">
            View Documentation
          </LinkButton>
        </>
      }
      exhibit={
        <SampleSheet
          label="A request to verify a credential"
          samples={verificationSamples}
          status="201 Created · POST /api/verifications"
          response={verificationResponse}
        />
      }
      pointsTitle="What a verification does"
      points={points}
      closing={{
        title: 'Verify your first credential',
        sentence: 'Create an account in a minute. Then send your first request from the documentation.',
        actions: (
          <>
            <GetStartedLink />
            <LinkButton to="/documentation/verifications" look="plain">
              View API Documentation
            </LinkButton>
            <EntranceLink look="quiet" />
          </>
        ),
      }}
    />
  )
}

const curl = `# A photo of the license, as base64
IMAGE=$(base64 -w 0 license.jpg)

curl "$BASE_URL/api/verifications" \\
  -H "api-key: $API_KEY" \\
  -H "content-type: application/json" \\
  -d "{ \\"npi\\": \\"2151202076\\", \\"credential\\": \\"MD\\", \\"image\\": \\"$IMAGE\\" }"`

const javascript = `import { readFile } from 'node:fs/promises'

// A photo of the license, as base64
const image = await readFile('license.jpg', 'base64')

const result = await fetch(\`\${BASE_URL}/api/verifications\`, {
  method: 'POST',
  headers: {
    'api-key': process.env.API_KEY,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ npi: '2151202076', credential: 'MD', image }),
})
console.log(await result.json())`

const python = `import base64, os, requests

# A photo of the license, as base64
with open("license.jpg", "rb") as file:
    image = base64.b64encode(file.read()).decode()

response = requests.post(
    f"{BASE_URL}/api/verifications",
    headers={"api-key": os.environ["API_KEY"]},
    json={"npi": "2151202076", "credential": "MD", "image": image},
)
print(response.json())`

const verificationSamples = [
  { name: 'cURL', code: curl },
  { name: 'JavaScript', code: javascript },
  { name: 'Python', code: python },
] as const

const verificationResponse = `{
  "npi": "2151202076",
  "credentials": ["MD"],
  "status": "Pending",
  "createdAt": "2026-11-20T12:00:00.000Z",
  "checks": [
    {
      "code": "npi.check_digit",
      "result": "passed",
      "sentence": "The check digit is valid."
    },
    {
      "code": "credential.agrees",
      "result": "passed",
      "sentence": "The registry lists a physician with the credential MD."
    }
  ]
}`
