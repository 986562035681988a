/** A provider in the words of schema.org, for search engines and other readers. */
import type { FacilityType } from '#contract/facilities'
import type { ProviderPage } from '#contract/provider-page'
import type { PracticeLocation } from '#contract/providers'

type Found = Extract<ProviderPage, { kind: 'found' }>

const facilityTypes: Partial<Record<FacilityType, string>> = {
  hospital: 'Hospital',
  'hospital-unit': 'Hospital',
  clinic: 'MedicalClinic',
  'urgent-care': 'MedicalClinic',
  'surgery-center': 'MedicalClinic',
  'dialysis-center': 'MedicalClinic',
  practice: 'MedicalClinic',
  pharmacy: 'Pharmacy',
  laboratory: 'DiagnosticLab',
  'imaging-center': 'DiagnosticLab',
}

export function linkedData({ provider, isPerson, isSampleData }: Found, url: string): object {
  const { name, npi, specialties } = provider
  const places = provider.locations ?? [{ address: provider.address, phone: provider.phone, fax: provider.fax }]
  const common = {
    '@context': 'https://schema.org',
    name,
    url,
    identifier: { '@type': 'PropertyValue', propertyID: 'NPI', value: String(npi) },
  }
  if (isPerson && 'credentials' in provider) {
    return {
      ...common,
      '@type': 'Person',
      jobTitle: specialties[0],
      hasCredential: provider.credentials.map((credential) => ({
        '@type': 'EducationalOccupationalCredential',
        credentialCategory: credential,
      })),
      workLocation: places.map((place) => ({ '@type': 'Place', ...placeOf(place) })),
    }
  }
  const average = isSampleData ? null : (provider.reviews?.averageRating ?? null)
  return {
    ...common,
    '@type': ('facilityType' in provider && facilityTypes[provider.facilityType]) || 'MedicalOrganization',
    ...placeOf(places[0]),
    ...(average !== null && {
      aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: provider.reviews?.count },
    }),
  }
}

function placeOf({ address, phone, fax }: PracticeLocation): object {
  const { firstLine, secondLine, city, state, postalCode, countryCode, coords } = address
  return {
    ...(phone !== null && { telephone: phone }),
    ...(fax !== null && { faxNumber: fax }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: [firstLine, secondLine].filter((line) => line !== undefined).join(', '),
      addressLocality: city,
      addressRegion: state,
      postalCode,
      addressCountry: countryCode,
    },
    ...(coords !== null && { geo: { '@type': 'GeoCoordinates', latitude: coords[1], longitude: coords[0] } }),
  }
}
