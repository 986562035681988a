/** Rows of the files of secondary locations and of endpoints for an invented provider. */
import { addPhone, addPostalCode, addStreet, addSuite } from './addresses.ts'
import { unitedStates } from './places.ts'
import type { Random } from './random.ts'
import { ready } from './ready.ts'
import type { Rows } from './rows.ts'
import type { Site } from './sites.ts'
import type { World } from './world.ts'

const severalLocationsShare = 0.08
/** The provider with the most locations of one real week had 59. */
const secondaryMax = 60

/** Adds rows of the file of secondary locations: none for most providers, one or two for some, dozens for a few. */
export function addSecondaryLocations(row: Rows, npi: number, site: Site, { random, sites }: World): void {
  if (!random.chance(severalLocationsShare)) return
  for (let left = 1 + Math.floor(random.next() ** 60 * secondaryMax); left > 0; left--) {
    row.begin()
    row.number(npi)
    addSecondarySite(row, sites.near(site, random), random)
    row.end()
  }
}

const extensionShare = 0.05

/** The nine fields after the NPI. */
function addSecondarySite(row: Rows, site: Site, random: Random): void {
  addStreet(row, site)
  row.endField()
  addSuite(row, site.suite)
  row.field(site.place.city)
  row.field(site.place.state)
  addPostalCode(row, site)
  row.field(site.place.country)
  if (site.phoneEnd === undefined) {
    row.blank(2)
  } else {
    addPhone(row, site)
    if (random.chance(extensionShare)) row.digits(random.below(9000), 4)
    row.endField()
  }
  row.blank(1)
}

const endpointShare = 0.06

const direct = ready('DIRECT', 'Direct Messaging Address', 'p')
const directHost = ready('@direct.example.org')
/** Code, description and free text. */
const noUse = ready('', '', '')
const directUses = [
  ready('DIRECT', 'Direct', ''),
  ready('HIE', 'Health Information Exchange (HIE)', ''),
  noUse,
] as const
const otherUse = ready('OTHER', 'Other', 'Referrals')
const contentTypes = [noUse, noUse, ready('CSV', 'CSV', ''), ready('OTHER', 'Other', 'C-CDA')] as const
const fhir = ready('FHIR', 'FHIR URL', 'https://fhir.example.org/')
const fhirVersion = ready('/r4')
/** Whether it belongs to another organization, a description, and that organization. */
const affiliations = [ready('N', '', ''), ready('N', 'Main', ''), ready('Y', '', 'Example Network')] as const

/** Adds a row of the file of endpoints: a Direct address or a FHIR server, or none. */
export function addEndpoint(row: Rows, npi: number, { place }: Site, random: Random): void {
  if (!random.chance(endpointShare)) return
  const isDirect = random.chance(0.75)
  row.begin()
  row.number(npi)
  if (isDirect) {
    row.part(direct)
    row.digits(npi)
    row.field(directHost)
  } else {
    row.part(fhir)
    row.digits(npi % 1000, 3)
    row.field(fhirVersion)
  }
  row.field(random.pick(affiliations))
  row.field(isDirect ? random.pick(directUses) : random.chance(0.2) ? otherUse : noUse)
  row.field(random.pick(contentTypes))
  row.blank(2)
  if (place.index !== undefined) row.field(place.city)
  else row.blank(1)
  row.field(place.state)
  row.field(unitedStates)
  if (place.index !== undefined) row.field(place.postalCode)
  else row.blank(1)
  row.end()
}
