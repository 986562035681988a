/**
 * California: organizations stand in the last name's column, several aliases in one cell, NPIs among older provider
 * numbers. "Active Period" is always indefinite.
 */
import { alsoKnownAs, exclusionList, partyOfColumns } from '../../exclusion-reader.ts'

const aliases = 'A/K/A-Also Known As D/B/A-Doing Business as'

export const caMediCal = exclusionList(
  {
    name: 'ca-medi-cal',
    title: 'California DHCS, Medi-Cal Suspended and Ineligible Provider List',
    state: 'CA',
    layouts: [
      ['Last Name', 'First Name', 'Middle Name', aliases, 'License Number', 'Provider Number', 'Date of Suspension'],
    ],
    page: 'https://mcweb.apps.prd.cammis.medi-cal.ca.gov/references/sandi',
  },
  {
    parties: (fields) => {
      const [last, first, middle] = [fields('Last Name'), fields('First Name'), fields('Middle Name')]
      return [alsoKnownAs(partyOfColumns(last, first, middle), fields(aliases))]
    },
    nameColumn: 'Last Name',
    npis: 'Provider Number',
    licenses: 'License Number',
    since: 'Date of Suspension',
    basis: ['Provider Type'],
    basisOfAll: 'Suspended or ineligible',
    address: 'Address(es)',
  },
)
