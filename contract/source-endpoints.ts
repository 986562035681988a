/** Asking lists of primary sources: licenses of state boards, and exclusions. */
import { z } from 'zod'
import { cacheControlHeader, endpoint } from './endpoint.ts'
import { licenseNumberLengthMax, sourceRowsMax } from './limits.ts'
import * as parameter from './parameters.ts'
import { exclusionAnswer, licenseAnswer } from './sources.ts'

const bounded = `A response has at most ${sourceRowsMax} rows and says whether there are more.`

export const fullNameExpected = 'a first and a last name in Latin letters, such as Ada Example or Example, Ada'

const fullName = parameter
  .text(fullNameExpected)
  .regex(/\p{L}\P{L}*[\s,]\P{L}*\p{L}/u, { error: fullNameExpected })
  .optional()

const npi = parameter.npi
  .optional()
  .describe('Checks the provider with this NPI: by NPI, and by the names and license numbers in the registry.')

const exampleList = {
  name: 'co-dora',
  title: 'Colorado DORA, professional licenses',
  state: 'CO',
  date: '2026-11-01',
  isStale: false,
  isSample: false,
}
const exampleExclusions = {
  ...exampleList,
  name: 'oig-leie',
  title: 'OIG exclusion list (LEIE)',
  state: null,
}

export const sourceEndpoints = {
  searchLicenses: endpoint({
    method: 'GET',
    path: '/api/licenses',
    group: 'sources',
    summary: 'Find licenses',
    description: `Checks state boards’ license lists by NPI, by state and license number, or by state and name. Each row has its list, the list’s date, and a verdict on whether it’s the person you asked about. If you pass both number and name, rows with the number are compared by name. Every response says which lists were checked, and which couldn’t be. ${bounded}`,
    caller: 'key',
    scope: 'sources:read',
    query: z.strictObject({
      npi,
      state: parameter.state.optional().describe('State of the license; needs number or name.'),
      number: parameter
        .text('a license number', licenseNumberLengthMax)
        .regex(/[1-9]/, { error: 'a license number with at least one digit above 0' })
        .optional()
        .describe('License number, with or without prefix, hyphens and leading zeros; needs state.'),
      name: fullName.describe(
        'First and last name, as Ada Example or Example, Ada; needs state. Names match letter by letter, first names also by nickname; case and accents don’t matter. A name alone is never a match.',
      ),
      profession: parameter
        .text('a profession such as RN or MD')
        .optional()
        .describe(
          'Profession, such as RN or MD. Boards number each one separately, so a number only matches within its own.',
        ),
    }),
    output: licenseAnswer,
    answerHeaders: cacheControlHeader,
    errors: ['not_ready'],
    example: {
      input: { query: { state: 'CO', number: 'RN.0012345', name: 'Ada Example', profession: 'RN' } },
      output: {
        licenses: [
          {
            list: exampleList,
            verdict: 'match',
            basis: 'number, last name, and first name agree',
            state: 'CO',
            profession: 'RN',
            number: 'RN.0012345',
            npi: null,
            name: 'Ada N Example',
            otherNames: [],
            issuedOn: '2015-07-01',
            status: 'active',
            statusText: 'Active',
            expiresOn: '2027-09-30',
            discipline: null,
            disciplinedOn: null,
          },
        ],
        hasMore: false,
        listsNotLoaded: [{ name: 'co-nursing', title: 'Colorado DORA, nursing licenses', state: 'CO' }],
        listsAsked: [{ ...exampleList, wholeRollOf: ['RN', 'LPN'] }],
      },
    },
  }),
  searchExclusions: endpoint({
    method: 'GET',
    path: '/api/exclusions',
    group: 'sources',
    summary: 'Find exclusions',
    description: `Checks the lists of people and organizations that federal and state programs exclude, bar or revoke, by NPI or by name. Each row has its list, the list’s date, and a verdict on whether it’s the one you asked about; a name alone is never a match. Exclusions that have ended are included and marked. Every response says which lists were checked, and which couldn’t be. ${bounded}`,
    caller: 'key',
    scope: 'sources:read',
    query: z.strictObject({
      npi,
      name: fullName.describe(
        'First and last name of a person, as Ada Example or Example, Ada, or the name of an organization. Names match letter by letter, first names also by nickname; case, accents and legal forms such as LLC don’t matter.',
      ),
      state: parameter.state
        .optional()
        .describe(
          'Checks federal lists and this state’s, and leaves out rows that name another state; needs name. A federal exclusion applies in every state.',
        ),
    }),
    output: exclusionAnswer,
    answerHeaders: cacheControlHeader,
    errors: ['not_ready'],
    example: {
      input: { query: { npi: '2000000002' } },
      output: {
        npiStatus: 'active',
        exclusions: [
          {
            list: exampleExclusions,
            verdict: 'match',
            basis: 'NPI, last name, and first name agree',
            isInForce: true,
            since: '2024-05-20',
            until: null,
            grounds: '1128a1',
            npis: ['2000000002'],
            name: 'ADA N EXAMPLE',
            organization: null,
            otherNames: [],
            licenseNumbers: [],
            city: 'NEW YORK',
            state: 'NY',
            waiverState: null,
          },
        ],
        hasMore: false,
        listsNotLoaded: [{ name: 'sam-exclusions', title: 'SAM.gov, Exclusions Public Extract', state: null }],
        listsAsked: [exampleExclusions],
      },
    },
  }),
}
