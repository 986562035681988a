/** What was filed about a provider, in the order and case of the file where a look-up shows another one. */
import type { IndividualFull, OrganizationFull } from '#contract/providers'
import { type AddressPurpose, isLongerThanPlace } from './filed-places.ts'
import type { FieldText, FiledAddress, FiledFilters } from './query.ts'
import { fieldKey, isKeyCut } from './words.ts'

/**
 * Names and practice addresses are as a look-up has them, in the case people write; the file has capitals. Taxonomies
 * are in the file's order, and an official's title and the addresses of endpoints in its case.
 */
export type Filed =
  | { kind: 'individual'; provider: IndividualFull }
  | { kind: 'organization'; provider: OrganizationFull }

export type FiledPostalAddress = NonNullable<IndividualFull['mailingAddress']>

/** With the members that look-ups leave out (registry/build/join/phrasebook.ts). */
type StoredTaxonomy = IndividualFull['taxonomies'][number] & { filedPlace?: number }
type Endpoint = IndividualFull['endpoints'][number]
type StoredEndpoint = Omit<Endpoint, 'address'> & {
  address?: NonNullable<Endpoint['address']> & { isStreetInCapitals?: true; isCityInCapitals?: true }
}
type Official = NonNullable<OrganizationFull['authorizedOfficial']>
type StoredOfficial = Official & { isTitleInCapitals?: true }
interface Stored {
  taxonomies: StoredTaxonomy[]
  endpoints: StoredEndpoint[]
}
type StoredIndividual = Omit<IndividualFull, keyof Stored> & Stored
type StoredOrganization = Omit<OrganizationFull, keyof Stored | 'authorizedOfficial'> &
  Stored & { authorizedOfficial: StoredOfficial | null }

/** `json` is what the build wrote, which is what the types say. */
export function readFiled(json: Buffer): Filed {
  const stored: StoredIndividual | StoredOrganization = JSON.parse(json.toString('utf8'))
  const filed = { taxonomies: inOrder(stored.taxonomies), endpoints: stored.endpoints.map(endpointOf) }
  if (!('authorizedOfficial' in stored)) return { kind: 'individual', provider: { ...stored, ...filed } }
  const authorizedOfficial = stored.authorizedOfficial && officialOf(stored.authorizedOfficial)
  return { kind: 'organization', provider: { ...stored, ...filed, authorizedOfficial } }
}

function inOrder([primary, ...others]: readonly StoredTaxonomy[]): IndividualFull['taxonomies'] {
  if (primary === undefined) return []
  const { filedPlace = 0, ...taxonomy } = primary
  return others.toSpliced(filedPlace, 0, taxonomy)
}

function officialOf({ isTitleInCapitals, title, ...official }: StoredOfficial): Official {
  return { ...official, title: isTitleInCapitals === true && title !== null ? title.toUpperCase() : title }
}

function endpointOf({ address: stored, ...endpoint }: StoredEndpoint): Endpoint {
  if (stored === undefined) return endpoint
  const { isStreetInCapitals, isCityInCapitals, ...address } = stored
  if (isStreetInCapitals === true) {
    address.firstLine = address.firstLine.toUpperCase()
    if (address.secondLine !== undefined) address.secondLine = address.secondLine.toUpperCase()
  }
  if (isCityInCapitals === true) address.city = address.city.toUpperCase()
  return { ...endpoint, address }
}

/** The addresses with a purpose, in the order of the file. */
export function addressesOf({ provider }: Filed, purpose: AddressPurpose): FiledPostalAddress[] {
  const { mailingAddress, address, locations = [] } = provider
  if (purpose === 'mailing') return mailingAddress === null ? [] : [mailingAddress]
  return purpose === 'primary' ? [address] : locations.slice(1).map((location) => location.address)
}

/** Whether the indexes alone cannot say who matches. */
export function mustBeRead({ last, first, organization, address }: FiledFilters): boolean {
  const isCut = [last, first, organization].some((field) => field !== undefined && isKeyCut(field.text))
  return isCut || (address?.postalCode !== undefined && isLongerThanPlace(address.postalCode.text))
}

/** Whether a provider that the indexes found matches to the last letter. */
export function isAsFiled(filed: Filed, { last, first, organization, address }: FiledFilters): boolean {
  const { provider } = filed
  const person = filed.kind === 'individual' ? filed.provider.nameParts : filed.provider.authorizedOfficial?.nameParts
  const names = [provider.name, ...provider.otherNames.map(({ name }) => name)]
  return (
    (last === undefined || !isKeyCut(last.text) || isName(person?.last, last)) &&
    (first === undefined || !isKeyCut(first.text) || isName(person?.first, first)) &&
    (organization === undefined || names.some((name) => isName(name, organization))) &&
    (address === undefined || hasAddress(filed, address))
  )
}

function isName(name: string | undefined, { text, isPrefix }: FieldText): boolean {
  const [key, asked] = [fieldKey(name ?? ''), fieldKey(text)]
  return isPrefix ? key.startsWith(asked) : key === asked
}

function hasAddress(filed: Filed, { purposes, country, state, city, postalCode }: FiledAddress): boolean {
  return purposes
    .flatMap((purpose) => addressesOf(filed, purpose))
    .some(
      (address) =>
        (country === undefined || address.countryCode === country) &&
        (state === undefined || address.state.toUpperCase() === state) &&
        isText(address.city.toUpperCase(), city) &&
        isText(address.postalCode.replace(/[\s-]/g, '').toUpperCase(), postalCode),
    )
}

function isText(text: string, asked: FieldText | undefined): boolean {
  if (asked === undefined) return true
  return asked.isPrefix ? text.startsWith(asked.text) : text === asked.text || isZipOf(text, asked.text)
}

/** Five digits also ask for every ZIP+4 that begins so. */
function isZipOf(text: string, zip: string): boolean {
  return /^\d{5}$/.test(zip) && /^\d{9}$/.test(text) && text.startsWith(zip)
}

/** As records have a ZIP+4, whole or begun; undefined where nothing of it comes behind the hyphen. */
export function zipPlus4In(postalCode: string | undefined): string | undefined {
  if (postalCode === undefined || !isLongerThanPlace(postalCode)) return undefined
  return `${postalCode.slice(0, 5)}-${postalCode.slice(5)}`
}
