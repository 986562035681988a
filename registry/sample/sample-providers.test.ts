import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Row, readSample, type SampleRows } from '../../test/support/registry/read-sample.ts'
import { hasValidCheckDigit } from '../npi.ts'
import { stateNames } from '../places/geography.ts'
import { locateZip } from '../places/places.ts'
import { isDoctorTaxonomy } from '../vocabulary/specialties.ts'
import { type Zip, zipList, zipWeights } from './sites.ts'
import { writeSample } from './write-sample.ts'

/** As many as the sample of the first start has. */
const providers = 20_000
const dir = mkdtempSync(join(tmpdir(), 'sample-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

let files: SampleRows
beforeAll(async () => {
  files = readSample(await writeSample({ dir, providers, seed: 1 }))
})

const live = () => files.main.filter((row) => row['Entity Type Code'] !== '')
const individuals = () => files.main.filter((row) => row['Entity Type Code'] === '1')
const organizations = () => files.main.filter((row) => row['Entity Type Code'] === '2')
const practice = (row: Row, field: string) => row[`Provider Business Practice Location Address ${field}`] ?? ''
const share = (some: readonly unknown[], all: readonly unknown[]) => some.length / all.length

describe('the invented providers', () => {
  it('are three individuals to one organization, and 4 % deactivated', () => {
    expect(share(individuals(), live())).toBeCloseTo(0.75, 2)
    expect(files.main.length - live().length).toBeGreaterThan(providers * 0.03)
    expect(files.main.length - live().length).toBeLessThan(providers * 0.05)
  })

  it('have nothing but a number, a date and now and then a replacement when they are deactivated', () => {
    const deactivated = files.main.filter((one) => one['Entity Type Code'] === '')
    for (const row of deactivated) {
      const { 'Replacement NPI': replacement, ...others } = row
      expect(replacement).toMatch(/^(2\d{9})?$/)
      expect(Object.entries(others).filter(([, value]) => value !== '')).toEqual([
        ['NPI', expect.any(String)],
        ['NPI Deactivation Date', expect.stringMatching(/^\d\d\/\d\d\/\d{4}$/)],
      ])
    }
    const replaced = deactivated.filter((row) => row['Replacement NPI'] !== '')
    expect(share(replaced, deactivated)).toBeCloseTo(0.1, 1)
  })

  it('have what rows seldom have: extensions, other sex codes, a date of reactivation, uses in free text', () => {
    const valuesOf = (rows: readonly Row[], column: string) => new Set(rows.map((row) => row[column]))
    const extensions = valuesOf(files.locations, 'Provider Secondary Practice Location Address - Telephone Extension')
    expect([...extensions].some((extension) => /^\d{4}$/.test(extension ?? ''))).toBe(true)
    expect(valuesOf(individuals(), 'Provider Sex Code')).toEqual(new Set(['M', 'F', 'X', 'U', '']))
    const reactivated = live().filter((row) => row['NPI Reactivation Date'] !== '')
    expect(reactivated.length).toBeGreaterThan(0)
    expect(reactivated.every((row) => row['NPI Deactivation Date'] !== '')).toBe(true)
    const coded = files.endpoints.filter((row) => row['Use Code'] === 'OTHER')
    expect(valuesOf(coded, 'Use Description')).toEqual(new Set(['Other']))
    expect(valuesOf(coded, 'Other Use Description')).toEqual(new Set(['Referrals']))
    expect(valuesOf(files.endpoints, 'Affiliation')).toEqual(new Set(['Y', 'N']))
    expect(valuesOf(individuals(), 'Provider Other Credential Text')).toContain('RN')
  })

  it('have every field of their kind where the file has it', () => {
    for (const row of individuals()) {
      expect(row).toMatchObject({
        'Provider Last Name (Legal Name)': expect.stringMatching(/\S/),
        'Provider First Name': expect.stringMatching(/\S/),
        'Provider Organization Name (Legal Business Name)': '',
        'Provider Sex Code': expect.stringMatching(/^[FMXU]?$/),
        'Is Sole Proprietor': expect.stringMatching(/^[YNX]$/),
        'Authorized Official Last Name': '',
      })
    }
    for (const row of organizations()) {
      expect(row).toMatchObject({
        'Provider Organization Name (Legal Business Name)': expect.stringMatching(/\S/),
        'Provider Last Name (Legal Name)': '',
        'Employer Identification Number (EIN)': '<UNAVAIL>',
        'Authorized Official Last Name': expect.stringMatching(/\S/),
        'Is Organization Subpart': expect.stringMatching(/^[YN]$/),
        'Is Sole Proprietor': '',
      })
    }
  })

  it('have from 1 to 15 taxonomies without gap or repeat, with a switch each', () => {
    const counts = live().map((row) => {
      const codes = Array.from(
        { length: 15 },
        (_, index) => row[`Healthcare Provider Taxonomy Code_${index + 1}`] ?? '',
      )
      const count = codes.indexOf('')
      const used = count === -1 ? codes : codes.slice(0, count)
      expect(codes.slice(used.length).every((code) => code === '')).toBe(true)
      expect(used.every((code) => /^\d{2}[0-9A-Z]{7}X$/.test(code))).toBe(true)
      expect(new Set(used).size).toBe(used.length)
      expect(row['Healthcare Provider Primary Taxonomy Switch_1']).toMatch(/^[YNX]$/)
      return used.length
    })
    expect(Math.min(...counts)).toBe(1)
    expect(Math.max(...counts)).toBeGreaterThan(10)
    expect(
      share(
        counts.filter((count) => count === 1),
        counts,
      ),
    ).toBeGreaterThan(0.7)
  })

  it('are of many kinds, a few of which are most of them, doctors among them', () => {
    const codes = individuals().map((row) => row['Healthcare Provider Taxonomy Code_1'] ?? '')
    const counts = new Map<string, number>()
    for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
    const shares = [...counts.values()].map((count) => count / codes.length).sort((a, b) => b - a)
    const most = shares.slice(0, 20).reduce((sum, one) => sum + one, 0)
    expect(most).toBeGreaterThan(0.5)
    expect(shares.filter((one) => one < 0.001).length).toBeGreaterThan(100)
    expect(
      share(
        codes.filter((code) => isDoctorTaxonomy(code)),
        codes,
      ),
    ).toBeGreaterThan(0.2)
    expect(organizations().some((row) => row['Healthcare Provider Taxonomy Code_1'] === '282N00000X')).toBe(true)
    expect(organizations().some((row) => row['Healthcare Provider Taxonomy Code_1'] === '3336C0003X')).toBe(true)
  })

  it('are in every state, in the district and in Puerto Rico, and a few on bases and abroad', () => {
    const states = new Set(live().map((row) => practice(row, 'State Name')))
    const territories = ['GU', 'VI', 'AS', 'MP', 'FM', 'MH', 'PW']
    expect([...stateNames.keys()].filter((state) => !territories.includes(state) && !states.has(state))).toEqual([])
    expect(['AE', 'AP', 'AA'].some((state) => states.has(state))).toBe(true)
    expect(live().some((row) => practice(row, 'Country Code (If outside U.S.)') !== 'US')).toBe(true)
  })

  it('are as many in a state, and in a stretch of ZIP codes, as live there', () => {
    const here = live().filter((row) => practice(row, 'Country Code (If outside U.S.)') === 'US')
    const weights = zipWeights(zipList())
    const all = weights.reduce((sum, [, weight]) => sum + weight, 0)
    for (const { ofZip, ofRow, tolerance } of [
      { ofZip: (zip: Zip) => zip.state, ofRow: (row: Row) => practice(row, 'State Name'), tolerance: 0.2 },
      // Providers stand together at addresses, which makes more of one stretch than of another.
      {
        ofZip: ({ zip }: Zip) => zip.slice(0, 3),
        ofRow: (row: Row) => practice(row, 'Postal Code').slice(0, 3),
        tolerance: 0.35,
      },
    ]) {
      const expected = new Map<string, number>()
      for (const [zip, weight] of weights) expected.set(ofZip(zip), (expected.get(ofZip(zip)) ?? 0) + weight / all)
      const found = new Map<string, number>()
      for (const row of here) found.set(ofRow(row), (found.get(ofRow(row)) ?? 0) + 1 / here.length)
      const largest = [...expected].sort(([, a], [, b]) => b - a).slice(0, 10)
      for (const [name, part] of largest) {
        const times = (found.get(name) ?? 0) / part
        expect(times, `${name} has ${times} times its part`).toBeGreaterThan(1 - tolerance)
        expect(times, `${name} has ${times} times its part`).toBeLessThan(1 + tolerance)
      }
    }
    const inWyoming = share(
      here.filter((row) => practice(row, 'State Name') === 'WY'),
      here,
    )
    expect(inWyoming).toBeGreaterThan(0)
    expect(inWyoming).toBeLessThan(0.003)
  })

  it('are where their ZIP code is', () => {
    const wrong = live().filter((row) => {
      const place = locateZip(practice(row, 'Postal Code').slice(0, 5))
      const state = practice(row, 'State Name')
      return (
        stateNames.has(state) && (place?.state !== state || place.city.toUpperCase() !== practice(row, 'City Name'))
      )
    })
    expect(wrong).toEqual([])
  })

  it('crowd in cities: some 3 % within ten miles of Manhattan', () => {
    const near = live().filter((row) => {
      const place = locateZip(practice(row, 'Postal Code').slice(0, 5))
      return place !== undefined && Math.hypot((place.latitude - 40.78) * 69.1, (place.longitude + 73.97) * 52.3) < 10
    })
    expect(share(near, live())).toBeGreaterThan(0.02)
    expect(share(near, live())).toBeLessThan(0.045)
  })

  it('are called Smith more than anything else, and some in letters beyond ASCII', () => {
    const counts = new Map<string, number>()
    for (const row of individuals()) {
      const name = row['Provider Last Name (Legal Name)'] ?? ''
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    const [commonest] = [...counts].sort(([, a], [, b]) => b - a)
    expect(commonest?.[0]).toBe('SMITH')
    expect(counts.size).toBeGreaterThan(1000)
    expect([...counts.keys()].some((name) => /[À-ÿ]/.test(name))).toBe(true)
  })

  it('practise in several places one time in twelve, once in a while in dozens', () => {
    const counts = new Map<string, number>()
    for (const { NPI = '' } of files.locations) counts.set(NPI, (counts.get(NPI) ?? 0) + 1)
    expect(counts.size / live().length).toBeCloseTo(0.08, 2)
    expect(Math.max(...counts.values())).toBeGreaterThan(12)
  })

  it('work at the address and telephone of an organization every second time', () => {
    const at = (row: Row) =>
      ['First Line Business Practice Location Address', 'Second Line Business Practice Location Address']
        .map((name) => row[`Provider ${name}`])
        .concat(practice(row, 'Postal Code'), practice(row, 'Telephone Number'))
        .join('|')
    const sites = new Set(organizations().map(at))
    expect(
      share(
        individuals().filter((row) => sites.has(at(row))),
        individuals(),
      ),
    ).toBeGreaterThan(0.4)
  })

  it('have the names of organizations where CMS has them since 2025', () => {
    const named = new Set(files.otherNames.map((row) => row.NPI))
    for (const row of organizations()) {
      const isNamed = named.has(row.NPI)
      expect(row['Provider Other Organization Name']).toBe(isNamed ? '<UNAVAIL>' : '')
      expect(row['Provider Other Organization Name Type Code']).toBe(isNamed ? '6' : '')
    }
    const kinds = files.otherNames.map((row) => row['Provider Other Organization Name Type Code'])
    expect(new Set(kinds)).toEqual(new Set(['3', '4', '5']))
  })
})

describe('the rare things a real file may hold', () => {
  it.each<[string, (row: Row) => boolean]>([
    ['a double quote in a name', (row) => /"/.test(row['Provider Organization Name (Legal Business Name)'] ?? '')],
    [
      'a line break in an address',
      (row) => /\n/.test(row['Provider First Line Business Practice Location Address'] ?? ''),
    ],
    ['a replacement NPI', (row) => hasValidCheckDigit(row['Replacement NPI'] ?? '')],
    ['a reactivation', (row) => row['NPI Reactivation Date'] !== '' && row['Entity Type Code'] !== ''],
    ['no primary taxonomy', (row) => row['Healthcare Provider Primary Taxonomy Switch_1'] === 'N'],
    ['a sex that is neither', (row) => row['Provider Sex Code'] === 'X'],
    ['a former name', (row) => row['Provider Other Last Name Type Code'] === '1'],
    ['a parent organization', (row) => row['Parent Organization LBN'] !== ''],
    ['all fifteen taxonomies', (row) => row['Healthcare Provider Taxonomy Code_15'] !== ''],
    ['a dozen other identifiers', (row) => row['Other Provider Identifier_10'] !== ''],
    ['a territory', (row) => ['GU', 'VI'].includes(practice(row, 'State Name'))],
  ])('are in the sample: %s', (_, isIt) => {
    expect(files.main.some(isIt)).toBe(true)
  })
})
