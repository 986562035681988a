/** The groups of endpoints that developers call with their key, as the documentation presents them. */
import type { z } from 'zod'
import type { Group } from './endpoint.ts'
import { doctor, doctorFound, individual, individualFound, organization, organizationFound } from './providers.ts'
import { reviewList } from './reviews.ts'
import { openedShare } from './share-endpoints.ts'
import { exclusionAnswer, licenseAnswer, provenance } from './sources.ts'
import { review, verification } from './verifications.ts'

/** In the order of the documentation (specification, section 2). */
export const documentedGroups = [
  'doctors',
  'organizations',
  'individuals',
  'sources',
  'verifications',
  'shares',
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
  description: 'What patients say of one provider, a page of it.',
  schema: reviewList,
}

/** The field that a doctor will have (specification, section 2). */
const profilePicture: FieldToCome = {
  name: 'profilePicture',
  type: 'string',
  description: 'Address of a portrait. In beta: answers do not have it yet, unless early access was granted.',
}

/** What each group is for, in a sentence. */
export const groupSentences: Readonly<Record<Group, string>> = {
  service: 'The state of the service, what the registry holds, and this description.',
  accounts: 'Accounts, sessions, plans and usage. The web app calls these with a session token.',
  doctors: 'Search doctors, look one up by NPI, and read its reviews.',
  organizations: 'Search organizations with an NPI, look one up, and read its reviews.',
  individuals: 'Search all people with an NPI, look one up, and read its reviews.',
  verifications: 'Submit a credential of a nurse or doctor, and learn what is decided of it.',
  sources: 'Ask license rolls and exclusion lists of the agencies that publish them.',
  shares: 'Share verified credentials by a link that expires, and open such a share.',
}

export const groupWords: Readonly<Record<DocumentedGroup, GroupWords>> = {
  doctors: {
    title: 'Doctors',
    overview: [
      'Doctors are the people in the registry with a taxonomy of a physician, dentist, podiatrist, optometrist or chiropractor. Search them by place, specialty, credential, gender, name or organization, or look one up by NPI.',
      'A search answers short records, nearest first where a place is given. A look-up answers everything that is on file.',
    ],
    models: {
      Doctor: { description: 'A doctor as searches answer it.', schema: doctor, toCome: [profilePicture] },
      'Doctor in full': { description: 'A doctor as the look-up by NPI answers it.', schema: doctorFound },
      'List of reviews': reviews,
    },
  },
  organizations: {
    title: 'Organizations',
    overview: [
      'Organizations are hospitals, clinics, pharmacies, laboratories, group practices and everything else that has an NPI and is no person. They are searched like doctors, and by the kind of facility and its rating.',
      'Which doctors practice at an organization is asked for by its id: GET /api/doctors with organizationId.',
    ],
    models: {
      Organization: { description: 'An organization as searches answer it.', schema: organization },
      'Organization in full': {
        description: 'An organization as the look-up by NPI answers it.',
        schema: organizationFound,
      },
      'List of reviews': reviews,
    },
  },
  individuals: {
    title: 'Individuals',
    overview: [
      'Individuals are all people with an NPI: doctors, and nurses, therapists, pharmacists, social workers and everybody else in the registry. Their endpoints are in beta: they work, and their answers may still change.',
      'The list of a search is called providers.',
    ],
    models: {
      Individual: { description: 'An individual as searches answer it.', schema: individual },
      'Individual in full': { description: 'An individual as the look-up by NPI answers it.', schema: individualFound },
      'List of reviews': reviews,
    },
  },
  sources: {
    title: 'Primary sources',
    overview: [
      'Lists that state boards, agencies and CMS publish: who is licensed, and who is excluded from federal and state programs. Ask by NPI, by license number, or by name.',
      'Each row of an answer has its list, the date of that, and a verdict: match, possible, or insufficient. A name alone is never a match, since people share names. An answer without rows says which lists of which dates were asked, and which this server does not have: only with these does it say anything.',
      'Look-ups of doctors, organizations and individuals answer medicare, affiliations and licenses from the same lists. With provenance=1 they say of each field where it comes from: provenance is a list with an entry for each field, such as address, address.coords or licenses[0].verified. An entry holds for all fields below that have none of their own.',
    ],
    models: {
      Licenses: { description: 'Rows of boards.', schema: licenseAnswer },
      Exclusions: { description: 'Rows of lists of exclusions.', schema: exclusionAnswer },
      Provenance: { description: 'Of each field where it comes from.', schema: provenance },
    },
  },
  verifications: {
    title: 'Verifications',
    overview: [
      'A verification answers whether somebody is the nurse or doctor they say they are. Send an NPI and an image of the credential: the checks against the registry are in the answer, the document is read within seconds, and a person approves or rejects the request.',
      'Ask for the verification again to learn the decision, or give a callbackUrl to be told of it.',
    ],
    models: {
      Verification: { description: 'A verification as everybody sees it who may see it.', schema: verification },
      Review: { description: 'What an admin sees beside it.', schema: review },
    },
  },
  shares: {
    title: 'Shares',
    overview: [
      'A clinician shares verified credentials by a link that expires, and can be revoked. Open it with the token of the link, and with its passcode where it has one. Each share can also be read as a SMART Health Link.',
      'The attestation in the answer is a JWT. Check its signature with the keys of GET /.well-known/jwks.json, and whether it was revoked in the Token Status List that it names: no further call about the share is needed.',
    ],
    models: {
      'Opened share': { description: 'What a clinician shares.', schema: openedShare },
    },
  },
}
