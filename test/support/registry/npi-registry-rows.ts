/** Makes of a provider in the form of CMS's NPI Registry API 2.1 the rows that the files would have of it. */
import type { z } from 'zod'
import type { npiResult } from '#contract/npi-registry-endpoints'
import type { Row } from './test-files.ts'

export type NpiResult = z.output<typeof npiResult>

export interface NpiRows {
  main: Row
  secondary: Row[]
  otherNames: Row[]
  endpoints: Row[]
}

export function rowsOf(result: NpiResult): NpiRows {
  const { number: NPI, basic, enumeration_type: type } = result
  const isPerson = type === 'NPI-1'
  const addressWith = (purpose: string) => result.addresses.find((one) => one.address_purpose === purpose)
  const main = {
    NPI,
    'Entity Type Code': isPerson ? '1' : '2',
    ...(isPerson ? person(result) : organization(basic)),
    ...addressRow('Mailing', addressWith('MAILING')),
    ...addressRow('Practice Location', addressWith('LOCATION')),
    'Provider Enumeration Date': day(basic.enumeration_date),
    'Last Update Date': day(basic.last_updated),
    'Certification Date': day(basic.certification_date),
    ...Object.assign({}, ...result.taxonomies.map(taxonomyRow)),
    ...Object.assign({}, ...result.identifiers.map(identifierRow)),
  }
  return {
    main,
    secondary: result.practiceLocations.map((one) => secondaryRow(NPI, one)),
    otherNames: isPerson ? [] : result.other_names.map((one) => otherNameRow(NPI, one)),
    endpoints: result.endpoints.map((one) => endpointRow(NPI, one)),
  }
}

function person({ basic, other_names: [other = {}] }: NpiResult): Row {
  return {
    'Provider Last Name (Legal Name)': basic.last_name ?? '',
    'Provider First Name': basic.first_name ?? '',
    'Provider Middle Name': basic.middle_name ?? '',
    'Provider Name Prefix Text': basic.name_prefix ?? '',
    'Provider Name Suffix Text': basic.name_suffix ?? '',
    'Provider Credential Text': basic.credential ?? '',
    'Provider Other Last Name': other.last_name ?? '',
    'Provider Other First Name': other.first_name ?? '',
    'Provider Other Middle Name': other.middle_name ?? '',
    'Provider Other Name Prefix Text': other.prefix ?? '',
    'Provider Other Name Suffix Text': other.suffix ?? '',
    'Provider Other Credential Text': other.credential ?? '',
    'Provider Other Last Name Type Code': other.code ?? '',
    'Provider Sex Code': basic.sex ?? '',
    'Is Sole Proprietor': letter(basic.sole_proprietor),
  }
}

function organization(basic: Record<string, string>): Row {
  const official = (member: string) => basic[`authorized_official_${member}`] ?? ''
  return {
    'Provider Organization Name (Legal Business Name)': basic.organization_name ?? '',
    'Is Organization Subpart': letter(basic.organizational_subpart),
    'Parent Organization LBN': basic.parent_organization_legal_business_name ?? '',
    'Authorized Official Last Name': official('last_name'),
    'Authorized Official First Name': official('first_name'),
    'Authorized Official Middle Name': official('middle_name'),
    'Authorized Official Name Prefix Text': official('name_prefix'),
    'Authorized Official Name Suffix Text': official('name_suffix'),
    'Authorized Official Credential Text': official('credential'),
    'Authorized Official Title or Position': official('title_or_position'),
    'Authorized Official Telephone Number': official('telephone_number'),
  }
}

type Address = NpiResult['addresses'][number]

function addressRow(kind: 'Mailing' | 'Practice Location', given: Address | undefined): Row {
  if (given === undefined) return {}
  return {
    [`Provider First Line Business ${kind} Address`]: given.address_1 ?? '',
    [`Provider Second Line Business ${kind} Address`]: given.address_2 ?? '',
    [`Provider Business ${kind} Address City Name`]: given.city ?? '',
    [`Provider Business ${kind} Address State Name`]: given.state ?? '',
    [`Provider Business ${kind} Address Postal Code`]: given.postal_code ?? '',
    [`Provider Business ${kind} Address Country Code (If outside U.S.)`]: given.country_code ?? '',
    [`Provider Business ${kind} Address Telephone Number`]: digits(given.telephone_number),
    [`Provider Business ${kind} Address Fax Number`]: digits(given.fax_number),
  }
}

function secondaryRow(NPI: string, given: Address): Row {
  const start = 'Provider Secondary Practice Location Address'
  return {
    NPI,
    [`${start}- Address Line 1`]: given.address_1 ?? '',
    [`${start}-  Address Line 2`]: given.address_2 ?? '',
    [`${start} - City Name`]: given.city ?? '',
    [`${start} - State Name`]: given.state ?? '',
    [`${start} - Postal Code`]: given.postal_code ?? '',
    [`${start} - Country Code (If outside U.S.)`]: given.country_code ?? '',
    [`${start} - Telephone Number`]: digits(given.telephone_number),
    'Provider Practice Location Address - Fax Number': digits(given.fax_number),
  }
}

function taxonomyRow(given: NpiResult['taxonomies'][number], index: number): Row {
  const n = index + 1
  return {
    [`Healthcare Provider Taxonomy Code_${n}`]: given.code,
    [`Provider License Number_${n}`]: given.license ?? '',
    [`Provider License Number State Code_${n}`]: given.state ?? '',
    [`Healthcare Provider Primary Taxonomy Switch_${n}`]: given.primary ? 'Y' : 'N',
    [`Healthcare Provider Taxonomy Group_${n}`]: given.taxonomy_group.replace(' -', '').toUpperCase(),
  }
}

function identifierRow(given: NpiResult['identifiers'][number], index: number): Row {
  const n = index + 1
  return {
    [`Other Provider Identifier_${n}`]: given.identifier,
    [`Other Provider Identifier Type Code_${n}`]: given.code,
    [`Other Provider Identifier State_${n}`]: given.state ?? '',
    [`Other Provider Identifier Issuer_${n}`]: given.issuer ?? '',
  }
}

function otherNameRow(NPI: string, given: Record<string, string>): Row {
  return {
    NPI,
    'Provider Other Organization Name': given.organization_name ?? '',
    'Provider Other Organization Name Type Code': given.code ?? '',
  }
}

function endpointRow(NPI: string, given: Record<string, string>): Row {
  return {
    NPI,
    'Endpoint Type': given.endpointType ?? '',
    'Endpoint Type Description': given.endpointTypeDescription ?? '',
    Endpoint: given.endpoint ?? '',
    Affiliation: given.affiliation ?? '',
    'Endpoint Description': given.endpointDescription ?? '',
    'Affiliation Legal Business Name': given.affiliationName ?? '',
    'Use Code': given.use ?? '',
    'Use Description': given.useDescription ?? '',
    'Other Use Description': given.useOtherDescription ?? '',
    'Content Type': given.contentType ?? '',
    'Content Description': given.contentTypeDescription ?? '',
    'Other Content Description': given.contentOtherDescription ?? '',
    'Affiliation Address Line One': given.address_1 ?? '',
    'Affiliation Address Line Two': given.address_2 ?? '',
    'Affiliation Address City': given.city ?? '',
    'Affiliation Address State': given.state ?? '',
    'Affiliation Address Country': given.country_code ?? '',
    'Affiliation Address Postal Code': given.postal_code ?? '',
  }
}

function digits(phone = ''): string {
  return phone.replaceAll('-', '')
}

function day(iso = ''): string {
  const [year, month, date] = iso.split('-')
  return iso === '' ? '' : `${month}/${date}/${year}`
}

function letter(word = ''): string {
  return word.slice(0, 1)
}
