/** Names of the shapes that OpenAPI puts under `components`, by which generated clients call their types. */
import type { z } from 'zod'
import { user } from './accounts.ts'
import { apiKey } from './api-keys.ts'
import { batchDeactivated, batchOrganization, batchPerson, batchUnknown, exportFile } from './bulk-endpoints.ts'
import { event, fieldChange } from './events.ts'
import { history } from './history-endpoints.ts'
import { providerEndpoints } from './provider-endpoints.ts'
import { searchedLocation } from './provider-search.ts'
import {
  address,
  date,
  distance,
  doctor,
  electronicEndpoint,
  identifier,
  individual,
  organization,
  otherName,
  personName,
  phoneNumber,
  practiceAddress,
  practiceLocation,
  taxonomy,
} from './providers.ts'
import { sentence } from './recovery.ts'
import { facilityRating, providerReview, reviewList, reviewSummary } from './reviews.ts'
import { openedShare, share, sharedCredential } from './share-endpoints.ts'
import {
  affiliation,
  askedList,
  exclusionHit,
  licenseHit,
  listedLicense,
  medicare,
  provenance,
  publishedList,
} from './sources.ts'
import { check, review, verification } from './verifications.ts'
import { roster, rosterMember } from './watch-endpoints.ts'

export const schemaNames: Readonly<Record<string, z.ZodType>> = {
  Account: user,
  Address: address,
  Affiliation: affiliation,
  ApiKey: apiKey,
  AskedList: askedList,
  BatchDeactivated: batchDeactivated,
  BatchOrganization: batchOrganization,
  BatchPerson: batchPerson,
  BatchUnknown: batchUnknown,
  Check: check,
  Day: date,
  Doctor: doctor,
  DoctorFound: doctor.extend(distance),
  DoctorFull: providerEndpoints.getDoctor.output,
  ElectronicEndpoint: electronicEndpoint,
  Event: event,
  ExclusionHit: exclusionHit,
  Export: exportFile,
  FacilityRating: facilityRating,
  FieldChange: fieldChange,
  History: history,
  Identifier: identifier,
  Individual: individual,
  IndividualFound: individual.extend(distance),
  IndividualFull: providerEndpoints.getIndividual.output,
  LicenseHit: licenseHit,
  ListedLicense: listedLicense,
  MedicareFacts: medicare,
  Message: sentence,
  OpenedShare: openedShare,
  Organization: organization,
  OrganizationFound: organization.extend(distance),
  OrganizationFull: providerEndpoints.getOrganization.output,
  OtherName: otherName,
  PersonName: personName,
  PhoneNumber: phoneNumber,
  PracticeAddress: practiceAddress,
  PracticeLocation: practiceLocation,
  Provenance: provenance,
  ProviderReview: providerReview,
  PublishedList: publishedList,
  ReviewList: reviewList,
  ReviewSummary: reviewSummary,
  Roster: roster,
  RosterMember: rosterMember,
  SearchedLocation: searchedLocation,
  Share: share,
  SharedCredential: sharedCredential,
  Taxonomy: taxonomy,
  Verification: verification,
  VerificationReview: review,
}
