/** Colorado: "BERRY MD, ANN A" in older rows, "Ann Berry" in newer ones; NPIs divided by "&", ";" or ",". */
import { partyOf } from '../../cells.ts'
import { doingBusinessAs, exclusionList } from '../../exclusion-reader.ts'

const business = '"Doing Business As" Name'

export const coHcpf = exclusionList(
  {
    name: 'co-hcpf',
    title: 'Colorado HCPF, Terminated Provider List',
    state: 'CO',
    layouts: [['Provider Name', business, 'NPI', 'Termination Authority', 'Termination Effective Date']],
    page: 'https://hcpf.colorado.gov/provider-termination',
  },
  {
    parties: (fields) => [doingBusinessAs(partyOf(fields('Provider Name'), 'first last'), fields(business))],
    nameColumn: 'Provider Name',
    npis: 'NPI',
    since: 'Termination Effective Date',
    basis: ['Termination Authority'],
  },
)
