/**
 * Mississippi: header on line 9 with line breaks in its cells. Rows of organizations name the owner in the person's
 * columns; a suffix may be a credential; the end is 12/31/2999 where there is none.
 */
import { partyOf } from '../../cells.ts'
import { doingBusinessAs, exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

const person = (part: string) => `Provider ${part} Name (Applicable for Individuals Only)`
const organization = 'Provider Organization Name (Applicable for Organizations Only)'

export const msDom = exclusionList(
  {
    name: 'ms-dom',
    title: 'Mississippi DOM, Sanctioned Providers',
    state: 'MS',
    layouts: [
      [organization, person('First'), person('Last'), 'NPI', 'Termination Effective Date', 'Termination End Date'],
    ],
    page: 'https://medicaid.ms.gov/providers/provider-terminations/',
  },
  {
    parties: (fields) => {
      const [last, first, middle, suffix] = ['Last', 'First', 'MI', 'Suffix'].map((part) => fields(person(part)))
      const named =
        last === '' ? partyOf(first ?? '', 'first last') : partyOfColumns(last ?? '', first ?? '', middle, suffix)
      return [doingBusinessAs(named, fields(organization))]
    },
    nameColumn: organization,
    npis: 'NPI',
    since: 'Termination Effective Date',
    until: 'Termination End Date',
    basis: ['Sanction Type', 'Termination Reason'],
    city: 'City',
    state: 'State',
  },
)
