/** What is kept as filed, and how providers are found by whole fields and by the text of their addresses. */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistry } from '#registry/search/open-registry'
import type { FiledFilters, Registry, Resource } from '#registry/search/query'
import { buildIn } from '../../test/support/registry/test-build.ts'
import {
  address,
  endpointCsv,
  mainCsv,
  npiOf,
  organization,
  otherNameCsv,
  person,
  type Row,
  secondaryCsv,
  secondaryLocation,
  writeFiles,
} from '../../test/support/registry/test-files.ts'
import { versionDir } from './announce.ts'

const [ada, bob, jo, long, clinic, subpart, walgreens] = [1, 2, 3, 4, 5, 6, 7].map(npiOf)

const named = (first: string, last: string): Row => ({
  'Provider First Name': first,
  'Provider Last Name (Legal Name)': last,
})
const mailingIn = (city: string, state: string, zip: string, country = 'US'): Row => ({
  ...address('Mailing'),
  'Provider Business Mailing Address City Name': city,
  'Provider Business Mailing Address State Name': state,
  'Provider Business Mailing Address Postal Code': zip,
  'Provider Business Mailing Address Country Code (If outside U.S.)': country,
})

const rows: Row[] = [
  person(ada ?? '', {
    ...named('ADA', "O'BRIEN-SMITH"),
    ...mailingIn('ATLANTA', 'GA', '303421985'),
    'Healthcare Provider Taxonomy Code_1': '163W00000X',
    'Healthcare Provider Primary Taxonomy Switch_1': 'N',
    'Healthcare Provider Taxonomy Code_2': '207RC0000X',
    'Healthcare Provider Primary Taxonomy Switch_2': 'N',
    'Healthcare Provider Taxonomy Code_3': '207Q00000X',
    'Healthcare Provider Primary Taxonomy Switch_3': 'Y',
  }),
  person(bob ?? '', { ...named('BOB', 'JONES'), ...mailingIn('TORONTO', 'ONTARIO', 'M5V 2T6', 'CA') }),
  person(jo ?? '', { ...named('JOSEFINA', 'JONES'), ...mailingIn('ATHENS', 'GA', '30601') }),
  person(long ?? '', { ...named('ADA', 'WOLFESCHLEGELSTEINHAUSENBERGERDORFF') }),
  organization(clinic ?? '', {
    'Authorized Official First Name': 'ROBERT',
    'Authorized Official Last Name': 'JONES',
    'Authorized Official Title or Position': 'MANAGING MEMBER',
  }),
  organization(subpart ?? '', {
    'Provider Organization Name (Legal Business Name)': 'EXAMPLE CLINIC OF THE NORTH',
    'Authorized Official First Name': 'ADA',
    'Authorized Official Last Name': 'SMITH',
    'Authorized Official Title or Position': 'Managing Member',
  }),
  organization(walgreens ?? '', { 'Provider Organization Name (Legal Business Name)': 'OTHER PHARMACY INC' }),
]

const endpoint = (values: Row): Row => ({ NPI: clinic ?? '', 'Endpoint Type': 'FHIR', ...values })

let folder: string
let registry: Registry
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'praxidex-filed-'))
  const files = writeFiles(folder, {
    'npidata_pfile_20050523-20261108.csv': mainCsv(rows),
    'pl_pfile_20050523-20261108.csv': secondaryCsv([
      secondaryLocation(ada ?? '', 'Utica', '13501'),
      secondaryLocation(ada ?? '', 'Rome', '134401234'),
    ]),
    'othername_pfile_20050523-20261108.csv': otherNameCsv([
      {
        NPI: walgreens ?? '',
        'Provider Other Organization Name': 'CORNER DRUGS',
        'Provider Other Organization Name Type Code': '3',
      },
    ]),
    'endpoint_pfile_20050523-20261108.csv': endpointCsv([
      endpoint({
        Endpoint: 'https://a.example.org',
        'Affiliation Address Line One': '1 MAIN STREET',
        'Affiliation Address City': 'Fort Wayne',
      }),
      endpoint({
        Endpoint: 'https://b.example.org',
        'Affiliation Address Line One': '2 Main Street',
        'Affiliation Address City': 'ALBANY',
      }),
    ]),
  })
  const registryDir = join(folder, 'registry')
  const { manifest } = await buildIn(registryDir, files)
  registry = await openRegistry(versionDir(registryDir, manifest.version))
})
afterAll(() => {
  registry.close()
  rmSync(folder, { recursive: true })
})

function npisBy(filed: FiledFilters, resources: readonly Resource[] = ['individuals', 'organizations']): string[] {
  const queries = resources.map((resource) => ({ resource, filed }))
  const { total, hits } = registry.findFiled(queries, { offset: 0, limit: 50, order: 'person' })
  expect(total).toBe(hits.length)
  return hits.map(({ npi }) => String(npi))
}

const whole = (text: string) => ({ text, isPrefix: false })
const begun = (text: string) => ({ text, isPrefix: true })

describe('what was filed', () => {
  test('has taxonomies in the order of the row, where a look-up has the primary one first', () => {
    const codes = registry.filedOf(Number(ada))?.provider.taxonomies.map(({ code }) => code)
    expect(codes).toEqual(['163W00000X', '207RC0000X', '207Q00000X'])
    const found = registry.get(Number(ada))
    if (found.kind !== 'found') throw new Error('expected a provider')
    const shown = JSON.parse(found.json('individuals').toString())
    expect(shown.taxonomies[0]).toEqual({ code: '207Q00000X', label: 'Family medicine', isPrimary: true })
  })

  test("has an official's title and an endpoint's address in the case of the file", () => {
    const titles = [clinic, subpart].map((npi) => {
      const filed = registry.filedOf(Number(npi))
      return filed?.kind === 'organization' ? filed.provider.authorizedOfficial?.title : undefined
    })
    expect(titles).toEqual(['MANAGING MEMBER', 'Managing Member'])
    const addresses = registry.filedOf(Number(clinic))?.provider.endpoints.map(({ address: one }) => one)
    expect(addresses).toMatchObject([
      { firstLine: '1 MAIN STREET', city: 'Fort Wayne' },
      { firstLine: '2 Main Street', city: 'ALBANY' },
    ])
    const found = registry.get(Number(clinic))
    expect(found.kind === 'found' && found.json('organizations').toString()).not.toContain('InCapitals')
  })

  test('is nothing for an unknown NPI', () => {
    expect(registry.filedOf(Number(npiOf(99)))).toBeUndefined()
  })
})

describe('a search by fields as filed', () => {
  test('finds persons and officials by their whole names or by how these begin, in the order of names', () => {
    expect(npisBy({ last: whole('Jones') })).toEqual([bob, jo, clinic])
    expect(npisBy({ last: whole('Jones') }, ['organizations'])).toEqual([clinic])
    expect(npisBy({ last: whole('JONES'), first: whole('bob') })).toEqual([bob])
    expect(npisBy({ last: whole('JONES'), first: whole('BOB'), hasNicknames: true })).toEqual([bob, clinic])
    expect(npisBy({ first: whole('Josephine'), hasNicknames: true })).toEqual([jo])
    expect(npisBy({ last: begun('JO') })).toEqual([bob, jo, clinic])
    expect(npisBy({ last: whole('obrien smith') })).toEqual([ada])
    expect(npisBy({ last: whole('SMITH') })).toEqual([subpart])
    expect(npisBy({ last: whole('OBRIEN') })).toEqual([])
  })

  test('finds long names to the last letter', () => {
    expect(npisBy({ last: whole('WOLFESCHLEGELSTEINHAUSENBERGERDORFF') })).toEqual([long])
    expect(npisBy({ last: whole('WOLFESCHLEGELSTEINHAUSEN') })).toEqual([])
    expect(npisBy({ last: begun('WOLFESCHLEGELSTEINHAUSEN') })).toEqual([long])
    expect(npisBy({ last: begun('WOLFESCHLEGELSTEINX') })).toEqual([])
    expect(npisBy({ organization: whole('Example Clinic LLC') })).toEqual([clinic])
    expect(npisBy({ organization: whole('Example Clinic') })).toEqual([])
    expect(npisBy({ organization: begun('Example Clinic') })).toEqual([clinic, subpart])
    expect(npisBy({ organization: begun('Example Clinic of the N') })).toEqual([subpart])
    expect(npisBy({ organization: whole('CORNER DRUGS') })).toEqual([walgreens])
  })

  test('finds addresses by their purpose, city, state, postal code and country', () => {
    const all = ['mailing', 'primary', 'secondary'] as const
    expect(npisBy({ address: { purposes: all, city: whole('ATLANTA') } })).toEqual([ada])
    expect(npisBy({ address: { purposes: ['primary', 'secondary'], city: whole('ATLANTA') } })).toEqual([])
    expect(npisBy({ address: { purposes: all, state: 'GA', city: begun('AT') } })).toEqual([jo, ada])
    expect(npisBy({ address: { purposes: all, state: 'NY', city: whole('ATLANTA') } })).toEqual([])
    expect(npisBy({ address: { purposes: ['secondary'], city: whole('UTICA') } })).toEqual([ada])
    expect(npisBy({ address: { purposes: ['mailing'], city: whole('UTICA') } })).toEqual([])
    expect(npisBy({ address: { purposes: all, postalCode: whole('30342') } })).toEqual([ada])
    expect(npisBy({ address: { purposes: all, postalCode: whole('303421985') } })).toEqual([ada])
    expect(npisBy({ address: { purposes: all, postalCode: whole('303421986') } })).toEqual([])
    expect(npisBy({ address: { purposes: all, postalCode: begun('3034219') } })).toEqual([ada])
    expect(npisBy({ address: { purposes: all, postalCode: begun('30') } })).toEqual([jo, ada])
    expect(npisBy({ address: { purposes: all, postalCode: whole('134401234') } })).toEqual([ada])
    expect(npisBy({ address: { purposes: all, country: 'CA' } })).toEqual([bob])
    expect(npisBy({ address: { purposes: all, state: 'ONTARIO', postalCode: whole('M5V2T6') } })).toEqual([bob])
    expect(npisBy({ address: { purposes: all, state: 'NY' } })).toHaveLength(rows.length)
    expect(npisBy({ last: whole('JONES'), address: { purposes: ['mailing'], state: 'GA' } })).toEqual([jo])
  })
})
