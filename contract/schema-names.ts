/** Names of the shapes that OpenAPI puts under `components`, by which generated clients call their types. */
import type { z } from 'zod'
import { user } from './accounts.ts'
import { apiKey } from './api-keys.ts'
import { searchedLocation } from './provider-search.ts'
import {
  date,
  distance,
  doctor,
  doctorFull,
  electronicEndpoint,
  identifier,
  individual,
  individualFull,
  organization,
  organizationFull,
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
import { check, review, verification } from './verifications.ts'

export const schemaNames: Readonly<Record<string, z.ZodType>> = {
  Account: user,
  ApiKey: apiKey,
  Check: check,
  Day: date,
  Doctor: doctor,
  DoctorFound: doctor.extend(distance),
  DoctorFull: doctorFull,
  ElectronicEndpoint: electronicEndpoint,
  FacilityRating: facilityRating,
  Identifier: identifier,
  Individual: individual,
  IndividualFound: individual.extend(distance),
  IndividualFull: individualFull,
  Message: sentence,
  OpenedShare: openedShare,
  Organization: organization,
  OrganizationFound: organization.extend(distance),
  OrganizationFull: organizationFull,
  OtherName: otherName,
  PersonName: personName,
  PhoneNumber: phoneNumber,
  PracticeAddress: practiceAddress,
  PracticeLocation: practiceLocation,
  ProviderReview: providerReview,
  ReviewList: reviewList,
  ReviewSummary: reviewSummary,
  SearchedLocation: searchedLocation,
  Share: share,
  SharedCredential: sharedCredential,
  Taxonomy: taxonomy,
  Verification: verification,
  VerificationReview: review,
}
