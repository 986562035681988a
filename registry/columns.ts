/**
 * The column names of CMS's four files, in CMS's order, from their header lines and CMS's "NPPES Data Dissemination -
 * Readme" (V2, 2025). Older main files lack Certification Date and call Sex Code "Gender Code".
 */

const numbered = (count: number, names: (n: number) => string[]): string[] =>
  Array.from({ length: count }, (_, index) => names(index + 1)).flat()

/** Taxonomy groups and other identifiers in one row of the main file. */
export const taxonomiesPerRow = 15
export const identifiersPerRow = 50

export const mainColumns: readonly string[] = [
  'NPI',
  'Entity Type Code',
  'Replacement NPI',
  'Employer Identification Number (EIN)',
  'Provider Organization Name (Legal Business Name)',
  'Provider Last Name (Legal Name)',
  'Provider First Name',
  'Provider Middle Name',
  'Provider Name Prefix Text',
  'Provider Name Suffix Text',
  'Provider Credential Text',
  'Provider Other Organization Name',
  'Provider Other Organization Name Type Code',
  'Provider Other Last Name',
  'Provider Other First Name',
  'Provider Other Middle Name',
  'Provider Other Name Prefix Text',
  'Provider Other Name Suffix Text',
  'Provider Other Credential Text',
  'Provider Other Last Name Type Code',
  'Provider First Line Business Mailing Address',
  'Provider Second Line Business Mailing Address',
  'Provider Business Mailing Address City Name',
  'Provider Business Mailing Address State Name',
  'Provider Business Mailing Address Postal Code',
  'Provider Business Mailing Address Country Code (If outside U.S.)',
  'Provider Business Mailing Address Telephone Number',
  'Provider Business Mailing Address Fax Number',
  'Provider First Line Business Practice Location Address',
  'Provider Second Line Business Practice Location Address',
  'Provider Business Practice Location Address City Name',
  'Provider Business Practice Location Address State Name',
  'Provider Business Practice Location Address Postal Code',
  'Provider Business Practice Location Address Country Code (If outside U.S.)',
  'Provider Business Practice Location Address Telephone Number',
  'Provider Business Practice Location Address Fax Number',
  'Provider Enumeration Date',
  'Last Update Date',
  'NPI Deactivation Reason Code',
  'NPI Deactivation Date',
  'NPI Reactivation Date',
  'Provider Sex Code',
  'Authorized Official Last Name',
  'Authorized Official First Name',
  'Authorized Official Middle Name',
  'Authorized Official Title or Position',
  'Authorized Official Telephone Number',
  ...numbered(taxonomiesPerRow, (n) => [
    `Healthcare Provider Taxonomy Code_${n}`,
    `Provider License Number_${n}`,
    `Provider License Number State Code_${n}`,
    `Healthcare Provider Primary Taxonomy Switch_${n}`,
  ]),
  ...numbered(identifiersPerRow, (n) => [
    `Other Provider Identifier_${n}`,
    `Other Provider Identifier Type Code_${n}`,
    `Other Provider Identifier State_${n}`,
    `Other Provider Identifier Issuer_${n}`,
  ]),
  'Is Sole Proprietor',
  'Is Organization Subpart',
  'Parent Organization LBN',
  'Parent Organization TIN',
  'Authorized Official Name Prefix Text',
  'Authorized Official Name Suffix Text',
  'Authorized Official Credential Text',
  ...numbered(taxonomiesPerRow, (n) => [`Healthcare Provider Taxonomy Group_${n}`]),
  'Certification Date',
]

/** Names that older files use for a column of today. */
export const formerColumnNames: Readonly<Record<string, string>> = { 'Provider Gender Code': 'Provider Sex Code' }

/** Columns of today that older files lack. */
export const columnsSince2020: readonly string[] = ['Certification Date']

export const secondaryLocationColumns: readonly string[] = [
  'NPI',
  'Provider Secondary Practice Location Address- Address Line 1',
  'Provider Secondary Practice Location Address-  Address Line 2',
  'Provider Secondary Practice Location Address - City Name',
  'Provider Secondary Practice Location Address - State Name',
  'Provider Secondary Practice Location Address - Postal Code',
  'Provider Secondary Practice Location Address - Country Code (If outside U.S.)',
  'Provider Secondary Practice Location Address - Telephone Number',
  'Provider Secondary Practice Location Address - Telephone Extension',
  'Provider Practice Location Address - Fax Number',
]

export const otherNameColumns: readonly string[] = [
  'NPI',
  'Provider Other Organization Name',
  'Provider Other Organization Name Type Code',
]

export const endpointColumns: readonly string[] = [
  'NPI',
  'Endpoint Type',
  'Endpoint Type Description',
  'Endpoint',
  'Affiliation',
  'Endpoint Description',
  'Affiliation Legal Business Name',
  'Use Code',
  'Use Description',
  'Other Use Description',
  'Content Type',
  'Content Description',
  'Other Content Description',
  'Affiliation Address Line One',
  'Affiliation Address Line Two',
  'Affiliation Address City',
  'Affiliation Address State',
  'Affiliation Address Country',
  'Affiliation Address Postal Code',
]
