/** A registry of a few invented providers: one for each thing that FHIR resources say differently. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildIn } from '../registry/test-build.ts'
import {
  address,
  deactivated,
  endpointCsv,
  mainCsv,
  npiOf,
  organization,
  otherNameCsv,
  person,
  secondaryCsv,
  secondaryLocation,
  writeFiles,
} from '../registry/test-files.ts'

/** By what is on file of each. */
export const fhirNpis = {
  cardiologist: npiOf(101),
  lee: npiOf(102),
  student: npiOf(103),
  abroad: npiOf(104),
  withoutPhone: npiOf(105),
  organization: npiOf(106),
  hospital: npiOf(107),
  deactivated: npiOf(108),
  nobody: npiOf(109),
} as const

const n = fhirNpis

const main = [
  person(n.cardiologist, {
    ...address('Mailing'),
    'Provider Name Prefix Text': 'DR.',
    'Provider Credential Text': 'MD, FACC',
    'Provider License Number_1': 'GA100042',
    'Provider License Number State Code_1': 'NY',
    'Other Provider Identifier_1': '00123',
    'Other Provider Identifier Type Code_1': '05',
    'Other Provider Identifier State_1': 'NY',
    'Provider Other Last Name': 'FORMER',
    'Provider Other First Name': 'ADA',
    'Provider Other Last Name Type Code': '1',
  }),
  person(n.lee, {
    'Provider Last Name (Legal Name)': 'LEE',
    'Provider First Name': 'BRUCE',
    'Provider Sex Code': 'M',
    'Healthcare Provider Taxonomy Code_1': '207Q00000X',
  }),
  person(n.student, { 'Provider Sex Code': 'X', 'Healthcare Provider Taxonomy Code_1': '390200000X' }),
  person(n.abroad, {
    'Provider Business Practice Location Address City Name': 'TORONTO',
    'Provider Business Practice Location Address State Name': 'ON',
    'Provider Business Practice Location Address Postal Code': 'M5G 2C4',
    'Provider Business Practice Location Address Country Code (If outside U.S.)': 'CA',
  }),
  person(n.withoutPhone, { 'Provider Business Practice Location Address Telephone Number': '' }),
  organization(n.organization, {
    ...address('Mailing'),
    'Authorized Official Last Name': 'CHIEF',
    'Authorized Official First Name': 'CARA',
    'Authorized Official Title or Position': 'CEO',
    'Authorized Official Telephone Number': '2125550102',
    'Is Organization Subpart': 'Y',
    'Parent Organization LBN': 'EXAMPLE HEALTH INC',
  }),
  organization(n.hospital, {
    'Provider Organization Name (Legal Business Name)': 'LEE MEMORIAL HOSPITAL',
    'Healthcare Provider Taxonomy Code_1': '282N00000X',
  }),
  deactivated(n.deactivated, '03/14/2019'),
]

const endpoints = [
  {
    NPI: n.organization,
    'Endpoint Type': 'FHIR',
    'Endpoint Type Description': 'FHIR URL',
    Endpoint: 'https://fhir.example.org/r4',
  },
  { NPI: n.organization, 'Endpoint Type': 'OTHERS', Endpoint: 'Hindsdale' },
  {
    NPI: n.lee,
    'Endpoint Type': 'DIRECT',
    'Endpoint Type Description': 'Direct Messaging Address',
    Endpoint: 'bruce.lee@direct.example.org',
  },
  { NPI: n.lee, 'Endpoint Type': 'OTHERS', Endpoint: 'https://www.example.org/lee' },
]

/** So many locations of the hospital besides its first. */
interface Crowded {
  hospitalLocations?: number
}

export async function buildFhirRegistry({ hospitalLocations = 0 }: Crowded = {}): Promise<{
  registryDir: string
  remove(): void
}> {
  const folder = mkdtempSync(join(tmpdir(), 'praxidex-fhir-'))
  const files = writeFiles(folder, {
    'npidata_pfile_20050523-20261108.csv': mainCsv(main),
    'pl_pfile_20050523-20261108.csv': secondaryCsv([
      secondaryLocation(n.cardiologist, 'BOSTON', '02118', 'MA'),
      ...Array.from({ length: hospitalLocations }, (_, index) => ({
        ...secondaryLocation(n.hospital, 'ALBANY', '12207'),
        'Provider Secondary Practice Location Address- Address Line 1': `${index + 1} MANY ST`,
      })),
    ]),
    'endpoint_pfile_20050523-20261108.csv': endpointCsv(endpoints),
    'othername_pfile_20050523-20261108.csv': otherNameCsv([
      {
        NPI: n.organization,
        'Provider Other Organization Name': 'EXAMPLE HEART CENTER',
        'Provider Other Organization Name Type Code': '3',
      },
    ]),
  })
  const registryDir = join(folder, 'registry')
  await buildIn(registryDir, files)
  return { registryDir, remove: () => rmSync(folder, { recursive: true }) }
}
