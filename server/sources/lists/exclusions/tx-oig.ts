/** Texas: a day in "ReinstatedDate" ends a row; the day of eligibility to reapply does not. People repeat. */
import { doingBusinessAs, exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

export const txOig = exclusionList(
  {
    name: 'tx-oig',
    title: 'Texas HHSC-OIG, Exclusions List',
    state: 'TX',
    layouts: [
      ['CompanyName', 'LastName', 'FirstName', 'MidInitial', 'LicenseNumber', 'NPI', 'StartDate', 'ReinstatedDate'],
    ],
    page: 'https://oig.hhsc.state.tx.us/oigportal2/Exclusions',
  },
  {
    parties: (fields) => {
      const [last, first, middle] = [fields('LastName'), fields('FirstName'), fields('MidInitial')]
      return [doingBusinessAs(partyOfColumns(last, first, middle), fields('CompanyName'))]
    },
    nameColumn: 'LastName',
    npis: 'NPI',
    licenses: 'LicenseNumber',
    since: 'StartDate',
    until: 'ReinstatedDate',
    basis: ['WebComments'],
    basisOfAll: 'Exclusion',
  },
)
