import type { Fields, MedicareRow, SourceList } from '../../source-list.ts'
import { ccnForm } from './affiliations.ts'
import { federal, npiRefusal } from './fields.ts'

const ccnLength = 6

/**
 * One row for each place of each group of a clinician. Of all its columns the assignment is kept; files before 2021
 * also have five hospitals, whose numbers may have lost their first zero.
 */
export const cmsClinicians: SourceList<'medicare'> = {
  ...federal,
  name: 'cms-clinicians',
  title: 'CMS Doctors and Clinicians',
  layouts: [
    [
      'NPI',
      'Ind_PAC_ID',
      'Ind_enrl_ID',
      'Provider Last Name',
      'Provider First Name',
      'pri_spec',
      'ind_assgn',
      'adrs_id',
    ],
    ['NPI', 'Ind_PAC_ID', 'Ind_enrl_ID', 'lst_nm', 'frst_nm', 'pri_spec', 'hosp_afl_1', 'ind_assgn', 'adrs_id'],
  ],
  page: 'https://data.cms.gov/provider-data/dataset/mj5m-pzi6',
  rhythmDays: 31,
  read(fields) {
    const npi = fields('NPI')
    const assignment = fields('ind_assgn')
    const hospitals = hospitalsOf(fields)
    const refusal = npiRefusal(npi)
    if (refusal !== undefined) return refusal
    if (!/^[YMN]?$/.test(assignment)) return { refused: 'ind_assgn: expected Y, M or N' }
    if (hospitals.some((ccn) => !ccnForm.test(ccn))) return { refused: 'hosp_afl: expected a number such as 150173' }
    // M is "may accept": by the claim.
    const acceptsAssignment = { Y: true, N: false }[assignment] ?? null
    return [
      { fact: 'clinician', npi, acceptsAssignment },
      ...hospitals.map(
        (ccn): MedicareRow => ({ fact: 'affiliation', npi, ccn, facilityType: 'Hospital', parentCcn: null }),
      ),
    ]
  },
}

function hospitalsOf(fields: Fields): string[] {
  return ['hosp_afl_1', 'hosp_afl_2', 'hosp_afl_3', 'hosp_afl_4', 'hosp_afl_5']
    .map(fields)
    .filter((ccn) => ccn !== '')
    .map((ccn) => ccn.padStart(ccnLength, '0'))
}
