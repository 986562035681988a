/** CMS's revocations of Medicare enrollment, quarterly; the bar's last day ends a row. Several reasons share a cell. */
import { doingBusinessAs, exclusionList, federalWork, partyOfColumns } from '../../exclusion-reader.ts'

export const cmsRevoked = exclusionList(
  {
    name: 'cms-revoked',
    title: 'CMS, Revoked Medicare Providers and Suppliers',
    state: null,
    layouts: [
      [
        'ENRLMT_ID',
        'NPI',
        'FIRST_NAME',
        'LAST_NAME',
        'ORG_NAME',
        'STATE_CD',
        'REVOCATION_RSN',
        'REVOCATION_EFCTV_DT',
        'REENROLLMENT_BAR_EXPRTN_DT',
      ],
    ],
    page: 'https://data.cms.gov/provider-characteristics/medicare-provider-supplier-enrollment/revoked-medicare-providers-and-suppliers',
  },
  {
    parties: (fields) => {
      const person = partyOfColumns(fields('LAST_NAME'), fields('FIRST_NAME'), fields('MDL_NAME'))
      return [doingBusinessAs(person, fields('ORG_NAME'))]
    },
    nameColumn: 'LAST_NAME',
    npis: 'NPI',
    since: 'REVOCATION_EFCTV_DT',
    until: 'REENROLLMENT_BAR_EXPRTN_DT',
    basis: ['REVOCATION_RSN'],
    state: 'STATE_CD',
  },
  {
    rhythmDays: 92,
    terms: federalWork,
  },
)
