/** The sample of the verifications landing page: one call with an NPI and an image of the credential, and what comes back. */

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

export const verificationSamples = [
  { name: 'cURL', code: curl },
  { name: 'JavaScript', code: javascript },
  { name: 'Python', code: python },
] as const

export const verificationAnswer = `{
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
