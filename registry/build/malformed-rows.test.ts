import { expect, test } from 'vitest'
import { servingRegistry } from '../../test/support/registry/test-build.ts'
import {
  deactivated,
  mainCsv,
  npiOf,
  organization,
  person,
  type Row,
  testFolder,
  writeFiles,
} from '../../test/support/registry/test-files.ts'

const mainName = 'npidata_pfile_20050523-20260608.csv'
const good = Array.from({ length: 20 }, (_, n) => (n % 3 === 0 ? organization(npiOf(n)) : person(npiOf(n))))
const serving = servingRegistry({ [mainName]: mainCsv(good) })

/** The good rows with one more at line 12. */
function withRow(row: Row): string {
  return mainCsv([...good.slice(0, 10), row, ...good.slice(10)])
}

const fresh = npiOf(500)
const practice = 'Provider Business Practice Location Address'
const mailing = 'Provider Business Mailing Address'

const badValues: [string, Row, RegExp][] = [
  ['a wrong check digit', person('1234567890'), /NPI: expected ten digits.*check digit; got "1234567890"/],
  ['an NPI of nine digits', person('123456789'), /NPI: expected ten digits.*got "123456789"/],
  ['an NPI as a decimal number', person(`${fresh}.0`), /NPI: expected ten digits.*\.0"/],
  ['no NPI', person(''), /NPI: expected ten digits.*got nothing/],
  ['an NPI that begins with 3', person('3234567896'), /NPI: expected ten digits that begin with 1 or 2/],
  ['entity type 3', person(fresh, { 'Entity Type Code': '3' }), /Entity Type Code: expected 1, 2 or nothing; got "3"/],
  [
    'entity type 1.0',
    person(fresh, { 'Entity Type Code': '1.0' }),
    /Entity Type Code: expected 1, 2 or nothing; got "1.0"/,
  ],
  [
    'neither entity type nor deactivation date',
    person(fresh, { 'Entity Type Code': '' }),
    /Entity Type Code: expected 1 or 2, or else a deactivation date; got nothing/,
  ],
  [
    'a person without a last name',
    person(fresh, { 'Provider Last Name (Legal Name)': '' }),
    /Provider Last Name \(Legal Name\): expected something; got nothing/,
  ],
  [
    'an organization without a name',
    organization(fresh, { 'Provider Organization Name (Legal Business Name)': '' }),
    /Provider Organization Name .*: expected something/,
  ],
  [
    'a date without leading zeros',
    person(fresh, { 'Last Update Date': '2/1/2024' }),
    /Last Update Date: expected a real date.*got "2\/1\/2024"/,
  ],
  [
    'February 30',
    person(fresh, { 'Provider Enumeration Date': '02/30/2020' }),
    /Provider Enumeration Date: expected a real date.*got "02\/30\/2020"/,
  ],
  [
    'a date of tomorrow',
    person(fresh, { 'Last Update Date': '11/21/2026' }),
    /Last Update Date: expected .* not in the future.*got "11\/21\/2026"/,
  ],
  [
    'a date in another order',
    person(fresh, { 'Certification Date': '2024-02-01' }),
    /Certification Date: expected a real date/,
  ],
  ['a deactivation that is no date', deactivated(fresh, '99/99/9999'), /NPI Deactivation Date: expected a real date/],
  [
    'a ZIP code that lost its leading zero',
    person(fresh, { [`${practice} Postal Code`]: '7501' }),
    /Postal Code: expected 5 or 9 digits in the United States; got "7501"/,
  ],
  [
    'a ZIP+4 that lost its leading zero',
    person(fresh, { [`${practice} Postal Code`]: '75011234' }),
    /Postal Code: expected 5 or 9 digits.*"75011234"/,
  ],
  [
    'a ZIP code as a decimal number',
    person(fresh, { [`${practice} Postal Code`]: '688482168.0' }),
    /Postal Code: expected 5 or 9 digits.*"688482168.0"/,
  ],
  [
    'a damaged mailing ZIP code',
    person(fresh, { [`${mailing} Postal Code`]: '8848' }),
    /Mailing Address Postal Code: expected 5 or 9 digits/,
  ],
  [
    'a state in full',
    person(fresh, { [`${practice} State Name`]: 'New York' }),
    /State Name: expected two capital letters.*"New York"/,
  ],
  [
    'a country of three letters',
    person(fresh, { [`${practice} Country Code (If outside U.S.)`]: 'USA' }),
    /Country Code .*: expected 2 letters, or nothing; got "USA"/,
  ],
  [
    'a phone number as a decimal number',
    person(fresh, { [`${practice} Telephone Number`]: '3088652512.0' }),
    /Telephone Number: expected a phone number.*"3088652512.0"/,
  ],
  [
    'a taxonomy code cut short',
    person(fresh, { 'Healthcare Provider Taxonomy Code_3': '207R' }),
    /Taxonomy Code_3: expected 10 digits and letters.*"207R"/,
  ],
  [
    'an identifier type that lost its leading zero',
    person(fresh, { 'Other Provider Identifier Type Code_50': '5' }),
    /Type Code_50: expected 2 digits.*"5"/,
  ],
  [
    'a replacement NPI that is none',
    person(fresh, { 'Replacement NPI': '1234567890' }),
    /Replacement NPI: expected ten digits/,
  ],
]

test.each(badValues)(
  'T09: a row with %s is refused with its line, and nothing is announced',
  async (_, row, sentence) => {
    const paths = writeFiles(testFolder(), { [mainName]: withRow(row) })
    const said = await serving.refusal(paths)
    expect(said).toContain(
      `${mainName}: expected at most 0.5 % refused rows; got 1 of 21 (4.8 %), the first at line 12: `,
    )
    expect(said).toMatch(sentence)
  },
)
