/**
 * Alabama: no NPIs; 27 lines of notes, then a header of two lines, of which the second one tells the columns. Rows
 * without a date are headings ("PHYSICIANS") and notes.
 */
import { partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'

export const alMedicaid = exclusionList(
  {
    name: 'al-medicaid',
    title: 'Alabama Medicaid Agency, Suspended Providers',
    state: 'AL',
    layouts: [['column 1', 'Effective Date', 'Initiated By']],
    page: 'https://medicaid.alabama.gov/content/8.0_Fraud/8.7_Suspended_Providers.aspx',
  },
  {
    parties: (fields) => [partyOf(fields('column 1'), 'last first')],
    nameColumn: 'Name of Provider',
    since: 'Effective Date',
    basis: ['Initiated By'],
    hasHeadings: true,
  },
)
