/** What lists of primary sources say: licenses, exclusions, facts of Medicare. docs/sources.md says what each means. */
import { z } from 'zod'
import { affiliationsMax, sourceRowsMax } from './limits.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const npi = z.string().regex(/^\d{10}$/)

export const licenseStatuses = [
  'active',
  'expired',
  'inactive',
  'suspended',
  'revoked',
  'surrendered',
  'deceased',
] as const

export const publishedList = z.object({
  name: z.string().describe('Our name for the list, such as co-nursing.'),
  title: z.string().describe('Publisher and list.'),
  state: z.string().nullable().describe('Two letters; null for federal lists.'),
})

export const askedList = publishedList.extend({
  date: day.describe('Of the list, as yyyy-mm-dd.'),
  isStale: z.boolean().describe('Whether it’s older than twice the time between publications.'),
  isSample: z.boolean().describe('True for fictional sample data.'),
})

const verdicts = ['match', 'possible', 'insufficient'] as const

const judged = {
  list: askedList.describe('The list the row is from, with the row’s state if the list covers several.'),
  verdict: z
    .enum(verdicts)
    .describe(
      'match: the NPI or license number agrees, and so does the name. possible: a person should take a look; a name alone is never more. insufficient: too little to compare.',
    ),
  basis: z.string().describe('The reason for the verdict: "number and last name agree; first name is a nickname".'),
}

const licenseRow = {
  status: z
    .enum(licenseStatuses)
    .nullable()
    .describe('Null if the list doesn’t say, such as a list of disciplinary actions.'),
  statusText: z.string().describe("In the board's words; empty if it has none."),
  expiresOn: day.nullable(),
  discipline: z.string().nullable().describe("The board's description of its action; null if this list has none."),
  disciplinedOn: day.nullable(),
}

const name = z.string().describe('As published.')
const otherNames = z.array(z.string()).describe('Former names and aliases on the list.')

export const licenseHit = z.object({
  ...judged,
  state: z.string(),
  profession: z.string().describe('RN, LPN, APRN, MD, DO, PA, …; MD/DO where the board does not say which.'),
  number: z.string().describe('As published, prefix and all.'),
  npi: npi.nullable(),
  name,
  otherNames,
  issuedOn: day.nullable(),
  ...licenseRow,
})

export const exclusionHit = z.object({
  ...judged,
  isInForce: z.boolean().describe('False once it has ended: reinstated, expired or withdrawn.'),
  since: day.nullable(),
  until: day.nullable().describe('The first day it no longer applies; null if no end is set.'),
  grounds: z.string().describe("Section of the law, such as 1128a1, or the list's words."),
  npis: z.array(npi).describe('NPIs on the row with a valid check digit.'),
  name: name.nullable().describe('Of a person, as published; null for an organization.'),
  organization: z.string().nullable(),
  otherNames,
  licenseNumbers: z.array(z.string()),
  city: z.string().nullable(),
  state: z.string().nullable(),
  waiverState: z.string().nullable().describe('The state with a waiver, from LEIE.'),
})

export const npiStatus = z
  .enum(['active', 'deactivated', 'unknown'])
  .optional()
  .describe(
    'Status of the npi you passed. If it isn’t active, the registry has no names or license numbers for it, so we only looked for rows with that NPI: check by name, too.',
  )

const answer = {
  npiStatus,
  hasMore: z.boolean().describe(`Whether there are more than the ${sourceRowsMax} rows a response can have.`),
  listsNotLoaded: z.array(publishedList).describe('Lists we couldn’t check, because this server doesn’t have them.'),
}

const listsAsked = 'Every list we checked, with its date, including those without a match.'

export const licenseAnswer = z.object({
  licenses: z.array(licenseHit).max(sourceRowsMax).describe('Rows from boards, matches first.'),
  ...answer,
  listsAsked: z
    .array(
      askedList.extend({
        wholeRollOf: z
          .array(z.string())
          .readonly()
          .describe(
            'The professions whose licenses the list has in full: anyone missing has no license in that state.',
          ),
      }),
    )
    .describe(listsAsked),
})

export const exclusionAnswer = z.object({
  exclusions: z.array(exclusionHit).max(sourceRowsMax).describe('Rows from lists; matches, and those in force, first.'),
  ...answer,
  listsAsked: z.array(askedList).describe(listsAsked),
})

const fact = z.boolean().nullable()

export const medicare = z
  .object({
    enrolled: fact.describe(
      'From PECOS enrollments or the Doctors and Clinicians file. Null if neither has the NPI and the enrollments aren’t loaded.',
    ),
    optedOut: fact.describe('From opt-out affidavits in force today. Null if they aren’t loaded.'),
    mayOrder: fact.describe(
      'Whether the provider may order Part B services, equipment or power mobility devices. Null if the NPI isn’t on the Order and Referring list, which only has providers who may.',
    ),
    mayRefer: fact.describe(
      'Whether the provider may refer patients to Part B services, home health agencies or hospices. Null like mayOrder.',
    ),
    asOf: day.nullable().describe('Date of the oldest list behind these facts; null if there is none.'),
  })
  .describe('What Medicare publishes about the NPI.')

export const affiliation = z.object({
  ccn: z.string().describe("CMS's certification number of the facility."),
  facilityType: z.string().describe("In CMS's words: Hospital, Nursing home, …"),
  parentCcn: z.string().nullable().describe('CCN of the hospital it’s a unit of; null if none.'),
  asOf: day,
})

export const listedLicense = z.object({
  state: z.string().nullable(),
  number: z.string().describe('As the provider reported it to NPPES.'),
  verified: z
    .object({
      list: z.string().describe('Title of the list.'),
      date: day.describe('Of the list.'),
      isStale: askedList.shape.isStale,
      verdict: z.literal('match'),
      basis: judged.basis,
      ...licenseRow,
    })
    .nullable()
    .describe(
      "The board's row for this license. Null if none matches, or if no list of the state is loaded; GET /api/licenses says which, and has possible matches.",
    ),
})

export const provenance = z.array(
  z.object({
    field: z
      .string()
      .describe(
        'A name such as address, or a path such as address.coords, medicare.enrolled or licenses[0].verified. A field without an entry has the entry of the closest field above it.',
      ),
    source: z.string(),
    asOf: day.nullable().describe('Date of the source; null where it has none.'),
    kind: z
      .enum(['reported', 'derived', 'verified'])
      .describe('reported: as filed or published. derived: computed by us. verified: confirmed by a primary source.'),
  }),
)

/** What every look-up has of primary sources. */
export const ofSources = {
  medicare,
  affiliations: z
    .array(affiliation)
    .max(affiliationsMax)
    .nullable()
    .describe(
      'Facilities that CMS links to the clinician. Null if the file isn’t loaded. CMS publishes these; we derive organizationIds.',
    ),
  licenses: z.array(listedLicense).describe('License numbers on file, each with what its board says.'),
  provenance: provenance.optional().describe('With provenance=1: where each field comes from.'),
}

export type LicenseHit = z.output<typeof licenseHit>
export type ExclusionHit = z.output<typeof exclusionHit>
export type Medicare = z.output<typeof medicare>
export type Affiliation = z.output<typeof affiliation>
export type ListedLicense = z.output<typeof listedLicense>
export type Provenance = z.output<typeof provenance>
