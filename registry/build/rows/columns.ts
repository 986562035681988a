/** Where the columns that the build reads are in the layouts. */
import {
  endpointColumns,
  identifiersPerRow,
  mainColumns,
  otherNameColumns,
  secondaryLocationColumns,
  taxonomiesPerRow,
} from '#registry/columns'

const indexIn = (columns: readonly string[]) => (name: string) => {
  const index = columns.indexOf(name)
  if (index === -1) throw new Error(`expected a column of the layout; got ${JSON.stringify(name)}`)
  return index
}

const inMain = indexIn(mainColumns)

export interface PostalColumns {
  firstLine: number
  secondLine: number
  city: number
  state: number
  postalCode: number
  country: number
}

export interface AddressColumns extends PostalColumns {
  phone: number
  fax: number
}

export interface TaxonomyColumns {
  code: number
  licenseNumber: number
  licenseState: number
  isPrimary: number
  group: number
}

function mainAddress(kind: 'Mailing' | 'Practice Location'): AddressColumns {
  return {
    firstLine: inMain(`Provider First Line Business ${kind} Address`),
    secondLine: inMain(`Provider Second Line Business ${kind} Address`),
    city: inMain(`Provider Business ${kind} Address City Name`),
    state: inMain(`Provider Business ${kind} Address State Name`),
    postalCode: inMain(`Provider Business ${kind} Address Postal Code`),
    country: inMain(`Provider Business ${kind} Address Country Code (If outside U.S.)`),
    phone: inMain(`Provider Business ${kind} Address Telephone Number`),
    fax: inMain(`Provider Business ${kind} Address Fax Number`),
  }
}

const perGroup = <T>(count: number, columnsOf: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => columnsOf(index + 1))

export const main = {
  npi: inMain('NPI'),
  entityType: inMain('Entity Type Code'),
  replacementNpi: inMain('Replacement NPI'),
  organizationName: inMain('Provider Organization Name (Legal Business Name)'),
  last: inMain('Provider Last Name (Legal Name)'),
  first: inMain('Provider First Name'),
  middle: inMain('Provider Middle Name'),
  prefix: inMain('Provider Name Prefix Text'),
  suffix: inMain('Provider Name Suffix Text'),
  credential: inMain('Provider Credential Text'),
  otherOrganizationName: inMain('Provider Other Organization Name'),
  otherOrganizationKind: inMain('Provider Other Organization Name Type Code'),
  other: {
    last: inMain('Provider Other Last Name'),
    first: inMain('Provider Other First Name'),
    middle: inMain('Provider Other Middle Name'),
    prefix: inMain('Provider Other Name Prefix Text'),
    suffix: inMain('Provider Other Name Suffix Text'),
    credential: inMain('Provider Other Credential Text'),
    kind: inMain('Provider Other Last Name Type Code'),
  },
  mailing: mainAddress('Mailing'),
  practice: mainAddress('Practice Location'),
  enumeratedOn: inMain('Provider Enumeration Date'),
  updatedOn: inMain('Last Update Date'),
  deactivatedOn: inMain('NPI Deactivation Date'),
  reactivatedOn: inMain('NPI Reactivation Date'),
  certifiedOn: inMain('Certification Date'),
  sex: inMain('Provider Sex Code'),
  official: {
    last: inMain('Authorized Official Last Name'),
    first: inMain('Authorized Official First Name'),
    middle: inMain('Authorized Official Middle Name'),
    prefix: inMain('Authorized Official Name Prefix Text'),
    suffix: inMain('Authorized Official Name Suffix Text'),
    credential: inMain('Authorized Official Credential Text'),
    title: inMain('Authorized Official Title or Position'),
    phone: inMain('Authorized Official Telephone Number'),
  },
  isSoleProprietor: inMain('Is Sole Proprietor'),
  isSubpart: inMain('Is Organization Subpart'),
  parentName: inMain('Parent Organization LBN'),
  taxonomies: perGroup(taxonomiesPerRow, (n) => ({
    code: inMain(`Healthcare Provider Taxonomy Code_${n}`),
    licenseNumber: inMain(`Provider License Number_${n}`),
    licenseState: inMain(`Provider License Number State Code_${n}`),
    isPrimary: inMain(`Healthcare Provider Primary Taxonomy Switch_${n}`),
    group: inMain(`Healthcare Provider Taxonomy Group_${n}`),
  })),
  identifiers: perGroup(identifiersPerRow, (n) => ({
    value: inMain(`Other Provider Identifier_${n}`),
    kind: inMain(`Other Provider Identifier Type Code_${n}`),
    state: inMain(`Other Provider Identifier State_${n}`),
    issuer: inMain(`Other Provider Identifier Issuer_${n}`),
  })),
} as const

const inSecondary = indexIn(secondaryLocationColumns)
const secondaryAddress = 'Provider Secondary Practice Location Address'

export const secondary: AddressColumns & { npi: number; phoneExtension: number } = {
  npi: inSecondary('NPI'),
  firstLine: inSecondary(`${secondaryAddress}- Address Line 1`),
  secondLine: inSecondary(`${secondaryAddress}-  Address Line 2`),
  city: inSecondary(`${secondaryAddress} - City Name`),
  state: inSecondary(`${secondaryAddress} - State Name`),
  postalCode: inSecondary(`${secondaryAddress} - Postal Code`),
  country: inSecondary(`${secondaryAddress} - Country Code (If outside U.S.)`),
  phone: inSecondary(`${secondaryAddress} - Telephone Number`),
  phoneExtension: inSecondary(`${secondaryAddress} - Telephone Extension`),
  fax: inSecondary('Provider Practice Location Address - Fax Number'),
}

const inOtherName = indexIn(otherNameColumns)

export const otherName = {
  npi: inOtherName('NPI'),
  name: inOtherName('Provider Other Organization Name'),
  kind: inOtherName('Provider Other Organization Name Type Code'),
} as const

const inEndpoint = indexIn(endpointColumns)

export const endpoint = {
  npi: inEndpoint('NPI'),
  kind: inEndpoint('Endpoint Type'),
  kindDescription: inEndpoint('Endpoint Type Description'),
  value: inEndpoint('Endpoint'),
  description: inEndpoint('Endpoint Description'),
  useCode: inEndpoint('Use Code'),
  use: inEndpoint('Use Description'),
  otherUse: inEndpoint('Other Use Description'),
  contentTypeCode: inEndpoint('Content Type'),
  contentType: inEndpoint('Content Description'),
  otherContentType: inEndpoint('Other Content Description'),
  isAffiliated: inEndpoint('Affiliation'),
  affiliation: inEndpoint('Affiliation Legal Business Name'),
  address: {
    firstLine: inEndpoint('Affiliation Address Line One'),
    secondLine: inEndpoint('Affiliation Address Line Two'),
    city: inEndpoint('Affiliation Address City'),
    state: inEndpoint('Affiliation Address State'),
    country: inEndpoint('Affiliation Address Country'),
    postalCode: inEndpoint('Affiliation Address Postal Code'),
  },
} as const
