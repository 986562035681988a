import type { SourceList } from '../../source-list.ts'
import { federal, npiRefusal } from './fields.ts'

/** Certification numbers are text: units of hospitals have letters, and zeros may come first. */
export const ccnForm = /^[A-Z\d]{6,10}$/

export const cmsAffiliations: SourceList<'medicare'> = {
  ...federal,
  name: 'cms-affiliations',
  title: 'CMS Facility Affiliation Data',
  layouts: [
    [
      'NPI',
      'Ind_PAC_ID',
      'facility_type',
      'Facility Affiliations Certification Number',
      'Facility Type Certification Number',
    ],
  ],
  page: 'https://data.cms.gov/provider-data/dataset/27ea-46a8',
  rhythmDays: 31,
  read(fields) {
    const npi = fields('NPI')
    const ccn = fields('Facility Affiliations Certification Number').toUpperCase()
    const parentCcn = fields('Facility Type Certification Number').toUpperCase()
    const facilityType = fields('facility_type')
    const refusal = npiRefusal(npi)
    if (refusal !== undefined) return refusal
    if (!ccnForm.test(ccn)) {
      return { refused: 'Facility Affiliations Certification Number: expected a number such as 150173' }
    }
    if (parentCcn !== '' && !ccnForm.test(parentCcn)) {
      return { refused: 'Facility Type Certification Number: expected a number such as 150173' }
    }
    if (facilityType === '') return { refused: 'facility_type: expected a type such as Hospital' }
    return [{ fact: 'affiliation', npi, ccn, facilityType, parentCcn: parentCcn || null }]
  },
}
