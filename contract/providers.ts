/**
 * The shapes of providers in answers. The registry build writes them as JSON; tests read every answer through these.
 */
import { z } from 'zod'
import { facilityTypes } from './facilities.ts'
import { facilityRating, reviewSummary } from './reviews.ts'
import { ofSources } from './sources.ts'

const facilityType = z
  .enum(facilityTypes)
  .describe('What kind of facility it is, by its primary taxonomy; practice is an office or group of clinicians.')

export const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .describe('A date, as yyyy-mm-dd.')
export const phoneNumber = z
  .string()
  .nullable()
  .describe('In E.164 form (+13088652512) when it is a number of the North American plan, else as on file.')

const phoneExtension = z.string().optional().describe('As on file; only further practice locations have one.')

export const address = z.object({
  firstLine: z.string().describe('Street and number, or a PO box.'),
  secondLine: z.string().optional().describe('Suite, floor or unit.'),
  city: z.string().describe('As on file, with capitals where they are usual.'),
  state: z.string().describe('Two-letter state, territory or military code; outside the United States as on file.'),
  countryCode: z.string().length(2),
  postalCode: z.string().describe('12345 or 12345-6789; outside the United States as on file.'),
})

export const practiceAddress = address.extend({
  coords: z
    .tuple([z.number(), z.number()])
    .nullable()
    .describe('[longitude, latitude] of the ZIP code; null if we couldn’t place the address.'),
})

export const practiceLocation = z.object({
  phone: phoneNumber,
  phoneExtension,
  fax: phoneNumber,
  address: practiceAddress,
})

const common = {
  id: z.string().describe('Stable opaque id.'),
  npi: z.int().min(1_000_000_000).max(2_999_999_999).describe('Ten digits.'),
  name: z.string().describe('First name first; an organization’s legal name.'),
}

const place = {
  phone: phoneNumber,
  phoneExtension,
  fax: phoneNumber,
  address: practiceAddress.describe(
    'The primary practice location; in a search with a place, the practice location nearest to it.',
  ),
}

const shared = {
  specialties: z.array(z.string()).describe('Plain labels of the taxonomies, the primary one first.'),
  locations: z
    .array(practiceLocation)
    .optional()
    .describe('All practice locations, the primary one first; present when there are several.'),
  reviews: reviewSummary.optional(),
}

export const organizationIdsMax = 10

const organizationIds = z
  .array(z.string())
  .max(organizationIdsMax)
  .describe(
    'Organizations whose primary practice address is the primary one of this provider (same address and suite, or same phone), best match first; addresses of further practice locations are not compared. Derived by us: CMS publishes no such link.',
  )

const personal = {
  gender: z.enum(['M', 'F']).nullable().describe('M or F; null for any other sex code, or none.'),
  credentials: z.array(z.string()).describe('Credential text on file, split and written without dots: MD, PhD, RN.'),
}

export const distance = {
  distanceMiles: z
    .number()
    .optional()
    .describe('Miles to the nearest practice location; present in a search with a place.'),
}

export const individual = z.object({
  ...common,
  gender: personal.gender,
  ...place,
  credentials: personal.credentials,
  ...shared,
})
export const doctor = individual.extend({ organizationIds })
export const organization = z.object({
  ...common,
  ...place,
  specialties: shared.specialties,
  facilityType,
  locations: shared.locations,
  reviews: shared.reviews,
  rating: facilityRating.optional(),
  organizationIds,
})

export const taxonomy = z.object({
  code: z.string().describe('NUCC taxonomy code.'),
  label: z.string().describe('What the code means.'),
  isPrimary: z.boolean().describe('Whether the file marks it as primary. Some rows have no primary taxonomy.'),
  licenseNumber: z.string().optional().describe('As the provider reported it.'),
  licenseState: z.string().optional().describe('The state of that license.'),
  group: z.string().optional().describe('The group taxonomy filed with it, such as multi-specialty.'),
})

export const personName = z.object({
  prefix: z.string().optional(),
  first: z.string().optional(),
  middle: z.string().optional(),
  last: z.string().describe('Empty where only other parts of the name are on file.'),
  suffix: z.string().optional(),
  credential: z.string().optional(),
})

export const otherName = z.object({
  name: z.string(),
  kind: z.string().describe('What the code means, such as former name.'),
  code: z.string().optional().describe("CMS's type code of the name: 1 to 5."),
  nameParts: personName.optional().describe('Present for people.'),
})

export const identifier = z.object({
  value: z.string().describe('The identifier itself.'),
  kind: z.string().describe('What the code means, such as Medicaid.'),
  code: z.string().optional().describe("CMS's type code of the identifier, such as 05 for Medicaid."),
  state: z.string().optional().describe('The state that issued it.'),
  issuer: z.string().optional().describe('Who issued it, where the code is that of others.'),
})

export const electronicEndpoint = z.object({
  kind: z.string().describe("CMS's code: DIRECT, FHIR, CONNECT, SOAP, REST, OTHERS."),
  value: z.string().describe('The address itself.'),
  kindDescription: z.string().optional(),
  description: z.string().optional(),
  useCode: z.string().optional().describe('DIRECT, HIE or OTHER.'),
  use: z.string().optional().describe('What the code means.'),
  otherUse: z.string().optional().describe('The use in free text, where the code is OTHER.'),
  contentTypeCode: z.string().optional().describe('CSV or OTHER.'),
  contentType: z.string().optional().describe('What the code means.'),
  otherContentType: z.string().optional().describe('The content type in free text, where the code is OTHER.'),
  isAffiliated: z.boolean().optional().describe('Whether the endpoint belongs to another organization.'),
  affiliation: z.string().optional().describe('The legal business name of that organization.'),
  address: address.extend({ countryCode: z.string() }).optional().describe('The address filed with the endpoint.'),
})

const details = {
  taxonomies: z.array(taxonomy).describe('Specialties and their licenses, as filed.'),
  otherNames: z.array(otherName).describe('Former and other names on file.'),
  identifiers: z.array(identifier).describe('Numbers from other programs on file, such as Medicaid’s.'),
  endpoints: z
    .array(electronicEndpoint)
    .describe('Electronic addresses on file: Direct messaging, FHIR servers and others.'),
  mailingAddress: address.nullable(),
  mailingPhone: phoneNumber,
  mailingFax: phoneNumber,
  enumeratedOn: date.nullable(),
  updatedOn: date.nullable(),
  certifiedOn: date.nullable(),
  deactivatedOn: date.nullable().describe('When the provider was deactivated, if it was reactivated later.'),
  reactivatedOn: date.nullable(),
  replacementNpi: z.int().nullable(),
}

const personDetails = {
  ...details,
  nameParts: personName,
  isSoleProprietor: z.boolean().nullable().describe('Null if not answered.'),
  sexCode: z.string().nullable().describe('The sex code on file: M, F, X, U or another one; null if there is none.'),
}
const organizationDetails = {
  ...details,
  isSubpart: z.boolean().nullable().describe('Whether it is part of another organization; null if not answered.'),
  parentName: z.string().nullable().describe('The legal name of that organization.'),
  authorizedOfficial: z
    .object({ name: z.string(), nameParts: personName, title: z.string().nullable(), phone: phoneNumber })
    .nullable(),
}

/** As the registry has them. */
export const individualFull = individual.extend(personDetails)
export const doctorFull = doctor.extend(personDetails)
export const organizationFull = organization.extend(organizationDetails)

/** As look-ups answer them. */
export const individualFound = individualFull.extend(ofSources)
export const doctorFound = doctorFull.extend(ofSources)
export const organizationFound = organizationFull.extend(ofSources)

export type PracticeAddress = z.output<typeof practiceAddress>
export type PracticeLocation = z.output<typeof practiceLocation>
export type Individual = z.output<typeof individual>
export type Doctor = z.output<typeof doctor>
export type Organization = z.output<typeof organization>
export type IndividualFull = z.output<typeof individualFull>
export type OrganizationFull = z.output<typeof organizationFull>
