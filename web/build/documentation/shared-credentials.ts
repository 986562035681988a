/** The page for those who receive a shared credential. Its numbers come from the contract. */
import { passcodeFailuresMax, shareMinutesMax, shareMinutesMin, statusListSeconds } from '#contract/limits'
import { attestationType, defaultOrigin, productName } from '#contract/product'
import { dedented } from './dedented.ts'

export function sharedCredentials(): string {
  return dedented(`
    # Shared credentials

    Clinicians whose license or diploma we verified can share the result with a link. It lasts from ${shareMinutesMin} minutes to ${shareMinutesMax / 60 / 24} days and can be revoked any time. If you received such a link, this page tells you how to read it, import it, and check it without us.

    ## Read it

    Open the link, enter your name or that of your organization, and the passcode if the link has one. The clinician sees who opened it and when. Each opening counts, and some links allow only a few. Chat previews and email scanners don’t count.

    The page shows what was checked, against which source and when, what wasn’t checked, and when the approval ends. It says that the approval was valid when you opened it. It prints on one page.

    A link that has ended, was revoked, was opened as often as it allows, or never existed looks the same to you. After ${passcodeFailuresMax} wrong passcodes a link is locked. In each case, ask the clinician for a new one.

    ## What it proves

    - A reviewer saw the clinician's document, compared it with the checks, and approved it.
    - The checks compared the request with public sources: the NPPES file of CMS, lists of exclusions, and the list of the state’s board where there is one. Each names its source and the date of its data.
    - If no board’s list had the license, the page says that it isn’t a primary-source verification. License numbers in NPPES are reported by providers themselves.

    ## Import it

    The part of the link after \`s#\` is its token. With your API key, [POST /api/shares/open](/documentation/shares/post-open) returns what the page shows as JSON, and counts toward your plan. [POST /shares/open](/documentation/shares/post-shares-open) does the same without a key.

    \`\`\`call
    importShare
    \`\`\`

    The clinician may also send you the link as a [SMART Health Link](https://hl7.org/fhir/uv/smart-health-cards-and-links/), which begins with \`shlink:/\`. Its manifest has one encrypted file, a FHIR R4 Bundle with a Practitioner and a VerificationResult for each check. Reading the manifest counts as an opening. With \`embeddedLengthMax\` a longer file comes as \`location\`, a link that works for five minutes.

    ## Check it offline

    The signed copy, \`attestation\` in the response and **Download signed copy** on the page, is a JWT signed with ES256. Its payload has \`name\`, \`npi\` and \`credentials\` as they were shared, and \`exp\`, when the link ends. Our public keys are at \`/.well-known/jwks.json\`. In JavaScript, with [jose](https://github.com/panva/jose):

    \`\`\`
    import { createRemoteJWKSet, jwtVerify } from 'jose'
    const keys = createRemoteJWKSet(new URL('${defaultOrigin}/.well-known/jwks.json'))
    const { payload } = await jwtVerify(signedCopy, keys, { issuer: '${defaultOrigin}', typ: '${attestationType}' })
    \`\`\`

    Keep a copy of the keys, and use \`createLocalJWKSet\`, to check without a connection. Any other library for JWTs does the same.

    ## Check that it wasn’t revoked

    \`payload.status.status_list\` has the address of a list, \`uri\`, and the place of this copy in it, \`idx\`. The list is a [Token Status List](https://datatracker.ietf.org/doc/draft-ietf-oauth-status-list/): a JWT signed with the same keys, whose bit at \`idx\` is 1 when the share was revoked. Keep it for its \`ttl\`, ${statusListSeconds / 60} minutes. Fetching it tells us nothing about the credential you check, and doesn’t count as an opening.

    \`\`\`
    import { inflateSync } from 'node:zlib'
    const { uri, idx } = payload.status.status_list
    const list = await jwtVerify(await (await fetch(uri)).text(), keys, { subject: uri, typ: 'statuslist+jwt' })
    const bits = inflateSync(Buffer.from(list.payload.status_list.lst, 'base64url'))
    const isRevoked = ((bits[idx >> 3] >> (idx % 8)) & 1) === 1
    \`\`\`

    ${productName} revokes a share when the clinician does, when a reviewer takes the approval back, and when the account is deleted.
    `)
}
