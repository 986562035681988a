/** The page on FHIR: resources and searches from the contract, and how CMS's directory differs. */
import { directoryTypes, fhirPath, fhirReferences, fhirSearches, fhirVersion } from '#contract/fhir'
import {
  fhirCandidatesMax,
  fhirEntriesMax,
  fhirExportPartSize,
  fhirPageSizeDefault,
  fhirPageSizeMax,
  pagingDepthMax,
  sizeOf,
  slowDownloadBytesPerMinute,
} from '#contract/limits'
import { defaultOrigin, productName } from '#contract/product'
import { dedented } from './dedented.ts'

/** CMS's National Provider Directory as of its source of January 2026 (DSACMS/npd), and what is tested here. */
const departures: readonly (readonly [theirs: string, ours: string])[] = [
  [
    'A search returns an object with `results`, paged by `page` and `page_size`.',
    'A search returns a Bundle, paged by its links.',
  ],
  [
    '`total` is the number of resources on the page; there are no links.',
    '`total` is how many match; there are links to itself, the next and the previous page.',
  ],
  [
    'Parameters have underscores (`address_city`) and there are no chains.',
    "Parameters have FHIR's names (`address-city`), with chains and `_has`.",
  ],
  [
    "NPIs have a system of their own, and searches don't take systems.",
    'NPIs have the system `http://hl7.org/fhir/sid/us-npi`, with or without which they are found.',
  ],
  ['The number of every license is the word “test”.', 'Licenses have the numbers that were filed.'],
  ['Roles have no specialty or phone number.', 'Roles have specialties, primary first, and phone and fax numbers.'],
  [
    'An error is plain text, and a wrong filter finds nothing.',
    'An error is an OperationOutcome, and a wrong value is rejected by name.',
  ],
  ['The types in the capability statement are those of OpenAPI.', "The types in the capability statement are FHIR's."],
  ['`near` doesn’t sort, and returns no distance.', '`near` sorts by distance and returns it.'],
  [
    'Names match by whole words, and providers are read by a UUID.',
    'Names match by their start, and providers are read by NPI.',
  ],
]

export function fhir(): string {
  const url = `${defaultOrigin}${fhirPath}`
  return dedented(`
    # FHIR

    ${productName} serves the registry as FHIR ${fhirVersion} (R4) at \`${url}\`. Send your key in the \`api-key\` header, or as \`Authorization: Bearer pdx_…\`. \`GET ${fhirPath}/metadata\` takes no key. Each call counts as an API call toward your plan.

    One query can combine specialty, name and place, nearest first:

    \`\`\`
    curl -H "api-key: $PRAXIDEX_KEY" "${url}/PractitionerRole?location.near=40.7484|-73.9967|5|mi&specialty=207RC0000X&practitioner.name=lee&_include=PractitionerRole:practitioner&_include=PractitionerRole:location"
    \`\`\`

    ## Resources

    | Resource | Id | What it is |
    |---|---|---|
    | Practitioner | NPI | A person: names, identifiers, licenses, credentials and mailing address. |
    | PractitionerRole | NPI | The same person at work: specialties, phone numbers and locations. |
    | Organization | NPI | An organization: names, types, addresses and authorized official. |
    | Location | NPI-1, NPI-2, … | A practice location, primary first. Its position is that of the ZIP code or city. |
    | Endpoint | NPI-1, NPI-2, … | An electronic address, where what was filed is a web or mail address. |
    | VerificationResult | id | A verification of your account. Takes \`_id\` and \`target\`. |

    Resources name US Core 6.1.0 and Plan-Net 1.1.0 in \`meta.profile\` where they conform. CMS publishes no networks, plans, services or affiliations, so there are none here. Licenses have the status \`unknown\`: they are as filed, and no board has confirmed them.

    Read by id (\`${fhirPath}/Practitioner/1679576722\`), and by id and version. Responses have an \`ETag\`; with \`If-None-Match\` you get a 304 while nothing has changed. A deactivated NPI returns 410.

    ## Search parameters
    ${directoryTypes.map(tableOf).join('\n')}
    Chains and \`_has\` follow up to two references: \`practitioner.name\`, \`location.near\`, \`_has:PractitionerRole:practitioner:specialty\`. \`_include\` and \`_revinclude\` follow ${includes()}; \`*\` and \`:iterate\` work too.

    A comma means or, a repeated parameter means and. Strings match by their start, ignoring case and accents; \`:exact\` and \`:contains\` change that. You can also POST a search to \`_search\`. \`_count\` is ${fhirPageSizeDefault} by default and ${fhirPageSizeMax} at most. \`_summary\`, \`_elements\` and \`_lastUpdated\` work as usual.

    Unknown parameters are ignored and named in the bundle; with \`Prefer: handling=strict\` they’re rejected. \`total\` is always exact. Pages go ${pagingDepthMax.toLocaleString('en-US')} matches deep; for locations near the center of a large city, ${fhirCandidatesMax.toLocaleString('en-US')}.

    Parameters without an index, such as \`family\` and \`address\`, are checked against each record that the other filters leave. If that’s more than ${fhirCandidatesMax.toLocaleString('en-US')}, the search fails as \`too-costly\`: add a place, a specialty or a name. A bundle has at most ${fhirEntriesMax.toLocaleString('en-US')} resources.

    ## Bulk export

    Enterprise accounts can download everything with \`$export\` of Bulk Data 2. It takes \`_type\`, \`_since\` and \`_outputFormat\`.

    \`\`\`
    curl -i -H "api-key: $PRAXIDEX_KEY" -H "Prefer: respond-async" "${url}/\\$export?_type=Practitioner,PractitionerRole"
    \`\`\`

    \`Content-Location\` names the manifest, which is ready at once. Each output has the resources of ${fhirExportPartSize.toLocaleString('en-US')} providers as NDJSON. A download that takes less than ${sizeOf(slowDownloadBytesPerMinute)} in a minute can be ended when others wait. If a download breaks off, fetch that output again. Once a new registry version is served, outputs of the previous one return 410: start a new export.

    ## Differences from CMS's directory

    CMS's National Provider Directory also has a FHIR interface. Its published source of January 2026 differs from FHIR in these points:

    | | CMS's directory | ${productName} |
    |---|---|---|
    ${departures.map(([theirs, ours], index) => `| ${index + 1} | ${theirs} | ${ours} |`).join('\n    ')}
  `)
}

function tableOf(type: (typeof directoryTypes)[number]): string {
  const rows = Object.entries(fhirSearches[type]).map(
    ([name, { type: kind, documentation }]) => `| \`${name}\` | ${kind} | ${described(documentation)} |`,
  )
  return `\n    ### ${type}\n\n    | Parameter | Type | Description |\n    |---|---|---|\n    ${rows.join('\n    ')}\n`
}

/** A URL is a value here, not a link. */
function described(documentation: string): string {
  return documentation.replace(/https?:\S+\w/g, '`$&`').replaceAll('|', '\\|')
}

function includes(): string {
  const all = directoryTypes.flatMap((type) => Object.keys(fhirReferences[type]).map((name) => `\`${type}:${name}\``))
  return `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}
