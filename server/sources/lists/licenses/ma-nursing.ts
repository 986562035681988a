import { licenseList } from './license-list.ts'

export const maNursing = licenseList({
  name: 'ma-nursing',
  title: 'Massachusetts Bureau of Health Professions Licensure, nursing licenses',
  state: 'MA',
  layouts: [['full_name', 'license_no', 'license_type_name', 'license_status_name', 'expiration_date', 'issue_date']],
  page: 'https://www.mass.gov/orgs/board-of-registration-in-nursing',
  rhythmDays: 92,
  terms: 'Public record of the Commonwealth of Massachusetts, given out on request.',
  wholeRollOf: [],
  columns: {
    number: 'license_no',
    name: { full: 'full_name' },
    profession: 'license_type_name',
    status: 'license_status_name',
    issued: 'issue_date',
    expires: 'expiration_date',
  },
  number: { form: /^(RN|LPN|PN)(-TEMP)?\d{1,7}$/, example: 'RN-TEMP4678' },
  professions: { 'rn temporary': 'RN', 'lpn temporary': 'LPN' },
  statuses: { current: 'active' },
  hasUnlicensed: true,
})
