/** The groups of endpoints that developers call with their key, as the documentation presents them. */
import type { z } from 'zod'
import { batchDeactivated, batchOrganization, batchPerson, batchUnknown, exportFile } from './bulk-endpoints.ts'
import type { Group } from './endpoint.ts'
import { event } from './events.ts'
import { doctor, doctorFound, individual, individualFound, organization, organizationFound } from './providers.ts'
import { reviewList } from './reviews.ts'
import { openedShare } from './share-endpoints.ts'
import { exclusionAnswer, licenseAnswer, provenance } from './sources.ts'
import { review, verification } from './verifications.ts'
import { roster, rosterMember } from './watch-endpoints.ts'

/** In the order of the documentation (specification, section 2). */
export const documentedGroups = [
  'doctors',
  'organizations',
  'individuals',
  'bulk',
  'sources',
  'verifications',
  'shares',
  'watch',
] as const satisfies readonly Group[]

export type DocumentedGroup = (typeof documentedGroups)[number]

/** A field that answers will have one day: shown as BETA, and asked for by a request to support. */
export interface FieldToCome {
  name: string
  type: string
  description: string
}

interface GroupWords {
  title: string
  /** What it is for, in whole sentences; a paragraph each. */
  overview: readonly string[]
  models: Readonly<Record<string, { description: string; schema: z.ZodType; toCome?: readonly FieldToCome[] }>>
}

const reviews = {
  description: 'A page of what patients say about one provider.',
  schema: reviewList,
}

/** The field that a doctor will have (specification, section 2). */
const profilePicture: FieldToCome = {
  name: 'profilePicture',
  type: 'string',
  description: 'URL of a portrait. In beta: responses include it only with early access.',
}

/** What each group is for, in a sentence. */
export const groupSentences: Readonly<Record<Group, string>> = {
  service: 'Service status, registry contents, and this description.',
  accounts:
    'Accounts, sessions, plans, usage, and the searches of the explorer. The web app calls these, most with a session token.',
  doctors: 'Search doctors, look one up by NPI, and read its reviews.',
  organizations: 'Search organizations with an NPI, look one up, and read its reviews.',
  individuals: 'Search all people with an NPI, look one up, and read its reviews.',
  verifications: 'Submit a nurse’s or doctor’s credential, and get the decision.',
  bulk: 'Look up a thousand NPIs in one call, and export whole searches as files.',
  npiRegistry: 'Search in the form of CMS’s NPI Registry API 2.1, for programs that speak it.',
  sources: 'Check license rolls and exclusion lists published by boards and agencies.',
  shares: 'Share verified credentials with a link that expires, and open shares.',
  watch: 'Monitor rosters of providers for changes.',
}

export const groupWords: Readonly<Record<DocumentedGroup, GroupWords>> = {
  doctors: {
    title: 'Doctors',
    overview: [
      'Doctors are people in the registry with the taxonomy of a physician, dentist, podiatrist, optometrist or chiropractor. Search by place, specialty, credential, gender, name or organization, or look one up by NPI.',
      'Search returns summaries, nearest first if you pass a place. Lookup returns the full record.',
    ],
    models: {
      Doctor: { description: 'A doctor in search results.', schema: doctor, toCome: [profilePicture] },
      'Doctor in full': { description: 'A doctor looked up by NPI.', schema: doctorFound },
      'List of reviews': reviews,
    },
  },
  organizations: {
    title: 'Organizations',
    overview: [
      'Organizations are hospitals, clinics, pharmacies, laboratories, group practices and everything else with an NPI that isn’t a person. Search them like doctors, or by facility type and rating.',
      'To find the doctors who practice at an organization, pass its id to GET /api/doctors as organizationId.',
    ],
    models: {
      Organization: { description: 'An organization in search results.', schema: organization },
      'Organization in full': {
        description: 'An organization looked up by NPI.',
        schema: organizationFound,
      },
      'List of reviews': reviews,
    },
  },
  individuals: {
    title: 'Individuals',
    overview: [
      'Individuals are all people with an NPI: doctors, nurses, therapists, pharmacists, social workers and everyone else in the registry. These endpoints are in beta: they work, but responses may still change.',
      'Search results are in providers.',
    ],
    models: {
      Individual: { description: 'An individual in search results.', schema: individual },
      'Individual in full': { description: 'An individual looked up by NPI.', schema: individualFound },
      'List of reviews': reviews,
    },
  },
  bulk: {
    title: 'Bulk',
    overview: [
      'A batch looks up as many as 1,000 NPIs in one call. Results come back in the order you sent them, including NPIs that are unknown or deactivated. An export writes every match of a search, or the whole country, to a file of JSON lines, CSV or Parquet.',
      'Exports run in the background: create one, poll it until its status is done, then download its url. The url works for an hour without a key, so keep it private; get the export again for a new one. To resume a download, send a Range header such as bytes=1000000-.',
      'In CSV, text that begins with =, +, -, @, a tab or a line break gets a leading apostrophe, so spreadsheets don’t read it as a formula. That includes phone numbers, which begin with +. Numbers stay as they are.',
      'With a test key, exports contain sample data and are free.',
    ],
    models: {
      Export: { description: 'An export.', schema: exportFile },
      'Active person': { description: 'A person in a batch.', schema: batchPerson },
      'Active organization': { description: 'An organization in a batch.', schema: batchOrganization },
      'Deactivated NPI': { description: 'A deactivated NPI in a batch.', schema: batchDeactivated },
      'Unknown NPI': { description: 'An unassigned NPI in a batch.', schema: batchUnknown },
    },
  },
  sources: {
    title: 'Primary sources',
    overview: [
      'State boards, agencies and CMS publish who is licensed, and who is excluded from federal and state programs. Search their lists by NPI, license number or name.',
      'Each row names its list, the date of that list, and a verdict: match, possible, or insufficient. A name alone is never a match, since people share names. Every response says which lists were checked, their dates, and which ones this server doesn’t have: an empty result covers only the lists that were checked.',
      'Lookups of doctors, organizations and individuals return medicare, affiliations and licenses from the same lists. With provenance=1, the response says where each field comes from: provenance has an entry for each field, such as address, address.coords or licenses[0].verified. An entry covers every field below it that has no entry of its own.',
    ],
    models: {
      Licenses: { description: 'Rows from license rolls.', schema: licenseAnswer },
      Exclusions: { description: 'Rows from exclusion lists.', schema: exclusionAnswer },
      Provenance: { description: 'Where each field comes from.', schema: provenance },
    },
  },
  verifications: {
    title: 'Verifications',
    overview: [
      'A verification tells you whether someone is the nurse or doctor they say they are. Send an NPI and an image of the credential. You get the registry checks in the response, the document is read within seconds, and a reviewer approves or rejects the request.',
      'Fetch the verification again for the decision, or pass a callbackUrl to get a webhook.',
    ],
    models: {
      Verification: { description: 'A verification.', schema: verification },
      Review: { description: 'What admins also see.', schema: review },
    },
  },
  shares: {
    title: 'Shares',
    overview: [
      'Clinicians share verified credentials with a link that expires and can be revoked. Open a share with the token in its link, and with its passcode if it has one. You can also read each share as a SMART Health Link.',
      'The attestation in the response is a JWT. Check its signature with the keys at GET /.well-known/jwks.json, and its revocation in the Token Status List it names. You don’t need to call us about the share again.',
    ],
    models: {
      'Opened share': { description: 'What a clinician shares.', schema: openedShare },
    },
  },
  watch: {
    title: 'Watch',
    overview: [
      'A roster is a list of providers to monitor. Whenever the registry or a primary-source list is updated, we compare each member with the previous version and record an event for every change.',
      'Read events from GET /api/events. Each has an id, so you can skip the ones you’ve already seen. Events about a provider are in the order they happened.',
    ],
    models: {
      Roster: { description: 'A roster.', schema: roster },
      Member: { description: 'A provider on a roster.', schema: rosterMember },
      Event: { description: 'An event in the feed.', schema: event },
    },
  },
}
