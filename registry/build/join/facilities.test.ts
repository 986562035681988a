import { describe, expect, test } from 'vitest'
import { buildIn, sentencesOf } from '../../../test/support/registry/test-build.ts'
import {
  csvOf,
  mainCsv,
  npiOf,
  organization,
  otherNameCsv,
  type Row,
  testFolder,
  writeFiles,
} from '../../../test/support/registry/test-files.ts'
import { rowsOf, toldOf } from '../../../test/support/registry/test-reviews.ts'
import type { BuildOptions } from '../build.ts'
import { facilityNameKey } from './facilities.ts'

const hospitalColumns = [
  'Facility ID',
  'Facility Name',
  'Address',
  'ZIP Code',
  'Hospital overall rating',
  'New in 2031',
]
const surveyColumns = [
  ...['Facility ID', 'Facility Name', 'HCAHPS Measure ID', 'HCAHPS Answer Description', 'HCAHPS Answer Percent'],
  ...['Patient Survey Star Rating', 'Number of Completed Surveys', 'Start Date', 'End Date'],
]
const groupColumns = [
  'Facility Name',
  ' org_PAC_ID',
  ' measure_cd',
  ' measure_title',
  ' prf_rate',
  ' patient_count',
  ' FN',
]
const clinicianColumns = ['NPI', ' org_nm', ' org_pac_id', ' adr_ln_1', ' adr_ln_2', ' zip']

const [a, b, c] = [1, 2, 3].map(npiOf)
const name = 'Provider Organization Name (Legal Business Name)'
const street = 'Provider First Line Business Practice Location Address'

/** A hospital of the main file, at 350 5TH AVE in 10118. */
function hospital(npi: string, values: Row = {}): Row {
  const [taxonomy, primary] = ['Healthcare Provider Taxonomy Code_1', 'Healthcare Provider Primary Taxonomy Switch_1']
  return organization(npi, { [name]: 'EXAMPLE HOSPITAL INC', [taxonomy]: '282N00000X', [primary]: 'Y', ...values })
}

function numbered(value: string, kind = '06', issuer = ''): Row {
  return {
    'Other Provider Identifier_1': value,
    'Other Provider Identifier Type Code_1': kind,
    'Other Provider Identifier Issuer_1': issuer,
  }
}

const listed: Row = {
  'Facility ID': '330001',
  'Facility Name': 'Example Hospital',
  Address: '350 Fifth Avenue',
  'ZIP Code': '10118',
  'Hospital overall rating': '4',
}
const listedHere = { ...listed, Address: '350 5th Avenue' }
const hospitalsCsv = (rows: readonly Row[]) => csvOf(hospitalColumns, rows)

async function built(main: readonly Row[], files: Record<string, string>, options: Partial<BuildOptions> = {}) {
  const registryDir = testFolder()
  const all = { 'npidata_pfile_20050523-20261108.csv': mainCsv(main), ...files }
  const result = await buildIn(registryDir, writeFiles(testFolder(), all), options)
  return { result, of: (npi: string) => toldOf(result, registryDir, npi), rows: (file: string) => rowsOf(result, file) }
}

const hospitalFile = 'Hospital_General_Information_20260401.csv'
const rated = async (main: readonly Row[], row: Row = listed) => built(main, { [hospitalFile]: hospitalsCsv([row]) })
const matches = { identifier: 0, nameAndAddress: 0, ambiguous: 0, none: 0 }

describe('the rating of a hospital', () => {
  test.each([
    ['of the code for it', numbered('330001')],
    ['whose issuer says so', numbered('330001', '01', 'MEDICARE OSCAR/CERTIFICATION')],
  ])('goes to the one hospital with its certification number among its identifiers, %s', async (_, identifier) => {
    const { of, rows } = await rated([hospital(a, { ...identifier, [name]: 'OTHER NAME' }), hospital(b)])
    const source = 'CMS Overall Hospital Quality Star Rating'
    expect((await of(a)).rating).toEqual({ stars: 4, source, date: '2026-04-01', matchedBy: 'identifier' })
    expect((await of(b)).rating).toBeUndefined()
    expect(rows('Hospital')).toMatchObject({ rows: 1, taken: 1, orphan: 0, matches: { ...matches, identifier: 1 } })
  })

  test.each([
    ['of another kind', numbered('330001', '05')],
    ['of an insurer', numbered('330001', '01', 'BLUE CROSS BLUE SHIELD')],
  ])('is not given by a number that looks alike but is %s', async (_, identifier) => {
    const { of } = await rated([hospital(a, { ...identifier, [name]: 'OTHER NAME' })])
    expect((await of(a)).rating).toBeUndefined()
  })

  test('goes by name, address and ZIP code where no identifier tells, however these are written', async () => {
    const { of, rows } = await rated([hospital(a), hospital(b, { [name]: 'ANOTHER HOSPITAL' })], listedHere)
    expect((await of(a)).rating).toMatchObject({ stars: 4, matchedBy: 'nameAndAddress' })
    expect((await of(b)).rating).toBeUndefined()
    expect(rows('Hospital').matches).toEqual({ ...matches, nameAndAddress: 1 })
  })

  test.each([
    ['the name', { 'Facility Name': 'Example Hospital North' }],
    ['the street', { Address: '351 5th Avenue' }],
    ['the ZIP code', { 'ZIP Code': '10119' }],
  ])('goes to nobody when %s differs', async (_, changed) => {
    const { of, rows } = await rated([hospital(a)], { ...listedHere, ...changed })
    expect((await of(a)).rating).toBeUndefined()
    expect(rows('Hospital')).toMatchObject({ taken: 0, orphan: 1, matches: { ...matches, none: 1 } })
  })

  test('goes by any name on file, also one of the file of other names', async () => {
    const other = { NPI: a, 'Provider Other Organization Name': 'EXAMPLE HOSPITAL' }
    const otherName = { ...other, 'Provider Other Organization Name Type Code': '3' }
    const files = {
      'othername_pfile_20050523-20261108.csv': otherNameCsv([otherName]),
      [hospitalFile]: hospitalsCsv([listedHere]),
    }
    const { of } = await built([hospital(a, { [name]: 'HOLDING LLC' })], files)
    expect((await of(a)).rating).toMatchObject({ matchedBy: 'nameAndAddress' })
  })

  test('goes to nobody when several fit: the same name and address, or the same number', async () => {
    const byPlace = await rated([hospital(a), hospital(b)], listedHere)
    expect((await byPlace.of(a)).rating).toBeUndefined()
    expect(byPlace.rows('Hospital')).toMatchObject({ orphan: 1, matches: { ...matches, ambiguous: 1 } })
    const elsewhere = { [street]: '1 OTHER ST', ...numbered('330001') }
    const byNumber = await rated([hospital(a, elsewhere), hospital(b, elsewhere)])
    expect((await byNumber.of(b)).rating).toBeUndefined()
    expect(byNumber.rows('Hospital').matches).toEqual({ ...matches, ambiguous: 1 })
  })

  test('goes to the one of several with its number that has its name and address, too', async () => {
    const { of } = await rated(
      [hospital(a, numbered('330001')), hospital(b, { ...numbered('330001'), [name]: 'X' })],
      listedHere,
    )
    expect((await of(a)).rating).toMatchObject({ matchedBy: 'identifier' })
    expect((await of(b)).rating).toBeUndefined()
  })

  test('goes to no pharmacy or laboratory of the hospital, for they are no hospitals', async () => {
    const pharmacy = { 'Healthcare Provider Taxonomy Code_1': '3336I0012X', ...numbered('330001') }
    const { of } = await rated([hospital(a, pharmacy)], listedHere)
    expect((await of(a)).rating).toBeUndefined()
  })

  test('goes to nobody when two rated hospitals fit the same one', async () => {
    const two = { ...listedHere, 'Facility ID': '330002' }
    const { of, rows } = await built([hospital(a)], { [hospitalFile]: hospitalsCsv([listedHere, two]) })
    expect((await of(a)).rating).toBeUndefined()
    expect(rows('Hospital').matches).toEqual({ ...matches, ambiguous: 2 })
  })

  test('of a later file takes the place of an earlier one, and Not Available is no rating', async () => {
    const none = { ...listedHere, 'Hospital overall rating': 'Not Available' }
    const files = {
      'Hospital_General_Information_20260101.csv': hospitalsCsv([listedHere]),
      [hospitalFile]: hospitalsCsv([none]),
    }
    const { of, rows } = await built([hospital(a)], files)
    expect((await of(a)).rating).toBeUndefined()
    expect(rows('Hospital_General_Information_20260101')).toMatchObject({ taken: 0, superseded: 1 })
    expect(rows(hospitalFile)).toMatchObject({ taken: 1, superseded: 0 })
  })

  test('of a sample is said to be invented', async () => {
    const invented = hospital('2000000002', numbered('330001'))
    expect((await (await rated([invented])).of('2000000002')).rating?.source).toBe('Invented for the sample')
  })

  test.each([
    [{ 'Facility ID': '33001' }, /Facility ID: expected six digits or capital letters; got "33001"/],
    [{ 'Hospital overall rating': '6' }, /Hospital overall rating: expected 1 to 5 or Not Available; got "6"/],
  ])('with %j stops the build with the rule', async (changed, rule) => {
    expect(await sentencesOf(rated([hospital(a)], { ...listed, ...changed }).then(({ result }) => result))).toMatch(
      rule,
    )
  })

  test('of a file that is refused as a whole is not taken', async () => {
    const files = { [hospitalFile]: hospitalsCsv([listedHere, { ...listedHere, 'Facility ID': '1' }]) }
    const { of } = await built([hospital(a)], files, { leaveOutRefused: true })
    expect((await of(a)).rating).toBeUndefined()
  })
})

describe('the patient survey of a hospital', () => {
  const row = (measure: string, percent: string, stars = 'Not Applicable', more: Row = {}): Row => ({
    'Facility ID': '330001',
    'Facility Name': 'Example Hospital',
    'HCAHPS Measure ID': measure,
    'HCAHPS Answer Description': `Patients said ${measure}`,
    'HCAHPS Answer Percent': percent,
    'Patient Survey Star Rating': stars,
    'Number of Completed Surveys': '1021',
    'Start Date': '01/01/2025',
    'End Date': '12/31/2025',
    ...more,
  })
  const survey = (rows: readonly Row[], columns = surveyColumns) =>
    built([hospital(a, numbered('330001'))], { 'HCAHPS-Hospital.csv': csvOf(columns, rows) })

  test('is one entry of its reviews, with the summary stars as rating and every figure CMS gives', async () => {
    const { of, rows } = await survey([
      row('H_STAR_RATING', 'Not Applicable', '4'),
      row('H_RECMND_DY', '77'),
      row('H_QUIET_HSP_A_P', 'Not Available'),
    ])
    const told = await of(a)
    expect(told.summary).toEqual({ averageRating: 4, count: 1 })
    expect(told.reviews).toEqual([
      {
        ...{ kind: 'survey', rating: 4, comment: null, date: '2025-12-31' },
        source: 'CMS HCAHPS hospital patient survey',
        survey: {
          patients: '1021',
          matchedBy: 'identifier',
          results: [
            { measure: 'H_STAR_RATING', text: 'Patients said H_STAR_RATING', stars: 4 },
            { measure: 'H_RECMND_DY', text: 'Patients said H_RECMND_DY', percent: 77 },
          ],
        },
      },
    ])
    expect(rows('HCAHPS')).toMatchObject({ rows: 3, taken: 3, matches: { ...matches, identifier: 3 } })
  })

  test('without stars has no rating, and without figures is no entry', async () => {
    const old = surveyColumns.filter((column) => !/Star|Date/.test(column))
    expect(await (await survey([row('H_RECMND_DY', '77')], old)).of(a)).toMatchObject({
      summary: { averageRating: null, count: 1 },
      reviews: [{ rating: null, date: null }],
    })
    expect(await (await survey([row('H_RECMND_DY', 'Not Available')])).of(a)).toMatchObject({ total: 0 })
  })

  test('stands among single reviews by its date, and its stars weigh as one of them', async () => {
    const reviews = [
      { npi: a, rating: '1', date: '2026-01-01', source: 'S' },
      { npi: a, rating: '2', date: '2025-01-01', source: 'S' },
    ]
    const files = {
      'HCAHPS-Hospital.csv': csvOf(surveyColumns, [row('H_STAR_RATING', 'Not Applicable', '3')]),
      'reviews.csv': csvOf(['npi', 'rating', 'date', 'source'], reviews),
    }
    const told = await (await built([hospital(a, numbered('330001'))], files)).of(a)
    expect(told.reviews.map(({ rating }) => rating)).toEqual([1, 3, 2])
    expect(told.summary).toEqual({ averageRating: 2, count: 3 })
  })
})

describe('the patient survey of a group of clinicians', () => {
  const group: Row = {
    'Facility Name': 'EXAMPLE CLINIC',
    ' org_PAC_ID': '0446157747',
    ' measure_cd': 'CAHPS_GRP_1',
    ' measure_title': 'Getting timely care',
    ' prf_rate': '58',
    ' patient_count': '110',
  }
  const place: Row = {
    NPI: c,
    ' org_nm': 'EXAMPLE CLINIC',
    ' org_pac_id': '0446157747',
    ' adr_ln_1': '350 5TH AVE',
    ' zip': '101180110',
  }
  const groups = 'grp_public_reporting_cahps.csv'

  test('matches nobody by itself, for CMS names neither an NPI nor an address in it', async () => {
    const { of, rows } = await built([organization(a)], { [groups]: csvOf(groupColumns, [group]) })
    expect(await of(a)).toMatchObject({ total: 0 })
    expect(rows('grp')).toMatchObject({ orphan: 1, matches: { ...matches, none: 1 } })
  })

  test('finds the one organization of its name where the Doctors and Clinicians file says it is', async () => {
    const files = {
      'DAC_NationalDownloadableFile.csv': csvOf(clinicianColumns, [place, { ...place, ' org_pac_id': '' }]),
      [groups]: csvOf(groupColumns, [group]),
    }
    const { of, rows } = await built([organization(a), organization(b, { [name]: 'OTHER CLINIC' })], files)
    expect((await of(a)).reviews).toMatchObject([
      {
        kind: 'survey',
        rating: null,
        survey: { patients: '110', matchedBy: 'nameAndAddress', results: [{ percent: 58 }] },
      },
    ])
    expect(await of(b)).toMatchObject({ total: 0 })
    expect(rows('grp').matches).toEqual({ ...matches, nameAndAddress: 1 })
    expect(rows('DAC')).toMatchObject({ rows: 2, taken: 1, orphan: 1 })
  })

  test('matches nobody when two organizations of its name are in its places', async () => {
    const files = {
      'DAC_NationalDownloadableFile.csv': csvOf(clinicianColumns, [place]),
      [groups]: csvOf(groupColumns, [group]),
    }
    const { rows } = await built([organization(a), organization(b)], files)
    expect(rows('grp').matches).toEqual({ ...matches, ambiguous: 1 })
  })
})

test.each([
  ['THE EXAMPLE HOSPITAL, INC.', 'Example Hospital'],
  ["ST. MARY'S HOSPITAL", 'Saint Marys Hospital'],
  ['SMITH & SONS MEDICAL CENTER, P.C.', 'Smith and Sons Medical Center'],
  ['CLÍNICA SAN JOSÉ CORP', 'CLINICA SAN JOSE'],
])('the names %s and %s are taken for the same', (one, other) => {
  expect(facilityNameKey(one)).toBe(facilityNameKey(other))
})

test.each([
  ['EXAMPLE HOSPITAL', 'EXAMPLE HOSPITAL NORTH'],
  ['CHILDRENS HOSPITAL', 'CHILDRENS HOSPICE'],
  ['INC', 'LLC'],
])('the names %s and %s are not', (one, other) => {
  expect(facilityNameKey(one)).not.toBe(facilityNameKey(other))
})
