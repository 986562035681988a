import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readAnyList } from '../../../../test/support/sources/read-list.ts'
import { medicareLists } from './all.ts'

/** One file a list, and one for each older layout, of invented people. */
const folder = join(import.meta.dirname, '../../../../test/support/sources/medicare')
const files = readdirSync(folder)
const read = async (fileName: string) => {
  const { rows, refusals } = await readAnyList(readFileSync(join(folder, fileName)), fileName)
  return { rows, refused: refusals.map(({ line, refused }) => `${line}: ${refused}`) }
}

const [abbey, quist, strand, clinic] = ['2000011116', '2000022220', '2000033334', '2000077778']

describe('a file of Medicare', () => {
  test.each(files)('is told from all other lists: %s', async (fileName) => {
    const { list } = await readAnyList(readFileSync(join(folder, fileName)), fileName)
    expect(list).toBe(fileName.replace(/(-20\d\d)?\.csv$/, ''))
    expect(files).toEqual(expect.arrayContaining(medicareLists.map(({ name }) => `${name}.csv`)))
  })

  test('says who may order and refer, for which services', async () => {
    const row = { fact: 'order_refer', partB: true, dme: true, hha: false, pmd: false, hospice: false }
    expect(await read('cms-order-refer.csv')).toEqual({
      rows: [
        { ...row, npi: abbey, hha: true, pmd: true, hospice: true },
        { ...row, npi: quist, partB: false },
        // An NPI may be there twice.
        { ...row, npi: strand },
        { ...row, npi: strand, pmd: true },
      ],
      refused: ['6: NPI: expected an NPI', '7: PARTB, DME, HHA, PMD: expected Y or N', '8: HOSPICE: expected Y or N'],
    })
  })

  test('says nothing of hospices where it has no column for them', async () => {
    const row = { fact: 'order_refer', npi: abbey, partB: true, dme: true, hha: true, pmd: true, hospice: null }
    expect(await read('cms-order-refer-2023.csv')).toEqual({ rows: [row], refused: [] })
  })

  test('says who opted out, with terms that ended, by days of either form', async () => {
    expect(await read('cms-opt-out.csv')).toEqual({
      rows: [
        { fact: 'opt_out', npi: abbey, since: '2013-05-07', until: '2023-05-07', mayOrderAndRefer: true },
        { fact: 'opt_out', npi: abbey, since: '2025-01-05', until: '2027-01-05', mayOrderAndRefer: false },
        { fact: 'opt_out', npi: quist, since: '1998-01-30', until: null, mayOrderAndRefer: null },
      ],
      refused: [
        '5: NPI: expected an NPI',
        '6: Optout Effective Date: expected a day',
        '7: Optout End Date: expected a day',
        '8: Eligible to Order and Refer: expected Y or N',
      ],
    })
  })

  test('says who works at which hospital, whose units have letters in their numbers', async () => {
    const unit = 'Inpatient rehabilitation facility'
    expect(await read('cms-affiliations.csv')).toEqual({
      rows: [
        { fact: 'affiliation', npi: abbey, ccn: '050173', facilityType: 'Hospital', parentCcn: null },
        { fact: 'affiliation', npi: abbey, ccn: '05T173', facilityType: unit, parentCcn: '050173' },
      ],
      refused: [
        '4: Facility Affiliations Certification Number: expected a number such as 150173',
        '5: facility_type: expected a type such as Hospital',
      ],
    })
  })

  test('says which clinician accepts assignment; "may" says neither', async () => {
    expect(await read('cms-clinicians.csv')).toEqual({
      rows: [
        { fact: 'clinician', npi: abbey, acceptsAssignment: true },
        { fact: 'clinician', npi: abbey, acceptsAssignment: null },
      ],
      refused: ['4: ind_assgn: expected Y, M or N'],
    })
  })

  test('of 2020 says at which hospitals clinicians work, with the zeros that their numbers lost', async () => {
    const hospital = { fact: 'affiliation', npi: abbey, facilityType: 'Hospital', parentCcn: null }
    expect(await read('cms-clinicians-2020.csv')).toEqual({
      rows: [
        { fact: 'clinician', npi: abbey, acceptsAssignment: true },
        { ...hospital, ccn: '050173' },
        { ...hospital, ccn: '05T286' },
        { fact: 'clinician', npi: quist, acceptsAssignment: null },
      ],
      refused: [],
    })
  })

  test('says who is enrolled, by its columns of 2024, 2025 and 2026', async () => {
    const providerType = 'PRACTITIONER - OBSTETRICS/GYNECOLOGY'
    const person = { fact: 'enrollment', npi: abbey, enrollmentId: 'I20031103900001', providerType, state: 'PR' }
    const group = {
      fact: 'enrollment',
      npi: clinic,
      enrollmentId: 'O20031216900213',
      providerType: 'PART B SUPPLIER - CLINIC/GROUP PRACTICE',
      state: 'NV',
    }
    expect(await read('cms-enrollments.csv')).toEqual({
      rows: [person, group],
      refused: [
        '4: NPI: expected an NPI',
        '5: ENRLMT_ID: expected an enrollment such as I20031103000001',
        '6: STATE_CD: expected two letters',
      ],
    })
    expect(await read('cms-enrollments-2024.csv')).toEqual({ rows: [person], refused: [] })
    expect(await read('cms-enrollments-2025.csv')).toEqual({ rows: [person], refused: [] })
  })

  test('says for which groups a person’s benefits are billed', async () => {
    const row = { fact: 'reassignment', enrollmentId: 'I20031103900001' }
    expect(await read('cms-reassignments.csv')).toEqual({
      rows: [
        { ...row, toEnrollmentId: 'O20031216900213' },
        { ...row, toEnrollmentId: 'O20111004900177' },
      ],
      refused: [
        '4: RCV_BNFT_ENRLMT_ID: expected an enrollment such as O20031216000213',
        '5: REASGN_BNFT_ENRLMT_ID: expected an enrollment such as I20031103000001',
      ],
    })
  })

  test('keeps neither names nor streets', async () => {
    for (const fileName of files) expect(JSON.stringify(await read(fileName))).not.toMatch(/abbey|elm/i)
  })
})
