/** The first page of the documentation. Its numbers, sentences and calls come from the contract. */
import { decisionText, modeHeader, testNpis } from '#contract/key-modes'
import {
  answerFreshSeconds,
  apiKeysMax,
  bodyBytesMax,
  imageBodyBytesMax,
  imageBytesMax,
  keyOverlapHoursMax,
  npisMax,
  pageSizeDefault,
  pageSizeMax,
  pagingDepthMax,
  radiusMilesDefault,
  radiusMilesMax,
  testDecisionSeconds,
  testVerificationsDays,
  verificationPageSizeDefault,
  verificationPageSizeMax,
} from '#contract/limits'
import { openApiDocuments } from '#contract/openapi-documents'
import { plans, tiers } from '#contract/plans'
import { defaultOrigin, productName, productSentence } from '#contract/product'
import { scopes } from '#contract/scopes'
import { dedented } from './dedented.ts'

export function gettingStarted(): string {
  return dedented(`
    # Getting Started

    ${productSentence} The Verifications API checks the credentials of nurses and doctors. Both return JSON, from one host, with one key.

    ## Get a key

    [Create an account](/signup). Your first API key, named Default, is on the [dashboard](/home). Store it with your app’s other secrets. If you generate a new one, the old key stops working within a second.

    ## First call

    Find doctors near an address, nearest first:

    \`\`\`call
    searchDoctors
    \`\`\`

    You can send every call from its page in this documentation. The samples update as you type.

    ## Authentication

    Send your key in the \`api-key\` header of every call under \`/api\`, or as \`Authorization: Bearer\` followed by the key. Keys in the URL are rejected, because URLs end up in logs and browser history. Call the API from your server, never from a web page: anyone with your key can use your quota.

    ## API keys

    An account can have up to ${apiKeysMax} keys. Create them on the dashboard or with \`POST /me/api-keys\`, and give each program its own. A key can expire, and you can limit it to scopes and to networks (CIDR, IPv4 and IPv6). You see a key once, when you create it. All keys share your account’s quota.

    The scopes are ${scopes.map((scope) => `\`${scope}\``).join(', ')}. The page of each call names the one it needs. Without it, the call fails with 403 \`scope_missing\`.

    To change a key without downtime, rotate it with an overlap of up to ${keyOverlapHoursMax} hours. Both keys work until the overlap ends.

    A key is \`pdx_live_\` or \`pdx_test_\`, 40 letters and digits, and a checksum: the CRC-32 of those 40, as 6 base-62 digits (\`0-9A-Za-z\`). Older keys start with \`pdx_\` alone. Secret scanners can match \`pdx_(live_|test_)?[0-9A-Za-z]{46}\`. If you find a leaked key, send it to \`POST /keys/report\` as \`{ "key": "…" }\`. You don’t need an account. The key stops working within a second, and its owner gets an email.

    ## Test mode

    A test key, which starts with \`pdx_test_\`, makes the same calls on fictional data: a sample registry, whose NPIs start with 2, and sample lists of licenses, exclusions and Medicare. Create one on the dashboard, or with \`POST /me/api-keys\` and \`"mode": "test"\`.

    Calls with test keys don’t use your quota and don’t appear in your statistics. Your plan’s requests per minute apply, counted separately from live keys; \`X-Quota-Limit\` is \`unlimited\`. Every response to a test key has the header \`${modeHeader}: test\`.

    Test and live data never mix. A test key lists only verifications submitted with test keys, and a live key only the others. Calls without a test mode, such as opening a share, fail with 403 \`live_only\`.

    A verification submitted with a test key is decided after ${testDecisionSeconds} seconds, calls \`callbackUrl\` like a live one, and includes \`"mode": "test"\`. It sends no email and reaches no reviewer. Its image is checked but not kept, and the verification is deleted after ${testVerificationsDays} days. The NPI determines the decision:

    | NPI | Provider | Decision |
    |---|---|---|
    ${testNpis.map((one) => `| \`${one.npi}\` | ${one.name} | ${decisionText(one)} |`).join('\n')}

    Any other person in the sample registry is approved. Any other NPI is rejected: Information does not match.

    ## Errors

    An error is \`{ "error": "…", "code": "…" }\`: a message for people and a stable code for programs. 4xx errors are yours to fix; 5xx errors are ours. [Errors](/documentation/errors) lists every code.

    ## Limits

    Each plan has two kinds of limits, and both apply. Calls per month count successful responses. Requests per minute and per day count every request with your key, except those that these two limits reject.

    ### Per month and per minute

    | Plan | Calls per month | Requests per minute |
    |---|---|---|
    ${tiers.map((tier) => `| ${plans[tier].name} | ${upTo(plans[tier].callsPerMonth, 'Unlimited')} | ${count(plans[tier].requestsPerMinute)} |`).join('\n')}

    ### Per day

    | Plan | Requests per day |
    |---|---|
    ${tiers.map((tier) => `| ${plans[tier].name} | ${count(plans[tier].requestsPerDay)} |`).join('\n')}

    ### Headers

    Every response to a call with a valid key reports your usage. \`RateLimit-Policy\` and \`RateLimit\` have the limits, what remains and when they reset. \`X-Quota-Limit\`, \`X-Quota-Remaining\` and \`X-Quota-Reset\` have the same for your calls in this billing period.

    ### Size of a request

    A request body can be up to ${bodyBytesMax / 1024} KB. With an image it can be up to ${megabytes(imageBodyBytesMax)}, and the image itself up to ${megabytes(imageBytesMax)} before base64. A search covers up to ${radiusMilesMax} miles (default ${radiusMilesDefault}) and takes up to ${npisMax} NPIs.

    ## Pagination

    Lists take \`page\`, starting at 1, and \`limit\`: up to ${pageSizeMax} for searches (default ${pageSizeDefault}) and up to ${verificationPageSizeMax} for verifications (default ${verificationPageSizeDefault}). \`total\` is the exact number of matches. Page times limit can be at most ${count(pagingDepthMax)}; to go deeper, narrow the search.

    ## Places and how precise they are

    Pass a place as \`address\`, as \`city\` and \`state\`, as \`state\` alone, as \`postalCode\`, or as \`latitude\` and \`longitude\` together. \`location\` in the response says how we understood it. Its \`precision\` is one of

    - \`point\`: you passed coordinates
    - \`rooftop\`: we found the street address
    - \`zip\`: the middle of the ZIP code
    - \`city\`: the middle of the city
    - \`state\`: the middle of the state, or all of it

    Unknown words next to a city are rejected, not ignored, since they may be part of its name. If you pass a ZIP code, the ZIP code decides.

    Providers are placed at the middle of their ZIP code, so distances are accurate to a mile or two in towns and less so in the country.

    If we don’t know where a ZIP code is, its providers are placed at the middle of their city. If we don’t know that either, or the address is military (state AA, AE or AP), you find them by \`state\`, after all others and without a distance, or by \`city\` and \`state\` as on record. No radius finds them.

    ## Idempotency

    Send an \`Idempotency-Key\` header with [POST /api/verifications](/documentation/verifications/post) to retry safely. The same call with the same key within a day gets the first response again, and nothing is submitted twice. The same key with a different body fails with 422.

    ## Caching and compression

    Responses about providers have an \`ETag\`. Send it back in \`If-None-Match\`. If nothing has changed, you get 304 without a body, which counts as a request but doesn’t use your quota. You can cache searches and reviews for ${answerFreshSeconds / 60} minutes. Lookups, licenses, exclusions, and searches by \`acceptsMedicare\` or \`licenseVerified\` depend on what agencies publish any day: revalidate before each use, as \`Cache-Control: private, no-cache\` says. Don’t store anything else.

    Responses of a kilobyte or more are compressed with Brotli or gzip if your client accepts it, except those with keys, tokens or signed links.

    ## Callbacks

    Pass a \`callbackUrl\`, an https address, when you submit a verification. We send it a webhook when a decision is made (\`verification.decided\`), and when a newer list of a primary source makes an approval worth another look (\`verification.needs_review\`), signed as in [Standard Webhooks](https://www.standardwebhooks.com). Check the signature with the \`callbackSecret\` from the response to your submission; Standard Webhooks libraries read the \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` headers. Return a 2xx status. Otherwise we retry with the same id.

    ## Versions of the data

    ${productName} serves the file that CMS publishes. \`X-Registry-Source-Date\` is the date of that file, and \`X-Registry-Version\` names the snapshot behind a response. New versions take over between two requests; no response mixes two. If the version says it is a sample, all providers are fictional, and their NPIs start with 2.

    ## The API as a file

    Postman, Insomnia and Bruno import the API by URL: choose **Import** there and enter \`${defaultOrigin}/openapi.json\`. You get every call with its parameters and an example.

    OpenAPI documents describe every call to programs: ${documentLinks()}. Every page of this documentation is also available as Markdown, and [llms.txt](/llms.txt) lists them all.
    `)
}

function upTo(limit: number | null, unlimited: string): string {
  return limit === null ? unlimited : `up to ${count(limit)}`
}

function count(limit: number | null): string {
  return limit === null ? 'Custom' : limit.toLocaleString('en-US')
}

function megabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`
}

function documentLinks(): string {
  const links = Object.values(openApiDocuments).map(({ path, has }) => {
    const name = path.slice(1)
    return `[${name}.json](${path}.json) and [${name}.yaml](${path}.yaml) have ${has}`
  })
  return links.join('; ')
}
