/** The first page of the documentation. Its numbers, sentences and calls come from the contract. */
import { type ErrorCode, errors } from '#contract/errors'
import {
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
  verificationPageSizeDefault,
  verificationPageSizeMax,
} from '#contract/limits'
import { plans, tiers } from '#contract/plans'
import { productName, productSentence } from '#contract/product'
import { scopes } from '#contract/scopes'
import { dedented } from './dedented.ts'
import { errorDocs } from './documentation.ts'

export function gettingStarted(): string {
  return dedented(`
    # Getting Started

    ${productSentence} The Verifications API checks the credentials of nurses and doctors. Both answer JSON, over one host, with one key.

    ## Get a key

    [Create an account](/signup). It comes with an API key named Default, shown on the [dashboard](/home). Copy it, and store it with your program's secrets. When you generate a new key, the old one stops working within a second.

    ## First call

    Doctors near an address, the nearest first:

    \`\`\`call
    searchDoctors
    \`\`\`

    Every page of an endpoint has a form that sends its call, and its samples follow what you type.

    ## Authentication

    Send the key in the \`api-key\` header of every call below \`/api\`, or as \`Authorization: Bearer\` and the key. A key in the address is refused, since logs and browsers keep addresses. Call from your server, not from a page: anyone who has the key can use your quota.

    ## API keys

    An account has up to ${apiKeysMax} keys, made on the dashboard or by \`POST /me/api-keys\`. Give each program its own: a key can expire, be limited to scopes and to networks (CIDR, IPv4 and IPv6), and end without the others. A key is shown once. All keys share the calls of the account.

    The scopes are ${scopes.map((scope) => `\`${scope}\``).join(', ')}; each call names the one it needs. A key without it is refused with 403 \`scope_missing\`.

    To change a key without an outage, rotate it with an overlap of up to ${keyOverlapHoursMax} hours: both keys work until it ends.

    A key is \`pdx_live_\`, 40 letters and digits, and a checksum: the CRC-32 of these 40, as 6 digits of base 62 (\`0-9A-Za-z\`). Keys made earlier begin with \`pdx_\` alone. Scanners for secrets look for \`pdx_(live_)?[0-9A-Za-z]{46}\`. Whoever finds a key sends it to \`POST /keys/report\` as \`{ "key": "…" }\`, without an account: it stops working within a second, and its owner gets an email.

    ## Errors

    An error is \`{ "error": "…", "code": "…" }\`: a sentence for people, which says what was expected and what came, and a stable word for programs. A 4xx status is for the caller to fix, a 5xx is ours. 429 and 503 come with a \`Retry-After\` header, in seconds. Every answer has an \`X-Request-Id\`; quote it when you write to us.

    | Status | Code | The sentence, for example |
    |---|---|---|
    ${errorRows()}

    ## Limits

    Each plan has two kinds of limits, and both apply. Calls per month count successful answers. Requests per minute and per day count every request with the key, except those that these two limits refuse.

    ### Per month and per minute

    | Plan | Calls per month | Requests per minute |
    |---|---|---|
    ${tiers.map((tier) => `| ${plans[tier].name} | ${upTo(plans[tier].callsPerMonth, 'Unlimited')} | ${count(plans[tier].requestsPerMinute)} |`).join('\n')}

    ### Per day

    | Plan | Requests per day |
    |---|---|
    ${tiers.map((tier) => `| ${plans[tier].name} | ${count(plans[tier].requestsPerDay)} |`).join('\n')}

    ### Headers

    Every answer to a call with a working key reports your usage: \`RateLimit-Policy\` and \`RateLimit\` have the limits, what remains and when they reset; \`X-Quota-Limit\`, \`X-Quota-Remaining\` and \`X-Quota-Reset\` have the same for the calls of the billing period.

    ### Size of a request

    A body has at most ${bodyBytesMax / 1024} KB; one with an image ${megabytes(imageBodyBytesMax)}, and the image itself ${megabytes(imageBytesMax)} before base64. A search goes up to ${radiusMilesMax} miles (default ${radiusMilesDefault}) and names up to ${npisMax} NPIs.

    ## Pagination

    Lists take \`page\`, from 1, and \`limit\`: up to ${pageSizeMax} in searches (default ${pageSizeDefault}), up to ${verificationPageSizeMax} of verifications (default ${verificationPageSizeDefault}). \`total\` is the exact number of matches. Page times limit goes up to ${count(pagingDepthMax)}: deeper than that, narrow the search.

    ## Places and how precise they are

    Give a place as \`address\`, as \`city\` and \`state\`, as \`state\` alone, as \`postalCode\`, or as \`latitude\` and \`longitude\` together. The answer's \`location\` says how it was understood. Its \`precision\` is one of

    - \`point\`: you gave coordinates
    - \`rooftop\`: a street address was found
    - \`zip\`: the middle of the ZIP code
    - \`city\`: the middle of the city
    - \`state\`: the middle of the state, or all of it

    Unknown words next to a city are refused, not ignored, since they may be part of its name. With a ZIP code, the ZIP code decides.

    A provider whose ZIP code has no known place is put at the middle of its city. If that is not known either, and at military addresses (state AA, AE or AP), it is found by \`state\`, after all others and without a distance, and by \`city\` and \`state\` as in its record. No radius finds it.

    Providers are at the middle of their ZIP code, so a distance is accurate to a mile or two in towns and less exact in the country.

    ## Idempotency

    Send \`Idempotency-Key\` with [POST /api/verifications](/documentation/verifications/post): the same call with the same key within a day gets the first answer again, and nothing is submitted twice. So you can repeat a call whose answer was lost. With another body the key is refused with 422.

    ## Callbacks

    Give \`callbackUrl\`, an https address, when you submit a verification: we call it with the decision, signed as in [Standard Webhooks](https://www.standardwebhooks.com). The answer to your submission has the \`callbackSecret\` to check the signature with; libraries for Standard Webhooks read the headers \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\`. Answer with a 2xx status; otherwise we call again later, with the same id.

    ## Versions of the data

    ${productName} serves the file that CMS publishes. \`X-Registry-Source-Date\` is its date, \`X-Registry-Version\` names the snapshot that gave the answer. A new version takes over between two requests; no answer mixes two. If the version says it is a sample, all providers are invented, and their NPIs begin with 2.

    ## The API as a file

    [openapi.json](/openapi.json) and [openapi.yaml](/openapi.yaml) describe every call for programs. Each page of this documentation has a twin in Markdown, and [llms.txt](/llms.txt) lists them.
    `)
}

function errorRows(): string {
  // The names of a literal table are its codes.
  const codes = Object.keys(errors) as ErrorCode[]
  return codes
    .map(errorDocs)
    .sort((a, b) => a.status - b.status)
    .map(({ status, code, sentence }) => `| ${status} | \`${code}\` | ${sentence.replaceAll('|', '\\|')} |`)
    .join('\n')
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
