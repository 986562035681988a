import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { individualFull, organizationFull } from '#contract/providers'
import { openRegistry } from '#registry/search/open-registry'
import { workbookOf, zipOf } from '../../test/support/registry/archives.ts'
import { buildIn, sentencesOf, stateOf } from '../../test/support/registry/test-build.ts'
import {
  address,
  deactivated,
  endpointCsv,
  longEndpoints,
  mainCsv,
  npiOf,
  organization,
  otherNameCsv,
  person,
  secondaryCsv,
  secondaryLocation,
  testFolder,
  writeFiles,
} from '../../test/support/registry/test-files.ts'
import { versionDir } from './announce.ts'
import type { BuildResult } from './build.ts'
import { sizeRule } from './join/batch.ts'

const mainName = 'npidata_pfile_20050523-20260608.csv'

/** What a version answers about one NPI. */
async function lookUp(registryDir: string, { manifest }: BuildResult, npi: string): Promise<unknown> {
  const registry = await openRegistry(versionDir(registryDir, manifest.version))
  try {
    const found = registry.get(Number(npi))
    return found.kind === 'found' ? JSON.parse(found.json(found.resource).toString('utf8')) : found
  } finally {
    registry.close()
  }
}

function countsOf(result: BuildResult, name: string): unknown {
  const file = result.files.find(({ source }) => source.name.endsWith(name))
  return file && [file.rows, file.taken, file.superseded, file.orphan, file.refused]
}

test('a person comes out of the four files in the shape of the contract', async () => {
  const registryDir = testFolder()
  const npi = npiOf(1)
  const row = person(npi, {
    ...address('Mailing'),
    'Provider Last Name (Legal Name)': "O'BRIEN",
    'Provider First Name': 'MARY "MOLLY"',
    'Provider Middle Name': 'J.',
    'Provider Name Prefix Text': 'DR.',
    'Provider Name Suffix Text': 'JR.',
    'Provider Credential Text': 'M.D., PH.D',
    'Provider Other Last Name': 'SMITH',
    'Provider Other First Name': 'MARY',
    'Provider Other Name Prefix Text': 'MRS.',
    'Provider Other Credential Text': 'RN',
    'Provider Other Last Name Type Code': '1',
    'Provider Business Mailing Address Telephone Number': '(212) 555-0199',
    'Provider Business Mailing Address Fax Number': '2125550198',
    'Provider Second Line Business Practice Location Address': 'STE\n2100',
    'NPI Deactivation Date': '01/02/2020',
    'NPI Reactivation Date': '02/03/2020',
    'Replacement NPI': npiOf(2),
    'Certification Date': '01/31/2024',
    'Is Sole Proprietor': 'N',
    'Healthcare Provider Primary Taxonomy Switch_1': 'N',
    'Healthcare Provider Taxonomy Code_4': '207RI0011X',
    'Provider License Number_4': 'A-1',
    'Provider License Number State Code_4': 'NY',
    'Healthcare Provider Primary Taxonomy Switch_4': 'Y',
    'Other Provider Identifier_1': '00123',
    'Other Provider Identifier Type Code_1': '05',
    'Other Provider Identifier State_1': 'NY',
  })
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv([row]),
    'pl_pfile_20050523-20260608.csv': secondaryCsv([
      {
        ...secondaryLocation(npi, 'Utica', '13501'),
        'Provider Secondary Practice Location Address - Telephone Number': '3155550101',
        'Provider Secondary Practice Location Address - Telephone Extension': '0160',
      },
    ]),
    'endpoint_pfile_20050523-20260608.csv': endpointCsv([
      {
        NPI: npi,
        'Endpoint Type': 'DIRECT',
        'Endpoint Type Description': 'Direct Messaging Address',
        Endpoint: 'a@example.org',
        Affiliation: 'Y',
        'Affiliation Legal Business Name': 'Example Network',
        'Use Code': 'OTHER',
        'Use Description': 'Other',
        'Other Use Description': 'Referrals',
        'Content Type': 'OTHER',
        'Content Description': 'Other',
        'Other Content Description': 'C-CDA',
        'Affiliation Address Line One': '8 Third St',
        'Affiliation Address City': 'Utica',
        'Affiliation Address State': 'NY',
        'Affiliation Address Country': 'US',
        'Affiliation Address Postal Code': '135010001',
      },
    ]),
  })
  const result = await buildIn(registryDir, paths)
  const found = individualFull.parse(await lookUp(registryDir, result, npi))
  expect(found).toMatchObject({
    npi: Number(npi),
    name: 'Mary "Molly" J. O\'Brien Jr',
    gender: 'F',
    phone: '+12125550101',
    fax: null,
    address: {
      firstLine: '350 5th Ave',
      secondLine: 'Ste 2100',
      city: 'New York',
      state: 'NY',
      countryCode: 'US',
      postalCode: '10118-0110',
    },
    credentials: ['MD', 'PhD'],
    nameParts: {
      prefix: 'Dr.',
      first: 'Mary "Molly"',
      middle: 'J.',
      last: "O'Brien",
      suffix: 'Jr.',
      credential: 'M.D., PH.D',
    },
    taxonomies: [
      { code: '207RI0011X', isPrimary: true, licenseNumber: 'A-1', licenseState: 'NY' },
      { code: '207RC0000X', isPrimary: false },
    ],
    otherNames: [
      {
        name: 'Mary Smith',
        kind: 'former name',
        code: '1',
        nameParts: { prefix: 'Mrs.', first: 'Mary', last: 'Smith', credential: 'RN' },
      },
    ],
    identifiers: [{ value: '00123', kind: 'Medicaid', code: '05', state: 'NY' }],
    endpoints: [
      {
        kind: 'DIRECT',
        value: 'a@example.org',
        kindDescription: 'Direct Messaging Address',
        useCode: 'OTHER',
        use: 'Other',
        otherUse: 'Referrals',
        contentTypeCode: 'OTHER',
        contentType: 'Other',
        otherContentType: 'C-CDA',
        isAffiliated: true,
        affiliation: 'Example Network',
        address: { firstLine: '8 Third St', city: 'Utica', state: 'NY', countryCode: 'US', postalCode: '13501-0001' },
      },
    ],
    mailingAddress: { firstLine: '350 5th Ave', city: 'New York', postalCode: '10118-0110' },
    mailingPhone: '+12125550199',
    mailingFax: '+12125550198',
    enumeratedOn: '2006-05-23',
    updatedOn: '2024-02-01',
    certifiedOn: '2024-01-31',
    deactivatedOn: '2020-01-02',
    reactivatedOn: '2020-02-03',
    replacementNpi: Number(npiOf(2)),
    isSoleProprietor: false,
    sexCode: 'F',
  })
  expect(found.locations?.map(({ address: { city } }) => city)).toEqual(['New York', 'Utica'])
  expect(found.locations?.map(({ phoneExtension }) => phoneExtension)).toEqual([undefined, '0160'])
  expect(found.address.coords?.map(Math.round)).toEqual([-74, 41])
  expect(result.manifest).toMatchObject({
    sourceDate: '2026-06-08',
    isSample: false,
    counts: { individuals: 1, doctors: 1 },
  })
})

test('ten digits are a number of the North American plan only with an address in one of its countries', async () => {
  const countries = ['', 'US', 'PR', 'JM', 'MX', 'GB']
  const country = 'Provider Business Practice Location Address Country Code (If outside U.S.)'
  const rows = countries.map((code, index) => person(npiOf(index), { [country]: code }))
  const registryDir = testFolder()
  const result = await buildIn(registryDir, writeFiles(testFolder(), { [mainName]: mainCsv(rows) }))
  const phones = await Promise.all(
    countries.map(async (_, index) => individualFull.parse(await lookUp(registryDir, result, npiOf(index))).phone),
  )
  expect(phones).toEqual([...Array(4).fill('+12125550101'), '2125550101', '2125550101'])
})

test('an organization comes with its other names, parent and official', async () => {
  const registryDir = testFolder()
  const npi = npiOf(1)
  const row = organization(npi, {
    'Provider Other Organization Name': '<UNAVAIL>',
    'Provider Other Organization Name Type Code': '6',
    'Is Organization Subpart': 'Y',
    'Parent Organization LBN': 'EXAMPLE HEALTH OF NEW YORK, INC.',
    'Parent Organization TIN': '<UNAVAIL>',
    'Authorized Official Last Name': 'MCDONALD',
    'Authorized Official First Name': 'JO',
    'Authorized Official Name Prefix Text': 'DR.',
    'Authorized Official Name Suffix Text': 'III',
    'Authorized Official Credential Text': 'MD, MBA',
    'Authorized Official Title or Position': 'PRESIDENT AND CEO',
    'Authorized Official Telephone Number': '2125550102',
    'Provider Business Practice Location Address Country Code (If outside U.S.)': 'CA',
    'Provider Business Practice Location Address State Name': 'ONTARIO',
    'Provider Business Practice Location Address Postal Code': 'M5V 2T6',
  })
  const names = [
    {
      NPI: npi,
      'Provider Other Organization Name': 'Example Heart',
      'Provider Other Organization Name Type Code': '3',
    },
    {
      NPI: npi,
      'Provider Other Organization Name': 'EXAMPLE HEART CLINIC',
      'Provider Other Organization Name Type Code': '4',
    },
  ]
  const paths = writeFiles(testFolder(), { [mainName]: mainCsv([row]), 'othername_pfile.csv': otherNameCsv(names) })
  const result = await buildIn(registryDir, paths)
  const found = organizationFull.parse(await lookUp(registryDir, result, npi))
  expect(found).toMatchObject({
    name: 'Example Clinic LLC',
    phone: '+12125550101',
    address: { state: 'ONTARIO', countryCode: 'CA', postalCode: 'M5V 2T6', coords: null },
    otherNames: [
      { name: 'Example Heart', kind: 'doing business as', code: '3' },
      { name: 'Example Heart Clinic', kind: 'former legal name', code: '4' },
    ],
    isSubpart: true,
    parentName: 'Example Health of New York, Inc.',
    authorizedOfficial: {
      name: 'Jo McDonald III',
      nameParts: { prefix: 'Dr.', first: 'Jo', last: 'McDonald', suffix: 'III', credential: 'MD, MBA' },
      title: 'President and CEO',
      phone: '+12125550102',
    },
    mailingAddress: null,
    mailingPhone: null,
    mailingFax: null,
    deactivatedOn: null,
    certifiedOn: null,
  })
})

test.each([
  [
    ['N', 'Y', 'Y'],
    ['207R00000X', '207Q00000X', '208D00000X'],
    [true, false, true],
  ],
  [
    ['N', 'X', ''],
    ['207Q00000X', '207R00000X', '208D00000X'],
    [false, false, false],
  ],
])(
  'with the switches %j the first taxonomy is the first that says Y, and only those that do are called primary',
  async (switches, codes, arePrimary) => {
    const registryDir = testFolder()
    const groups = ['207Q00000X', '207R00000X', '208D00000X'].map((code, index) => ({
      [`Healthcare Provider Taxonomy Code_${index + 1}`]: code,
      [`Healthcare Provider Primary Taxonomy Switch_${index + 1}`]: switches[index] ?? '',
    }))
    const row = person(npiOf(1), Object.assign({}, ...groups))
    const result = await buildIn(registryDir, writeFiles(testFolder(), { [mainName]: mainCsv([row]) }))
    expect(await lookUp(registryDir, result, npiOf(1))).toMatchObject({
      taxonomies: codes.map((code, index) => ({ code, isPrimary: arePrimary[index] })),
    })
  },
)

test('the sex code is answered as on file, and the gender is M, F or null', async () => {
  const codes = ['M', 'F', 'X', 'U', '']
  const rows = codes.map((code, n) => person(npiOf(n), { 'Provider Sex Code': code }))
  const registryDir = testFolder()
  const result = await buildIn(registryDir, writeFiles(testFolder(), { [mainName]: mainCsv(rows) }))
  const found = await Promise.all(codes.map((_, n) => lookUp(registryDir, result, npiOf(n))))
  expect(found.map((one) => individualFull.parse(one)).map(({ gender, sexCode }) => [gender, sexCode])).toEqual([
    ['M', 'M'],
    ['F', 'F'],
    [null, 'X'],
    [null, 'U'],
    [null, null],
  ])
})

test('an endpoint shows what is coded and what is written, each where it was filed, and nothing that was not', async () => {
  const registryDir = testFolder()
  const npi = npiOf(1)
  const one = { NPI: npi, 'Endpoint Type': 'FHIR', Endpoint: 'https://example.org/fhir' }
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv([person(npi)]),
    'endpoint_pfile.csv': endpointCsv([
      { ...one, 'Use Code': 'HIE', 'Use Description': 'Health Information Exchange (HIE)', Affiliation: 'N' },
      { ...one, 'Other Use Description': 'FHIR API', 'Content Type': 'CSV', 'Content Description': 'CSV' },
    ]),
  })
  const result = await buildIn(registryDir, paths)
  const { endpoints } = individualFull.parse(await lookUp(registryDir, result, npi))
  const address = { kind: 'FHIR', value: 'https://example.org/fhir' }
  expect(endpoints).toEqual([
    { ...address, useCode: 'HIE', use: 'Health Information Exchange (HIE)', isAffiliated: false },
    { ...address, otherUse: 'FHIR API', contentTypeCode: 'CSV', contentType: 'CSV' },
  ])
})

test('names on file without a last name are kept', async () => {
  const registryDir = testFolder()
  const rows = [
    person(npiOf(1), { 'Provider Other First Name': 'AUGUSTA', 'Provider Other Last Name Type Code': '2' }),
    organization(npiOf(2), {
      'Authorized Official First Name': 'ADA',
      'Authorized Official Telephone Number': '2125550102',
    }),
  ]
  const result = await buildIn(registryDir, writeFiles(testFolder(), { [mainName]: mainCsv(rows) }))
  const nameParts = (first: string) => ({ first, last: '' })
  expect(individualFull.parse(await lookUp(registryDir, result, npiOf(1)))).toMatchObject({
    otherNames: [{ name: 'Augusta', kind: 'professional name', nameParts: nameParts('Augusta') }],
  })
  expect(organizationFull.parse(await lookUp(registryDir, result, npiOf(2)))).toMatchObject({
    authorizedOfficial: { name: 'Ada', nameParts: nameParts('Ada'), title: null, phone: '+12125550102' },
  })
})

test('of several rows of one NPI the newest holds, of equally new ones the last, and the others count as superseded', async () => {
  const registryDir = testFolder()
  const named = (npi: string, last: string, updated: string) =>
    person(npi, { 'Provider Last Name (Legal Name)': last, 'Last Update Date': updated })
  const full = [
    named(npiOf(1), 'OLD', '01/01/2020'),
    named(npiOf(2), 'FIRST', '01/01/2020'),
    named(npiOf(2), 'LAST', '01/01/2020'),
    named(npiOf(3), 'NEW', '01/02/2021'),
  ]
  const weekly = [named(npiOf(1), 'NEW', '06/10/2026'), named(npiOf(3), 'OLD', '12/31/2020')]
  const weeklyName = 'npidata_pfile_20260609-20260615.csv'
  const paths = writeFiles(testFolder(), { [weeklyName]: mainCsv(weekly), [mainName]: mainCsv(full) })
  const result = await buildIn(registryDir, paths)
  const lasts = [1, 2, 3].map((n) => lookUp(registryDir, result, npiOf(n)))
  expect(await Promise.all(lasts)).toMatchObject([{ name: 'Ada New' }, { name: 'Ada Last' }, { name: 'Ada New' }])
  expect(countsOf(result, mainName)).toEqual([4, 2, 2, 0, 0])
  expect(countsOf(result, weeklyName)).toEqual([2, 1, 1, 0, 0])
})

test('a deactivation holds unless the NPI was reactivated on that day or later', async () => {
  const registryDir = testFolder()
  const reactivated = (n: number, date: string) =>
    person(npiOf(n), { 'NPI Deactivation Date': '01/01/2019', 'NPI Reactivation Date': date })
  const rows = [
    person(npiOf(1)),
    reactivated(2, '03/01/2020'),
    reactivated(3, '03/02/2020'),
    deactivated(npiOf(4), '05/05/2015'),
    person(npiOf(5), { 'NPI Deactivation Date': '06/06/2016', 'Replacement NPI': npiOf(3) }),
  ]
  const report = await workbookOf([
    ['NPPES Deactivated Records'],
    ['NPI', 'NPPES Deactivation Date'],
    ...[1, 2, 3, 6].map((n) => [npiOf(n), n === 3 ? '03/02/2020' : '03/02/2020']),
  ])
  const archive = await zipOf({ 'NPPES Deactivated NPI Report 20260101.xlsx': report })
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv(rows),
    'report.zip': archive,
    'pl_pfile.csv': secondaryCsv([
      secondaryLocation(npiOf(1), 'Utica', '13501'),
      secondaryLocation(npiOf(9), 'Utica', '13501'),
    ]),
  })
  const result = await buildIn(registryDir, paths)
  const found = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => lookUp(registryDir, result, npiOf(n))))
  expect(found).toMatchObject([
    { kind: 'deactivated', deactivatedOn: '2020-03-02' },
    { kind: 'deactivated', deactivatedOn: '2020-03-02' },
    { npi: Number(npiOf(3)), reactivatedOn: '2020-03-02' },
    { kind: 'deactivated', deactivatedOn: '2015-05-05' },
    { kind: 'deactivated', deactivatedOn: '2016-06-06', replacementNpi: Number(npiOf(3)) },
    { kind: 'deactivated', deactivatedOn: '2020-03-02' },
  ])
  expect(countsOf(result, mainName)).toEqual([5, 3, 2, 0, 0])
  expect(countsOf(result, 'Report 20260101.xlsx')).toEqual([4, 3, 1, 0, 0])
  expect(countsOf(result, 'pl_pfile.csv')).toEqual([2, 0, 0, 2, 0])
})

test('weekly files alone are refused, whether anything serves or not, and the sentence says what to do', async () => {
  const registryDir = testFolder()
  const weeklyName = 'npidata_pfile_20260609-20260615.csv'
  const weekly = { [weeklyName]: mainCsv([person(npiOf(1))]), 'pl_pfile_20260609-20260615.csv': secondaryCsv([]) }
  const paths = writeFiles(testFolder(), weekly)
  const expected =
    `expected CMS's monthly file beside the weekly ones, which name only what changed; got ${weeklyName} (main)\n` +
    'Add the monthly file, or run registry:update, which downloads every file it needs'
  expect(await sentencesOf(buildIn(registryDir, paths))).toBe(expected)
  const first = await buildIn(registryDir, writeFiles(testFolder(), { [mainName]: mainCsv([person(npiOf(1))]) }))
  const before = stateOf(registryDir)
  expect(await sentencesOf(buildIn(registryDir, paths, { allowCountChange: true }))).toBe(expected)
  expect(stateOf(registryDir)).toBe(before)
  // A refused monthly file does not count as one.
  const files = { ...weekly, [mainName]: mainCsv([person('1')]) }
  const building = buildIn(registryDir, writeFiles(testFolder(), files), { leaveOutRefused: true })
  expect(await sentencesOf(building)).toContain(expected)
  expect(await lookUp(registryDir, first, npiOf(1))).toMatchObject({ npi: Number(npiOf(1)) })
})

test('a deactivated NPI names what replaces it, also where its date comes from the report', async () => {
  const registryDir = testFolder()
  const rows = [1, 2].map((n) => ({ ...deactivated(npiOf(n), '05/05/2015'), 'Replacement NPI': npiOf(9) }))
  const report = await workbookOf([
    ['NPPES Deactivated Records'],
    ['NPI', 'NPPES Deactivation Date'],
    [npiOf(2), '03/02/2020'],
    [npiOf(3), '03/02/2020'],
  ])
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv(rows),
    'report.zip': await zipOf({ 'NPPES Deactivated NPI Report 20260101.xlsx': report }),
  })
  const result = await buildIn(registryDir, paths)
  const found = await Promise.all([1, 2, 3].map((n) => lookUp(registryDir, result, npiOf(n))))
  expect(found).toEqual([
    { kind: 'deactivated', deactivatedOn: '2015-05-05', replacementNpi: Number(npiOf(9)) },
    { kind: 'deactivated', deactivatedOn: '2020-03-02', replacementNpi: Number(npiOf(9)) },
    { kind: 'deactivated', deactivatedOn: '2020-03-02' },
  ])
})

test('a deactivation that CMS tells in a newer file holds, though its date lies before the last update', async () => {
  const registryDir = testFolder()
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv([person(npiOf(1)), person(npiOf(2))]),
    'npidata_pfile_20260609-20260615.csv': mainCsv([deactivated(npiOf(1), '03/03/2010')]),
    'npidata_pfile_20140101-20140107.csv': mainCsv([deactivated(npiOf(2), '03/03/2010')]),
  })
  const result = await buildIn(registryDir, paths)
  expect(await lookUp(registryDir, result, npiOf(1))).toEqual({ kind: 'deactivated', deactivatedOn: '2010-03-03' })
  expect(await lookUp(registryDir, result, npiOf(2))).toMatchObject({ name: 'Ada Example' })
})

test('the newest file that has locations of an NPI replaces those of older files, and equal rows count once', async () => {
  const registryDir = testFolder()
  const [utica, rome] = [secondaryLocation(npiOf(1), 'Utica', '13501'), secondaryLocation(npiOf(1), 'Rome', '13440')]
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv([person(npiOf(1)), person(npiOf(2))]),
    'pl_pfile_20050523-20260608.csv': secondaryCsv([utica, secondaryLocation(npiOf(2), 'Utica', '13501')]),
    'pl_pfile_20260609-20260615.csv': secondaryCsv([rome, rome]),
  })
  const result = await buildIn(registryDir, paths)
  expect(await lookUp(registryDir, result, npiOf(1))).toMatchObject({
    locations: [{ address: { city: 'New York' } }, { address: { city: 'Rome' } }],
  })
  expect(await lookUp(registryDir, result, npiOf(2))).toMatchObject({ locations: [{}, { address: { city: 'Utica' } }] })
  expect(countsOf(result, '20260608.csv')).toEqual([2, 2, 0, 0, 0])
  expect(countsOf(result, 'pl_pfile_20050523-20260608.csv')).toEqual([2, 1, 1, 0, 0])
  expect(countsOf(result, 'pl_pfile_20260609-20260615.csv')).toEqual([2, 1, 1, 0, 0])
})

test('a new main row without locations, other names or endpoints beside it takes back those of the releases before', async () => {
  const registryDir = testFolder()
  const npi = npiOf(1)
  const name = { NPI: npi, 'Provider Other Organization Name': 'EXAMPLE HEART' }
  const endpoint = { NPI: npi, 'Endpoint Type': 'DIRECT', Endpoint: 'a@example.org' }
  const full = {
    [mainName]: mainCsv([organization(npi)]),
    'pl_pfile_20050523-20260608.csv': secondaryCsv([secondaryLocation(npi, 'Utica', '13501')]),
    'othername_pfile_20050523-20260608.csv': otherNameCsv([name]),
    'endpoint_pfile_20050523-20260608.csv': endpointCsv([endpoint]),
  }
  const weekly = {
    'npidata_pfile_20260609-20260615.csv': mainCsv([organization(npi, { 'Last Update Date': '06/10/2026' })]),
    'pl_pfile_20260609-20260615.csv': secondaryCsv([]),
    'othername_pfile_20260609-20260615.csv': otherNameCsv([]),
  }
  const before = await buildIn(registryDir, writeFiles(testFolder(), full))
  expect(await lookUp(registryDir, before, npi)).toMatchObject({
    locations: [{}, { address: { city: 'Utica' } }],
    otherNames: [{ name: 'Example Heart' }],
    endpoints: [{}],
  })
  const after = await buildIn(registryDir, writeFiles(testFolder(), { ...full, ...weekly }))
  const found = await lookUp(registryDir, after, npi)
  // The week came without a file of endpoints, so that nothing newer is known of them.
  expect(found).toMatchObject({ updatedOn: '2026-06-10', otherNames: [], endpoints: [{}] })
  expect(found).not.toHaveProperty('locations')
  expect(countsOf(after, 'pl_pfile_20050523-20260608.csv')).toEqual([1, 0, 1, 0, 0])
})

test('the locations of a provider that is left out count for nobody', async () => {
  const registryDir = testFolder()
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv([1, 2, 3].map((n) => person(npiOf(n)))),
    'pl_pfile_20050523-20260608.csv': secondaryCsv([2, 3].map((n) => secondaryLocation(npiOf(n), 'NEW YORK', '10118'))),
    'endpoint_pfile_20050523-20260608.csv': endpointCsv(longEndpoints(npiOf(2), 300)),
  })
  const { manifest } = await buildIn(registryDir, paths)
  const registry = await openRegistry(versionDir(registryDir, manifest.version))
  const place = { latitude: 40.7484, longitude: -73.9967, radiusMiles: 25 }
  expect(registry.countLocations({ resource: 'individuals', place })).toBe(3)
  registry.close()
})

test('a provider of whom the files say more than a record holds is left out with the reason, and the others are built', async () => {
  const registryDir = testFolder()
  const paths = writeFiles(testFolder(), {
    [mainName]: mainCsv([1, 2, 3].map((n) => person(npiOf(n)))),
    'endpoint_pfile_20050523-20260608.csv': endpointCsv(longEndpoints(npiOf(2), 300)),
  })
  const result = await buildIn(registryDir, paths)
  expect(result.manifest.counts).toMatchObject({ individuals: 2, locations: 2 })
  expect(result.manifest.refused).toMatchObject({ rows: 1, byReason: { [sizeRule]: 1 } })
  expect(countsOf(result, mainName)).toEqual([3, 2, 0, 0, 1])
  expect(countsOf(result, 'endpoint_pfile_20050523-20260608.csv')).toEqual([300, 0, 0, 300, 0])
  expect(await lookUp(registryDir, result, npiOf(2))).toEqual({ kind: 'unknown' })
  expect(await lookUp(registryDir, result, npiOf(3))).toMatchObject({ npi: Number(npiOf(3)), name: 'Ada Example' })
  expect(readFileSync(result.reportPath ?? '', 'utf8')).toContain(`"got":"more of NPI ${npiOf(2)}"`)
})
