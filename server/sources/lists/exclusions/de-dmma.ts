/** Delaware: made from a PDF. A day in "Reinstated Date" ends a row; "Indefinite" and other words there do not. */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

export const deDmma = exclusionList(
  {
    name: 'de-dmma',
    title: 'Delaware DMMA, Sanctioned Provider List',
    state: 'DE',
    layouts: [
      [
        'Sanctioned Provider Name',
        'NPI #',
        'License #',
        'OIG / Medicaid Sanction',
        'Effective Date',
        'Reinstated Date',
      ],
    ],
    page: 'https://medicaid.dhss.delaware.gov/provider/Home/ProgramIntegrityLanding/tabid/2102/Default.aspx',
  },
  {
    parties: (fields) => [partyOf(fields('Sanctioned Provider Name'), 'first last')],
    nameColumn: 'Sanctioned Provider Name',
    npis: 'NPI #',
    licenses: 'License #',
    since: 'Effective Date',
    until: 'Reinstated Date',
    basis: ['OIG / Medicaid Sanction', 'Comments'],
  },
)
