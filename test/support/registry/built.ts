/** Providers for tests: invented, the same for the same seed, and crowded so that everything that can coincide does. */
import type { IndividualFull, OrganizationFull, PracticeAddress, PracticeLocation } from '#contract/providers'
import { isDoctorTaxonomy } from '#registry/vocabulary/specialties'

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
  | 'facilityType'
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

export interface BuiltIndividual extends Common {
  kind: 'individual'
  /** Whether the rule for doctors holds (registry/vocabulary/specialties.ts). */
  isDoctor: boolean
  gender: 'M' | 'F' | null
  credentials: string[]
  details: Omit<IndividualFull, ListMember>
}

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

/** A provider as tests tell it; registry/build/join/batch.ts is what a build makes of it. */
export type Built = BuiltIndividual | BuiltOrganization | Tombstone

/** The spots around which providers practise: [longitude, latitude], state and city. */
const places = [
  { coords: [-73.9967, 40.7484], state: 'NY', city: 'New York', postalCode: '10118' },
  { coords: [-74.0431, 40.7178], state: 'NJ', city: 'Jersey City', postalCode: '07302' },
  { coords: [-118.2437, 34.0522], state: 'CA', city: 'Los Angeles', postalCode: '90012' },
  { coords: [179.62, 51.88], state: 'AK', city: 'Adak', postalCode: '99546' },
  { coords: [-179.95, 51.9], state: 'AK', city: 'Atka', postalCode: '99547' },
  { coords: [-156.79, 71.29], state: 'AK', city: 'Utqiagvik', postalCode: '99723' },
  { coords: [-66.1057, 18.4655], state: 'PR', city: 'San Juan', postalCode: '00901' },
] as const satisfies readonly { coords: readonly [number, number]; state: string; city: string; postalCode: string }[]

const taxonomies = [
  ...['207RC0000X', '207RI0011X', '207R00000X', '207Q00000X', '208000000X', '2080P0202X', '207V00000X', '2084P0800X'],
  ...['1223G0001X', '152W00000X', '111N00000X', '363LF0000X', '363A00000X', '163W00000X', '164W00000X', '225100000X'],
  ...['103T00000X', '1041C0700X', '101YM0800X', '183500000X', '133V00000X', '235Z00000X', '367500000X', '225X00000X'],
]
const organizationTaxonomies = ['261QP2300X', '282N00000X', '3336C0003X']
const firstNames = ['Ada', 'José', 'Zoë', 'Ann', 'Mary Ann', 'Søren', 'Li']
const lastNames = ["O'Brien", 'Obrien', 'Smith', 'Smith-Jones', 'García', 'Groß', 'Łukasz', 'Nguyễn', 'Smythe']
const organizationNames = ["St Mary's Hospital", 'Heart & Lung Group PC', '24/7 Urgent Care', 'Smith Pharmacy "Main"']
const credentials = ['MD', 'PhD', 'DO', 'FNP-BC', 'RN', 'DDS']
const streets = ['1 Main Street', '1 MAIN ST.', '350 5th Ave', '77 North Broadway']
const suites = [undefined, 'Suite 5', 'STE 5', '# 6']

/** One in five has none; the state of one in five has no number, which is no license. */
function licenseOf(code: string, count: number): { licenseNumber?: string; licenseState?: string } {
  const licenseState = ['NY', 'NJ', 'CO', 'TX', undefined][(code.charCodeAt(3) + code.charCodeAt(4) + count) % 5]
  if (licenseState === undefined) return {}
  return licenseState === 'TX' ? { licenseState } : { licenseNumber: `${code}-${count}`, licenseState }
}

export interface BuiltOptions {
  seed: number
  count: number
  /** The first digit of every NPI: 2 for a sample, 1 for the likes of issued ones. */
  firstDigit?: 1 | 2
}

/** Providers in ascending order of NPI, one in twenty of them deactivated. */
export function builtProviders({ seed, count, firstDigit = 2 }: BuiltOptions): Built[] {
  const random = randomOf(seed)
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]
  const some = <T>(values: readonly T[], max: number): T[] => [
    ...new Set(Array.from({ length: 1 + Math.floor(random() ** 2 * max) }, () => one(values))),
  ]

  const address = (): PracticeAddress => {
    const place = one(places)
    const secondLine = one(suites)
    // Half of the addresses share the spot of their ZIP code; the others lie within some ten miles of it.
    const spread = random() < 0.5 ? 0 : 0.3
    const shift = () => (random() - 0.5) * spread
    const longitude = place.coords[0] + shift()
    const latitude = place.coords[1] + (random() < 0.3 ? 0 : shift())
    const coords: [number, number] = [
      Math.round((longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude) * 1e6) / 1e6,
      Math.round(latitude * 1e6) / 1e6,
    ]
    return {
      firstLine: one(streets),
      ...(secondLine !== undefined && { secondLine }),
      city: place.city,
      state: random() < 0.05 ? 'PA' : place.state,
      countryCode: 'US',
      postalCode: place.postalCode,
      coords: random() < 0.05 ? null : coords,
    }
  }
  const location = (): PracticeLocation => ({
    phone: random() < 0.1 ? null : `+1212555010${Math.floor(random() * 10)}`,
    fax: random() < 0.7 ? null : '+12125550199',
    address: address(),
  })
  const common = (npi: number, name: string) => ({
    npi,
    name,
    searchNames: random() < 0.2 ? [name, one(lastNames)] : [name],
    locations: Array.from({ length: random() < 0.8 ? 1 : 2 + Math.floor(random() * 4) }, location),
  })
  const details = (codes: readonly string[]) => ({
    taxonomies: codes.map((code, index) => ({
      ...{ code, label: 'Label "quoted"', isPrimary: index === 0 },
      ...licenseOf(code, codes.length),
    })),
    otherNames: [],
    identifiers: [],
    endpoints: [],
    mailingAddress: null,
    mailingPhone: null,
    mailingFax: null,
    enumeratedOn: '2006-05-23',
    updatedOn: null,
    certifiedOn: null,
    deactivatedOn: null,
    reactivatedOn: null,
    replacementNpi: null,
  })
  const individual = (npi: number): BuiltIndividual => {
    const taxonomyCodes = some(taxonomies, 4)
    const [first, last] = [one(firstNames), one(lastNames)]
    return {
      kind: 'individual',
      ...common(npi, `${first} ${last}`),
      taxonomyCodes,
      isDoctor: taxonomyCodes.some(isDoctorTaxonomy),
      gender: one(['M', 'F', null]),
      credentials: some(credentials, 3).slice(Math.floor(random() * 2)),
      details: { ...details(taxonomyCodes), nameParts: { first, last }, isSoleProprietor: null, sexCode: null },
    }
  }
  const organization = (npi: number): BuiltOrganization => {
    const taxonomyCodes = some(organizationTaxonomies, 3)
    return {
      kind: 'organization',
      ...common(npi, one(organizationNames)),
      taxonomyCodes,
      details: { ...details(taxonomyCodes), isSubpart: null, parentName: null, authorizedOfficial: null },
    }
  }

  let npi = firstDigit * 1e9
  return Array.from({ length: count }, () => {
    npi += 1 + Math.floor(random() * 1000)
    if (random() < 0.05) return { kind: 'deactivated', npi, deactivatedOn: '2020-02-29' }
    return random() < 0.25 ? organization(npi) : individual(npi)
  })
}

/** Numbers from 0 up to 1, by Steele and Vigna's SplitMix, cut to 32 bits. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
  }
}
