import type { SourceList } from '../../source-list.ts'
import { federal, isEnrollmentId, npiRefusal } from './fields.ts'

const shared = {
  ...federal,
  page: 'https://data.cms.gov/provider-characteristics/medicare-provider-supplier-enrollment/medicare-fee-for-service-public-provider-enrollment',
  rhythmDays: 92,
} as const

/** Its columns of 2024, 2025 and 2026 differ in what is not read. */
export const cmsEnrollments: SourceList<'medicare'> = {
  ...shared,
  name: 'cms-enrollments',
  title: 'CMS PECOS enrollments',
  layouts: [
    [
      'NPI',
      'PECOS_ASCT_CNTL_ID',
      'ENRLMT_ID',
      'PROVIDER_TYPE_CD',
      'PROVIDER_TYPE_DESC',
      'STATE_CD',
      'LAST_NAME',
      'ORG_NAME',
    ],
  ],
  read(fields) {
    const [npi, enrollmentId] = [fields('NPI'), fields('ENRLMT_ID')]
    const [providerType, state] = [fields('PROVIDER_TYPE_DESC'), fields('STATE_CD')]
    const refusal = npiRefusal(npi)
    if (refusal !== undefined) return refusal
    if (!isEnrollmentId(enrollmentId)) return { refused: 'ENRLMT_ID: expected an enrollment such as I20031103000001' }
    if (providerType === '') return { refused: 'PROVIDER_TYPE_DESC: expected a type of provider' }
    if (!/^[A-Z]{2}$/.test(state)) return { refused: 'STATE_CD: expected two letters' }
    return [{ fact: 'enrollment', npi, enrollmentId, providerType, state }]
  },
}

/** From the enrollment of a person to that of the group that bills. */
export const cmsReassignments: SourceList<'medicare'> = {
  ...shared,
  name: 'cms-reassignments',
  title: 'CMS PECOS reassignments',
  layouts: [['REASGN_BNFT_ENRLMT_ID', 'RCV_BNFT_ENRLMT_ID']],
  read(fields) {
    const [enrollmentId, toEnrollmentId] = [fields('REASGN_BNFT_ENRLMT_ID'), fields('RCV_BNFT_ENRLMT_ID')]
    if (!isEnrollmentId(enrollmentId)) {
      return { refused: 'REASGN_BNFT_ENRLMT_ID: expected an enrollment such as I20031103000001' }
    }
    if (!isEnrollmentId(toEnrollmentId)) {
      return { refused: 'RCV_BNFT_ENRLMT_ID: expected an enrollment such as O20031216000213' }
    }
    return [{ fact: 'reassignment', enrollmentId, toEnrollmentId }]
  },
}
