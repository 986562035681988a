/**
 * What the first half of the build (read, check, normalise, join) hands to the second (locate, index, write): one provider
 * at a time, in ascending NPI order, each NPI once.
 */
import type { IndividualFull, OrganizationFull, PracticeLocation } from '#contract/providers'

/** The members of the lists; a look-up by NPI shows the others, the details, beyond them. */
type ListMember =
  | 'id'
  | 'npi'
  | 'name'
  | 'gender'
  | 'phone'
  | 'fax'
  | 'address'
  | 'credentials'
  | 'specialties'
  | 'locations'
  | 'organizationIds'

interface Common {
  npi: number
  name: string
  /** Every name the provider can be found by: the legal one, former and other ones, as on file. */
  searchNames: string[]
  /** All taxonomy codes, the primary one first, each once. */
  taxonomyCodes: string[]
  /** All practice locations, the primary one first; `coords` is null where nobody could place it. */
  locations: PracticeLocation[]
}

/** A person (entity type 1), active. */
export interface BuiltIndividual extends Common {
  kind: 'individual'
  /** Whether the rule for doctors holds (registry/read/specialties.ts). */
  isDoctor: boolean
  gender: 'M' | 'F' | null
  credentials: string[]
  details: Omit<IndividualFull, ListMember>
}

/** An organization (entity type 2), active. */
export interface BuiltOrganization extends Common {
  kind: 'organization'
  details: Omit<OrganizationFull, ListMember>
}

/** A deactivated NPI: kept for look-up, out of search. */
interface Tombstone {
  kind: 'deactivated'
  npi: number
  /** yyyy-mm-dd */
  deactivatedOn: string
}

/** What is known of one NPI. */
export type Built = BuiltIndividual | BuiltOrganization | Tombstone
