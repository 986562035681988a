import { BadgeCheck, FileSearch, UserCheck } from 'lucide-react'
import { EntranceLink } from '../../frame/public-frame.tsx'
import { LinkButton } from '../../ui/buttons.tsx'
import { LandingPage } from './LandingPage.tsx'
import { SampleSheet } from './SampleSheet.tsx'

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

const curl = `# A photo of the license, as base64
IMAGE=$(base64 -w 0 license.jpg)

curl "$BASE_URL/api/verifications" \\
  -H "api-key: $API_KEY" \\
  -H "content-type: application/json" \\
  -d "{ \\"npi\\": \\"2151202076\\", \\"credential\\": \\"MD\\", \\"image\\": \\"$IMAGE\\" }"`

const javascript = `import { readFile } from 'node:fs/promises'

// A photo of the license, as base64
const image = await readFile('license.jpg', 'base64')

const answer = await fetch(\`\${BASE_URL}/api/verifications\`, {
  method: 'POST',
  headers: {
    'api-key': process.env.API_KEY,
    'content-type': 'application/json',
  },
  body: JSON.stringify({ npi: '2151202076', credential: 'MD', image }),
})
console.log(await answer.json())`

const python = `import base64, os, requests

# A photo of the license, as base64
with open("license.jpg", "rb") as file:
    image = base64.b64encode(file.read()).decode()

answer = requests.post(
    f"{BASE_URL}/api/verifications",
    headers={"api-key": os.environ["API_KEY"]},
    json={"npi": "2151202076", "credential": "MD", "image": image},
)
print(answer.json())`

const verificationSamples = [
  { name: 'cURL', code: curl },
  { name: 'JavaScript', code: javascript },
  { name: 'Python', code: python },
] as const

const verificationAnswer = `{
  "npi": "2151202076",
  "credentials": ["MD"],
  "status": "Pending",
  "createdAt": "2026-11-20T12:00:00.000Z",
  "checks": [
    {
      "code": "npi.check_digit",
      "result": "passed",
      "sentence": "The check digit is right."
    },
    {
      "code": "credential.agrees",
      "result": "passed",
      "sentence": "The registry has a physician with the credential MD."
    }
  ]
}`
