import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exclusionRow, licenseAsked, licenseRow, nameOf } from '../../../test/support/sources/match-rows.ts'
import type { LicenseRow } from '../source-list.ts'
import { licenseNumberKey } from './license-number.ts'
import { type License, type Listed, type Match, matchExclusion, matchLicense, type Person } from './match.ts'

/** Valid check digits, of numbers that CMS never gives out. */
const [npi, otherNpi] = ['2000000002', '2000000010']

describe('a license number', () => {
  const agreeing: [state: string, profession: string, ...writings: string[]][] = [
    ['WA', 'MD', 'MD00012345', 'MD.MD.00012345', '12345', 'md 12345', 'WA MD00012345'],
    ['PA', 'MD', 'MD104502', '104502', '0104502', 'MD-104502', 'MD104502L'],
    ['CA', 'MD', 'G 12345', 'G12345', 'g-12345', '12345', 'CA G 12345', 'Ｇ１２３４５'],
    ['IL', 'RN', '41.477130', '041.477130', '41.47713', '041477130', '41477130', '041-477130', '477130'],
    ['IL', 'RN', '41.511', '041.511000', '041511000'],
    ['IL', 'RN', '036098765', '36.098765', '036-098765', '98765'],
    ['NJ', 'RN', '26NO03307300', '26NO033073', 'NO03307300', '03307300', '26 NO 033073 00', '033073'],
    ['AL', 'RN', '1-013504', '1013504', '013504', '13504'],
    ['DC', 'RN', 'RN1004023', '1004023', 'RN-1004023'],
    ['MT', 'RN', 'NUR-RN-LIC-184048', 'RN184048', '184048', 'RN-LIC-184048'],
    ['AR', 'MD', 'ASMB225028', '225028'],
    ['AR', 'MD', 'E-7181', 'E7181', 'E 7181', '7181'],
    ['VT', 'RN', '026.0137872', '26.0137872', '0260137872', '026-0137872', '137872'],
    ['VT', 'RN', '026.0137870', '26.013787', '0260137870', '026.0137870-EMGY'],
    ['DE', 'MD', 'C1-0024514', 'C10024514', '0024514', '24514'],
    ['CO', 'MD', 'DR.0405184', '405184', 'DR405184', 'MD405184', 'CO DR-405184', 'C-405184'],
    ['CO', 'DO', 'DR.0405184', '405184', 'DO405184'],
    ['CO', 'RN', 'RN.1660223', 'RN-1660223', 'RN 1660223', '1660223', '1660223.0'],
    ['OH', 'RN', '35.068780', '35.06878', '35-06-8780', '35068780'],
    ['MI', 'RN', '4704123456', '123456', '4704-123456'],
    ['IN', 'RN', '28123456A', '28123456', '123456'],
    ['CT', 'RN', '10.085430', '10.08543', '085430', '85430'],
    ['NM', 'MD', 'MD2014-0123', '20140123', 'MD20140123'],
    ['NC', 'MD', '2014-01234', '201401234'],
    ['UT', 'MD', '123456-1205', '123456'],
    ['KS', 'RN', '13-123456-012', '123456'],
    ['NY', 'RN', '295608-1', '00295608', '295608'],
    ['MA', 'RN', 'RN-TEMP4678', 'TEMP 4678'],
    ['OH', 'RN', 'RN.304', '000304'],
    ['KY', 'RN', '1165750', '01165750'],
  ]
  test.each(agreeing)('of %s agrees with its other writings, %s: %s', (state, profession, number, ...writings) => {
    for (const writing of writings) {
      expect(licenseNumberKey(state, writing), writing).toBe(licenseNumberKey(state, number))
      expect(verdictOf(state, profession, number, writing), writing).toBe('match')
      expect(verdictOf(state, profession, writing, number), writing).toBe('match')
    }
  })

  test.each<[state: string, one: string, other: string]>([
    ['CA', 'G 12345', 'A 12345'],
    ['CA', 'G 12345', 'G 12346'],
    ['TX', 'H3249', 'J3249'],
    ['DE', 'C1-0024514', 'C2-0024514'],
    ['AL', '1-013504', '2-013504'],
    ['IL', '041.477130', '036.477130'],
    ['IL', '41.47713', '41.477131'],
    ['MI', '4301012345', '4704012345'],
    ['MA', 'RN-TEMP4678', 'RN4678'],
    ['NC', '2014-01234', '2013-01234'],
    ['NJ', '26NO03307300', '26NO03307400'],
    ['PA', 'MD012345L', 'MD012345E'],
    ['AR', 'E-7181', 'C-7181'],
    ['VT', '026.0137872', '026.0137873'],
    ['FL', 'RN12345', 'LPN12345'],
    ['CO', 'DR.405184', 'RN.405184'],
  ])('of %s differs: %s is not %s', (state, one, other) => {
    expect(matchOf(state, 'RN', one, other)).toEqual({ verdict: 'no_match', basis: 'the number differs' })
    expect(matchOf(state, 'RN', other, one)).toEqual({ verdict: 'no_match', basis: 'the number differs' })
  })

  test.each(['', ' ', 'N/A', 'NONE', 'PENDING', '000000', '--', '0', '١٢٣', '.'])('is none in "%s"', (number) => {
    expect(licenseNumberKey('NY', number)).toBe('')
  })

  function matchOf(state: string, profession: string, one: string, other: string): Match {
    const name = nameOf('Rivera, Anna Maria')
    const asked = licenseAsked({ state, profession, number: one, name })
    return matchLicense(asked, licenseRow({ listState: state, profession, number: other, name }))
  }

  function verdictOf(state: string, profession: string, one: string, other: string): string {
    return matchOf(state, profession, one, other).verdict
  }
})

describe('a person with a license', () => {
  const number = 'RN.1660223'
  const name = nameOf
  const others = (...texts: string[]) => ({ otherNames: texts.map(nameOf) })

  test.each<[asked: Partial<Person & License>, row: Partial<LicenseRow>, verdict: string, basis: string]>([
    [{}, {}, 'match', 'number, last name, and first name agree'],
    [{ npi }, { npi }, 'match', 'number, NPI, last name, and first name agree'],
    [{ npi }, {}, 'match', 'number, last name, and first name agree'],
    [
      { name: name('Rivera, Robert') },
      { name: name('RIVERA, BOB') },
      'match',
      'number and last name agree; first name is a nickname',
    ],
    [{ name: name('Rivera, A') }, {}, 'match', 'number and last name agree; first name is an initial'],
    [
      { name: name('Rivera, Mary') },
      { name: name('Rivera, Mary Ann') },
      'match',
      'number, last name, and first name agree',
    ],
    [
      { name: { ...name('Rivera'), first: 'Mary Ann' } },
      { name: name('Rivera, Maryann') },
      'match',
      'number, last name, and first name agree',
    ],
    [{ name: name('Muñoz, José') }, { name: name('MUNOZ, JOSE') }, 'match', 'number, last name, and first name agree'],
    [
      { name: name("O'Brien, Anna") },
      { name: name('O BRIEN, ANNA') },
      'match',
      'number, last name, and first name agree',
    ],
    [
      { name: name('De la Cruz, Anna') },
      { name: name('DELACRUZ, ANNA') },
      'match',
      'number, last name, and first name agree',
    ],
    [
      { name: name('De la Cruz, Anna') },
      { name: name('CRUZ, ANNA') },
      'match',
      'number and first name agree; last name differs by a particle',
    ],
    [
      { name: name('van der Berg, Anna') },
      { name: name('Berg, Anna') },
      'match',
      'number and first name agree; last name differs by a particle',
    ],
    [
      { name: name('Smith-Jones, Anna') },
      { name: name('SMITH JONES, ANNA') },
      'match',
      'number, last name, and first name agree',
    ],
    [
      { name: name('Smith-Jones, Anna') },
      { name: name('JONES, ANNA') },
      'match',
      'number and first name agree; one last name is part of the other',
    ],
    [
      { name: name('Smith-Jones, Anna') },
      { name: name('Jones-Smith, Anna') },
      'match',
      'number and first name agree; one last name is part of the other',
    ],
    [
      { name: name('Papadimitriou-Konstantinidis, Anna') },
      { name: name('PAPADIMITRIOU-KONSTA, ANNA') },
      'match',
      'number and first name agree; last name is cut short',
    ],
    [
      { name: { ...name('Rivera'), first: 'Christopher-James' } },
      { name: name('RIVERA, CHRISTOPHER-JAM') },
      'match',
      'number and last name agree; first name is cut short',
    ],
    [{ name: name('Anna, Rivera') }, {}, 'match', 'number agrees; first and last name are transposed'],
    [
      { ...others('Stone, Anna') },
      { name: name('STONE, ANNA') },
      'match',
      'number, last name, and first name agree; the name is another one on file',
    ],
    [
      {},
      { name: name('Stone, Anna'), ...others('Rivera, Anna') },
      'match',
      'number, last name, and first name agree; the name is another one on file',
    ],
    [
      { name: name('Rivera, Anna, Jr.') },
      { name: name('Rivera Jr, Anna') },
      'match',
      'number, last name, and first name agree',
    ],
    [{}, { name: name('Rivera MD, Anna') }, 'match', 'number, last name, and first name agree'],
    [
      { name: name('Rivera, Anna Beth') },
      { name: name('Rivera, Anna Carol') },
      'match',
      'number, last name, and first name agree; middle name differs',
    ],
    [{ number: '', npi }, { npi }, 'match', 'NPI, last name, and first name agree'],

    [
      { name: name('Rivera, Anna Beth'), number: '1660223' },
      { number: 'NP-1660223', profession: 'APRN', name: name('Rivera, Anna Carol') },
      'no_match',
      'the license is for another profession',
    ],
    [
      { name: name('Rivera, Anna Beth'), number: '1660223' },
      { number: 'Q1660223', name: name('Rivera, Anna Carol') },
      'possible',
      'number, last name, and first name agree; middle name differs; one number lacks a prefix',
    ],
    [
      { name: name('Rivera, Anna, Jr') },
      { name: name('Rivera, Anna, Sr') },
      'possible',
      'number, last name, and first name agree; suffix differs',
    ],
    [{ name: name('Rivera, Berta') }, {}, 'possible', 'number and last name agree; first name differs'],
    [{ name: name('Stone, Anna') }, {}, 'possible', 'number and first name agree; last name differs'],
    [{ name: name('Stone, Anna'), npi }, { npi }, 'possible', 'number, NPI, and first name agree; last name differs'],
    [{ name: name('Rivera') }, {}, 'possible', 'number and last name agree; first name is missing'],
    [{ profession: '' }, {}, 'possible', 'number, last name, and first name agree; the profession is missing'],
    [{ number: 'N/A' }, {}, 'possible', 'last name and first name agree; no number or NPI agrees'],
    [{ number: '1660224', npi }, { npi }, 'possible', 'NPI, last name, and first name agree; the number differs'],

    [{ name: name('Stone, Berta') }, {}, 'no_match', 'the number belongs to someone else'],
    [{ name: name('Stone, Berta'), number: '', npi }, { npi }, 'no_match', 'the NPI belongs to someone else'],
    [{ npi }, { npi: otherNpi }, 'no_match', 'the NPI differs'],
    [{ number: '1660224' }, {}, 'no_match', 'the number differs'],
    [{ number: '', name: name('Rivera, Berta') }, {}, 'no_match', 'the name differs'],
    [{ state: 'WY' }, {}, 'no_match', 'the license is from another state'],
    [{ profession: 'LPN' }, {}, 'no_match', 'the license is for another profession'],

    [{ name: name('') }, {}, 'insufficient', 'a name is missing'],
    [{}, { name: name('-, -') }, 'insufficient', 'a name is missing'],
    [{ state: '' }, {}, 'insufficient', 'the state of the license is missing'],
  ])('%j and %j: %s, since %s', (asked, row, verdict, basis) => {
    expect(matchLicense(licenseAsked({ number, ...asked }), licenseRow({ number, ...row }))).toEqual({ verdict, basis })
  })

  test.each([
    ['LVN', 'LPN'],
    ['NP', 'APRN'],
    ['PA-C', 'PA'],
    ['r.n.', 'RN'],
    ['MD', 'MD/DO'],
    ['MD/DO', 'DO'],
    ['Dr.', 'MD'],
    ['DR', 'DO'],
  ])('has one profession under two words: %s is %s', (profession, same) => {
    const found = matchLicense(
      licenseAsked({ number: '1660223', profession }),
      licenseRow({ number: '1660223', profession: same }),
    )
    expect(found.verdict).toBe('match')
  })
})

describe('a person on a list of exclusions', () => {
  const licenses = [{ state: 'PA', profession: 'RN', number: 'RN123456L' }]
  const asked = { name: nameOf('Rivera, Anna Beth'), otherNames: [nameOf('Stone, Anna')], npi, licenses }

  test.each<[row: Parameters<typeof exclusionRow>[0], verdict: string, basis: string]>([
    [{ npis: [otherNpi, npi] }, 'match', 'NPI, last name, and first name agree'],
    [{ npis: [npi], name: nameOf('Rivera, A') }, 'match', 'NPI and last name agree; first name is an initial'],
    [
      { npis: [npi], name: nameOf('Rivera, Anna Carol') },
      'match',
      'NPI, last name, and first name agree; middle name differs',
    ],
    [
      { npis: [npi], name: nameOf('Stone, Anna') },
      'match',
      'NPI, last name, and first name agree; the name is another one on file',
    ],
    [{ listState: 'PA', licenseNumbers: ['RN123456L'] }, 'match', 'number, last name, and first name agree'],
    [
      { listState: 'PA', licenseNumbers: ['PN000001', '123456'] },
      'possible',
      'number, last name, and first name agree; one number lacks a prefix',
    ],
    [{ listState: 'NJ', licenseNumbers: ['RN123456L (PA)'] }, 'match', 'number, last name, and first name agree'],

    [{ npis: [npi], name: nameOf('Lopez, Carla') }, 'possible', 'NPI agrees; last name differs; first name differs'],
    [
      { npis: [npi], name: null, organization: 'RIVERA NURSING LLC' },
      'possible',
      'NPI agrees; the row names an organization',
    ],
    [{}, 'possible', 'last name and first name agree; no number or NPI agrees'],
    [
      { name: nameOf('Rivera, Anna Carol') },
      'possible',
      'last name and first name agree; middle name differs; no number or NPI agrees',
    ],
    [
      { name: null, organization: 'RIVERA LLC', otherNames: [nameOf('Rivera, Anna')] },
      'possible',
      'last name and first name agree; no number or NPI agrees',
    ],
    [
      { listState: 'PA', licenseNumbers: ['RN123456L'], name: nameOf('Rivera, A') },
      'possible',
      'number and last name agree; first name is an initial',
    ],
    [
      { listState: 'PA', licenseNumbers: ['MD123456L'] },
      'possible',
      'last name and first name agree; no number or NPI agrees',
    ],
    [
      { listState: 'NJ', licenseNumbers: ['RN123456L'] },
      'possible',
      'last name and first name agree; no number or NPI agrees',
    ],

    [{ npis: [otherNpi], listState: 'PA', licenseNumbers: ['RN123456L'] }, 'no_match', 'the NPI differs'],
    [
      { listState: 'PA', licenseNumbers: ['RN123456L'], name: nameOf('Lopez, Carla') },
      'no_match',
      'the number belongs to someone else',
    ],
    [{ name: nameOf('Rivera, Carla') }, 'no_match', 'the name differs'],
    [{ name: null, organization: 'RIVERA NURSING LLC' }, 'no_match', 'the row names an organization'],
    [{ name: null }, 'insufficient', 'a name is missing'],
  ])('%j: %s, since %s', (row, verdict, basis) => {
    expect(matchExclusion(asked, exclusionRow(row))).toEqual({ verdict, basis })
  })

  test('without a name is insufficient', () => {
    expect(matchExclusion({ ...asked, name: nameOf(''), otherNames: [] }, exclusionRow({ npis: [npi] }))).toEqual({
      verdict: 'insufficient',
      basis: 'a name is missing',
    })
  })
})

describe('whatever is written', () => {
  const pool = [
    '',
    'Rivera',
    'De la Cruz',
    'Smith-Jones',
    'Smith',
    'Anna',
    'Bob',
    'Robert',
    'A',
    'Jr',
    'constructor',
    '李',
    '𠮷',
    '\u0000',
  ]
  const text = fc.oneof(fc.constantFrom(...pool), fc.string({ unit: 'binary' }))
  const name = fc.record({ last: text, first: text, middle: text, suffix: text })
  const number = fc.oneof(
    text,
    fc.constantFrom('RN.1660223', '1660223', 'N1660223', '41.47713', '041477130', '__proto__'),
  )
  const state = fc.constantFrom('IL', 'NJ', 'il', '', 'constructor')
  const someNpi = fc.constantFrom(null, npi, otherNpi, '0000000000', 'x')
  const profession = fc.constantFrom('RN', 'LPN', 'LVN', '', 'toString')
  const side = fc.record({
    name,
    otherNames: fc.array(name, { maxLength: 2 }),
    npi: someNpi,
    number,
    profession,
    state,
  })
  type Side = Person & License
  const rowOf = ({ state, ...row }: Side): Listed<LicenseRow> => licenseRow({ listState: state, ...row })

  test('the verdict on a license does not change when person and row change places, and has a basis', () => {
    fc.assert(
      fc.property(side, side, (one, other) => {
        const found = matchLicense(one, rowOf(other))
        expect(found.verdict).toBe(matchLicense(other, rowOf(one)).verdict)
        expect(found.basis).toMatch(/^[a-zN].*[a-z]$/i)
      }),
      { numRuns: 3000 },
    )
  })

  test('a name alone is never more than possible, and no name is insufficient', () => {
    fc.assert(
      fc.property(side, side, (one, other) => {
        const names = [
          { ...one, npi: null, number: '' },
          { ...other, npi: null },
        ] as const
        expect(matchLicense(names[0], rowOf(names[1])).verdict).not.toBe('match')
        expect(
          matchExclusion({ ...one, npi: null, licenses: [one] }, exclusionRow(nameAndNpi(other))).verdict,
        ).not.toBe('match')
        const nameless = { ...one, name: nameOf(''), otherNames: [] }
        expect(matchLicense(nameless, rowOf(other)).verdict).toBe('insufficient')
        expect(matchExclusion({ ...nameless, licenses: [one] }, exclusionRow(nameAndNpi(other))).verdict).toBe(
          'insufficient',
        )
      }),
      { numRuns: 1000 },
    )
  })

  test('a row agrees with itself wherever it has a name, a state, a profession and a number', () => {
    fc.assert(
      fc.property(side, fc.integer({ min: 1000, max: 99_999_999 }), (one, serial) => {
        const own = { ...one, state: 'IL', profession: 'RN', number: `${serial}` }
        const verdict = matchLicense(own, rowOf(own)).verdict
        expect(['match', 'possible', 'insufficient']).toContain(verdict)
        if (/[a-z]/i.test(own.name.last) && /[a-z]/i.test(own.name.first)) expect(verdict).toBe('match')
      }),
      { numRuns: 1000 },
    )
  })

  test('a key of its own digits is its own key', () => {
    fc.assert(
      fc.property(fc.constantFrom('CO', 'WA', 'KY', 'CA'), fc.integer({ min: 1, max: 9_999_999 }), (state, serial) => {
        expect(licenseNumberKey(state, licenseNumberKey(state, `000${serial}`))).toBe(`${serial}`)
      }),
    )
  })

  test('a text of megabytes is compared as quickly as a short one: only its beginning is read', () => {
    const long = 'a-1 '.repeat(1_000_000)
    const asked = licenseAsked({ number: long, name: { last: long, first: long, middle: long, suffix: long } })
    expect(matchLicense(asked, rowOf(asked)).verdict).toBe('match')
  })

  function nameAndNpi({ name, otherNames, npi }: Side): Parameters<typeof exclusionRow>[0] {
    return { name, otherNames, npis: npi === null ? [] : [npi] }
  }
})
