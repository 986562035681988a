/**
 * SAM.gov, exclusions from all federal programs, daily: V2, and V1 of before 2022 with DUNS numbers. Only active
 * exclusions are listed; those of HHS are OIG's too. Comments repeat the law at length and are not kept.
 */
import { partyOf } from '../../cells.ts'
import { exclusionList, federalWork, partyOfColumns } from '../../exclusion-reader.ts'

export const samExclusions = exclusionList(
  {
    name: 'sam-exclusions',
    title: 'SAM.gov, Exclusions Public Extract',
    state: null,
    layouts: [
      [
        'Classification',
        'Name',
        'First',
        'Last',
        'Excluding Agency',
        'Active Date',
        'Termination Date',
        'SAM Number',
        'NPI',
      ],
    ],
    page: 'https://sam.gov/data-services/Exclusions/Public%20V2',
  },
  {
    parties: (fields) => {
      const [last, first, middle, suffix] = ['Last', 'First', 'Middle', 'Suffix'].map(fields)
      const organization = partyOf(fields('Name'), 'first last', true)
      return [
        fields('Classification') === 'Individual'
          ? (partyOfColumns(last ?? '', first ?? '', middle, suffix) ?? organization)
          : organization,
      ]
    },
    nameColumn: 'Name',
    npis: 'NPI',
    since: 'Active Date',
    until: 'Termination Date',
    basis: ['Exclusion Type', 'Excluding Agency', 'CT Code'],
    city: 'City',
    state: 'State / Province',
  },
  {
    rhythmDays: 1,
    terms: federalWork,
  },
)
