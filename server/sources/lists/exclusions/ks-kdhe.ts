/** Kansas: other names of a person after "/", NPIs divided by ";" or line breaks, some with a place in brackets. */
import { partyOf } from '../../cells.ts'
import { doingBusinessAs, exclusionList } from '../../exclusion-reader.ts'

export const ksKdhe = exclusionList(
  {
    name: 'ks-kdhe',
    title: 'Kansas KDHE, KMAP Terminations',
    state: 'KS',
    layouts: [
      ['Termination Date', 'D/B/A Business Name', 'Name', 'Provider Type', 'KMAP Provider #', 'NPI #', 'Comments'],
    ],
    page: 'https://www.kdhe.ks.gov/172/Medicaid',
  },
  {
    parties: (fields) => [doingBusinessAs(partyOf(fields('Name'), 'first last'), fields('D/B/A Business Name'))],
    nameColumn: 'Name',
    npis: 'NPI #',
    since: 'Termination Date',
    basis: ['Comments'],
    basisOfAll: 'Termination',
  },
)
