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
  name: z.string().describe('Its name in the product, such as co-nursing.'),
  title: z.string().describe('Publisher and list.'),
  state: z.string().nullable().describe('Two letters; null for federal lists.'),
})

export const askedList = publishedList.extend({
  date: day.describe('Of the list, as yyyy-mm-dd.'),
  isStale: z.boolean().describe('Whether it is older than twice the days between two publications.'),
  isSample: z.boolean().describe('Whether it is invented, as everything of the sample registry.'),
})

const verdicts = ['match', 'possible', 'insufficient'] as const

const judged = {
  list: askedList.describe('The list that has the row; its state is that of the row where a list has several.'),
  verdict: z
    .enum(verdicts)
    .describe(
      'match: NPI or license number agree, and the name does. possible: a doubt is left, so a person should look; a name alone is never more. insufficient: something is missing without which nothing can be said.',
    ),
  basis: z.string().describe('What led to the verdict: "number and last name agree; first name is a nickname".'),
}

const licenseRow = {
  status: z.enum(licenseStatuses).nullable().describe('Null where the list does not say, such as a list of actions.'),
  statusText: z.string().describe("In the board's words; empty where it has none."),
  expiresOn: day.nullable(),
  discipline: z.string().nullable().describe("The board's words of its action; null for none on this list."),
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
  isInForce: z.boolean().describe('False for what has ended: reinstated, expired or withdrawn.'),
  since: day.nullable(),
  until: day.nullable().describe('The first day on which it no longer holds; null where none is set.'),
  grounds: z.string().describe("Section of the law, such as 1128a1, or the list's words."),
  npis: z.array(npi).describe('Those on the row whose check digit is right.'),
  name: name.nullable().describe('Of a person, as published; null for an organization.'),
  organization: z.string().nullable(),
  otherNames,
  licenseNumbers: z.array(z.string()),
  city: z.string().nullable(),
  state: z.string().nullable(),
  waiverState: z.string().nullable().describe('The state whose waiver holds, as LEIE has it.'),
})

const answer = {
  hasMore: z.boolean().describe(`Whether there are more rows than the ${sourceRowsMax} that an answer has at most.`),
  listsNotLoaded: z.array(publishedList).describe('Lists that could not be asked: this server does not have them.'),
}

const listsAsked = 'Every list that was asked, with its date, whether it has hits or not.'

export const licenseAnswer = z.object({
  licenses: z.array(licenseHit).max(sourceRowsMax).describe('Rows of boards, matches first.'),
  ...answer,
  listsAsked: z
    .array(
      askedList.extend({
        wholeRollOf: z
          .array(z.string())
          .readonly()
          .describe(
            'The professions of which the list has every license of its state; somebody missing has none there.',
          ),
      }),
    )
    .describe(listsAsked),
})

export const exclusionAnswer = z.object({
  exclusions: z.array(exclusionHit).max(sourceRowsMax).describe('Rows of lists; matches, and those in force, first.'),
  ...answer,
  listsAsked: z.array(askedList).describe(listsAsked),
})

const fact = z.boolean().nullable()

export const medicare = z
  .object({
    enrolled: fact.describe(
      'By the enrollments of PECOS or the file of Doctors and Clinicians. Null where neither has the NPI and the enrollments are not loaded.',
    ),
    optedOut: fact.describe('By the affidavits that hold today. Null where they are not loaded.'),
    mayOrder: fact.describe(
      'Whether Part B services, equipment or power mobility devices may be ordered. Null for an NPI that is not on the list of Order and Referring, which has those who may alone.',
    ),
    mayRefer: fact.describe(
      'Whether patients may be referred to Part B services, home health agencies or hospices. Null as mayOrder is.',
    ),
    asOf: day.nullable().describe('Date of the oldest list that these rest on; null where none says anything.'),
  })
  .describe('What Medicare publishes of the NPI.')

export const affiliation = z.object({
  ccn: z.string().describe("CMS's certification number of the facility."),
  facilityType: z.string().describe("In CMS's words: Hospital, Nursing home, …"),
  parentCcn: z.string().nullable().describe('Of the hospital whose unit it is; null for none.'),
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
      "The board's row of this license. Null where none matches, or where no list of the state is loaded: GET /api/licenses says which, and has possible matches.",
    ),
})

export const provenance = z.array(
  z.object({
    field: z
      .string()
      .describe(
        'A name such as address, or a path such as address.coords, medicare.enrolled or licenses[0].verified. A field without an entry has that of the closest one above it.',
      ),
    source: z.string(),
    asOf: day.nullable().describe('Date of the source; null where it has none.'),
    kind: z
      .enum(['reported', 'derived', 'verified'])
      .describe(
        'reported: as filed or published. derived: worked out from that by us. verified: by the list of a primary source.',
      ),
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
      'Facilities that CMS links the clinician to. Null where the file is not loaded. CMS publishes these; organizationIds are derived by us.',
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
