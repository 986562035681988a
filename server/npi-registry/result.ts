/**
 * A provider as CMS's NPI Registry API 2.1 answers it: members in alphabetical order, absent rather than empty, names
 * and addresses in capitals. The file has no time of day, so epochs are of five o'clock in UTC: the same day in Eastern
 * time, in which CMS writes dates.
 */
import { militaryStates } from '#registry/places/geography'
import { addressesOf, type Filed, type FiledPostalAddress } from '#registry/search/filed'
import type { Registry } from '#registry/search/query'

type Provider = Filed['provider']
type Individual = Extract<Filed, { kind: 'individual' }>['provider']
type Organization = Extract<Filed, { kind: 'organization' }>['provider']
type Endpoint = Provider['endpoints'][number]
type Taxonomy = Provider['taxonomies'][number]

export function resultOf(filed: Filed, registry: Pick<Registry, 'taxonomyName'>): object {
  const { kind, provider } = filed
  const { mailingPhone, mailingFax, phone, fax, locations = [] } = provider
  const mailing = addressesOf(filed, 'mailing').map((one) => addressOf(one, 'MAILING', mailingPhone, mailingFax))
  return {
    addresses: [addressOf(provider.address, 'LOCATION', phone, fax), ...mailing],
    basic: kind === 'individual' ? personOf(provider) : organizationOf(provider),
    created_epoch: epochOf(provider.enumeratedOn),
    endpoints: provider.endpoints.map(endpointOf),
    enumeration_type: kind === 'individual' ? 'NPI-1' : 'NPI-2',
    identifiers: provider.identifiers.map(identifierOf),
    last_updated_epoch: epochOf(provider.updatedOn),
    number: String(provider.npi),
    other_names: provider.otherNames.map(otherNameOf),
    practiceLocations: locations.slice(1).map((one) => addressOf(one.address, 'LOCATION', one.phone, one.fax)),
    taxonomies: provider.taxonomies.map((taxonomy) => taxonomyOf(taxonomy, registry)),
  }
}

function personOf({ nameParts, ...provider }: Individual): object {
  return {
    certification_date: provider.certifiedOn ?? undefined,
    credential: nameParts.credential,
    enumeration_date: provider.enumeratedOn ?? undefined,
    first_name: capitals(nameParts.first),
    last_name: capitals(nameParts.last),
    last_updated: provider.updatedOn ?? undefined,
    middle_name: capitals(nameParts.middle),
    name_prefix: nameParts.prefix,
    name_suffix: nameParts.suffix,
    sex: provider.sexCode ?? '',
    sole_proprietor: yesOrNo(provider.isSoleProprietor),
    status: 'A',
  }
}

function organizationOf({ authorizedOfficial: official, ...provider }: Organization): object {
  const name = official?.nameParts
  return {
    authorized_official_credential: name?.credential,
    authorized_official_first_name: capitals(name?.first),
    authorized_official_last_name: capitals(name?.last),
    authorized_official_middle_name: capitals(name?.middle),
    authorized_official_name_prefix: name?.prefix,
    authorized_official_name_suffix: name?.suffix,
    authorized_official_telephone_number: digitsOf(official?.phone),
    authorized_official_title_or_position: official?.title ?? undefined,
    certification_date: provider.certifiedOn ?? undefined,
    enumeration_date: provider.enumeratedOn ?? undefined,
    last_updated: provider.updatedOn ?? undefined,
    organization_name: capitals(provider.name),
    organizational_subpart: yesOrNo(provider.isSubpart),
    parent_organization_legal_business_name: capitals(provider.parentName ?? undefined),
    status: 'A',
  }
}

function addressOf(
  address: FiledPostalAddress,
  purpose: 'LOCATION' | 'MAILING',
  phone: string | null,
  fax: string | null,
): object {
  return {
    address_1: capitals(address.firstLine),
    address_2: capitals(address.secondLine),
    address_purpose: purpose,
    address_type: addressType(address),
    city: capitals(address.city),
    country_code: address.countryCode,
    country_name: countryName(address.countryCode),
    fax_number: hyphenated(fax),
    postal_code: postalCodeOf(address),
    state: capitals(address.state),
    telephone_number: hyphenated(phone),
  }
}

function addressType({ countryCode, state }: FiledPostalAddress): string {
  if (militaryStates.has(state)) return 'MIL'
  return countryCode === 'US' ? 'DOM' : 'FGN'
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/** The file has what people typed, which need not be a country. */
function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries.of(code) ?? code) : code
}

function postalCodeOf({ countryCode, postalCode }: FiledPostalAddress): string {
  return countryCode === 'US' ? postalCode.replace('-', '') : postalCode
}

function taxonomyOf({ code, isPrimary, ...taxonomy }: Taxonomy, registry: Pick<Registry, 'taxonomyName'>): object {
  return {
    code,
    desc: registry.taxonomyName(code),
    license: taxonomy.licenseNumber ?? null,
    primary: isPrimary,
    state: taxonomy.licenseState ?? null,
    taxonomy_group: groupOf(taxonomy.group),
  }
}

/** NUCC's codes of groups; the file has them in capitals and with blanks of its own. */
function groupOf(group = ''): string {
  const code = group.slice(0, 10)
  if (code === '193200000X') return `${code} - Multi-Specialty Group`
  if (code !== '193400000X') return group
  return `${code} - ${/multiple/i.test(group) ? 'Multiple ' : ''}Single Specialty Group`
}

/** CMS's "NPPES Data Dissemination - Code Values", and the words that its API has for the two that it still gives. */
const identifierWords: Readonly<Record<string, string>> = {
  '01': 'Other (non-Medicare)',
  '02': 'MEDICARE UPIN',
  '04': 'MEDICARE ID-TYPE UNSPECIFIED',
  '05': 'MEDICAID',
  '06': 'MEDICARE OSCAR/CERTIFICATION',
  '07': 'MEDICARE NSC',
  '08': 'MEDICARE PIN',
}

function identifierOf({ value, code = '01', state, issuer }: Provider['identifiers'][number]): object {
  return {
    code,
    desc: identifierWords[code] ?? identifierWords['01'],
    identifier: value,
    issuer: issuer ?? null,
    state: state ?? null,
  }
}

const otherNameWords: Readonly<Record<string, string>> = {
  '1': 'Former Name',
  '2': 'Professional Name',
  '3': 'Doing Business As',
  '4': 'Former Legal Business Name',
  '5': 'Other Name',
}

function otherNameOf({ name, code = '5', nameParts }: Provider['otherNames'][number]): object {
  const type = otherNameWords[code] ?? otherNameWords['5']
  if (nameParts === undefined) return { code, organization_name: capitals(name), type }
  return {
    code,
    credential: nameParts.credential,
    first_name: capitals(nameParts.first),
    last_name: capitals(nameParts.last),
    middle_name: capitals(nameParts.middle),
    prefix: nameParts.prefix,
    suffix: nameParts.suffix,
    type,
  }
}

/** Its address is in the case of the file. */
function endpointOf({ address, ...endpoint }: Endpoint): object {
  return {
    address_1: address?.firstLine,
    address_2: address?.secondLine,
    address_type: address && addressType(address),
    affiliation: endpoint.isAffiliated === true ? 'Y' : 'N',
    affiliationName: endpoint.affiliation,
    city: address?.city,
    contentOtherDescription: endpoint.otherContentType,
    contentType: endpoint.contentTypeCode,
    contentTypeDescription: endpoint.contentType ?? '',
    country_code: address?.countryCode,
    country_name: address && countryName(address.countryCode),
    endpoint: endpoint.value,
    endpointDescription: endpoint.description,
    endpointType: endpoint.kind,
    endpointTypeDescription: endpoint.kindDescription ?? '',
    postal_code: address && postalCodeOf(address),
    state: address?.state,
    use: endpoint.useCode,
    useDescription: endpoint.use ?? '',
    useOtherDescription: endpoint.otherUse,
  }
}

function capitals(text: string | undefined): string | undefined {
  return text?.toUpperCase()
}

function yesOrNo(is: boolean | null): string | undefined {
  return is === null ? undefined : is ? 'YES' : 'NO'
}

function epochOf(day: string | null): string | undefined {
  return day === null ? undefined : String(Date.parse(`${day}T05:00:00Z`))
}

/** Ten digits where it is a number of the North American plan, else as on file. */
function digitsOf(phone: string | null | undefined): string | undefined {
  if (phone === null || phone === undefined) return undefined
  return /^\+1\d{10}$/.test(phone) ? phone.slice(2) : phone
}

function hyphenated(phone: string | null): string | undefined {
  return digitsOf(phone)?.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}
