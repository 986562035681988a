/** Massachusetts: two sheets, those suspended or excluded and those removed from that list, with other columns. */
import { type Party, partyOf } from '../../cells.ts'
import { exclusionList } from '../../exclusion-reader.ts'
import type { Fields } from '../../source-list.ts'

const npis = 'National Provider Identifier (NPI)'
const since = 'Suspension/Exclusion Effective Date'
const reason = 'Suspension/Exclusion Reason'
const organizationTypes =
  /organization|agency|foster care|pharmacy|transportation|laboratory|center|rest home|equipment/i

const page = 'https://www.mass.gov/info-details/learn-about-suspended-or-excluded-masshealth-providers'

export const maMasshealth = exclusionList(
  {
    name: 'ma-masshealth',
    title: 'MassHealth, Suspended or Excluded Providers',
    state: 'MA',
    layouts: [['Provider Name', 'Provider Type', npis, 'Unique ID', reason, since]],
    page,
  },
  {
    parties,
    nameColumn: 'Provider Name',
    npis,
    since,
    basis: [reason],
  },
)

export const maMasshealthRemoved = exclusionList(
  {
    name: 'ma-masshealth-removed',
    title: 'MassHealth, providers removed from the list',
    state: 'MA',
    layouts: [['Provider Name', 'Provider Type', npis, reason, since, 'Reinstated into MassHealth', 'Notes']],
    page,
  },
  {
    parties,
    nameColumn: 'Provider Name',
    npis,
    since,
    until: 'Reinstated into MassHealth',
    basis: [reason, 'Notes'],
  },
)

function parties(fields: Fields): (Party | null)[] {
  const isOrganization = organizationTypes.test(fields('Provider Type')) || undefined
  return [partyOf(fields('Provider Name'), 'first last', isOrganization)]
}
