/**
 * Pairs of a person and a row, of which it is known whether they are one person. All people are invented: names are
 * drawn from the lists below, numbers are drawn and written in the shapes that boards publish.
 *
 * True pairs: a person, and the person's row as another list writes it. One or two of the ways in `rewritings` change
 * the name, and the number takes any of its shapes. Names that a way does not change are drawn again, so that they
 * do not count as found.
 *
 * Different people: built so that all agrees but one thing that tells them apart, as each test's name says.
 */
import { describe, expect, test } from 'vitest'
import { withCheckDigit } from '#registry/npi'
import { type Random, seededRandom } from '../../../test/support/seeded-random.ts'
import { exclusionRow, licenseRow, nameOf } from '../../../test/support/sources/match-rows.ts'
import type { PersonName } from '../source-list.ts'
import { type License, type Match, matchExclusion, matchLicense, type Person } from './match.ts'

const lasts =
  "Smith|Garcia|Nguyen|O'Brien|De la Cruz|Van Soest|Smith-Jones|Muñoz|McDonald|Lee|Okafor|García López|St. John|" +
  "D'Angelo|von Braun|Papadimitriou-Konstantinidis|El-Menshawi|Johnson|Patel|Vandersloot-Featherstone|Kim|Le|Brown"
const firsts =
  'Robert|Katherine|Elizabeth|William|Margaret|Christopher|Michael|Jennifer|Susan|Thomas|José|Mary Ann|Patricia|' +
  'Alexander|Deborah|Samuel|Theresa|Wilhelmina-Josephine|Nicholas|Charles'
const middles = ['', '', 'A', 'Lynn', 'Theodore', 'Marie', 'J.']

/** Neither one is a nickname of the other, though they begin alike. */
const twins: [string, string][] = [
  ['Daniel', 'David'],
  ['Marta', 'Marina'],
  ['Jasmine', 'Joyce'],
  ['Carlos', 'Camilo'],
  ['Tamara', 'Tiffany'],
  ['Ronald', 'Raymond'],
]

interface Shape {
  state: string
  profession: string
  digits: number
  /** As the board publishes it, then as other lists and people do. */
  writings: ((digits: string) => string)[]
}

const bare = (digits: string) => digits
const withoutZeros = (digits: string) => `${Number(digits)}`
const shape = (state: string, profession: string, digits: number, ...writings: Shape['writings']): Shape => {
  return { state, profession, digits, writings: [...writings, bare, withoutZeros] }
}

const shapes = [
  shape(
    'IL',
    'RN',
    6,
    (n) => `041.${n}`,
    (n) => `${Number(`41.${n}`)}`,
    (n) => `041${n}`,
    (n) => `41-${n}`,
  ),
  shape(
    'VT',
    'RN',
    7,
    (n) => `026.${n}`,
    (n) => `${Number(`26.${n}`)}`,
    (n) => `026${n}`,
  ),
  shape(
    'NJ',
    'RN',
    6,
    (n) => `26NO${n}00`,
    (n) => `NO${n}00`,
    (n) => `26NO${n}`,
  ),
  shape(
    'AL',
    'RN',
    6,
    (n) => `1-${n}`,
    (n) => `1${n}`,
  ),
  shape(
    'DC',
    'RN',
    7,
    (n) => `RN${n}`,
    (n) => `RN-${n}`,
  ),
  shape(
    'MT',
    'RN',
    6,
    (n) => `NUR-RN-LIC-${n}`,
    (n) => `RN${n}`,
  ),
  shape(
    'AR',
    'MD',
    4,
    (n) => `E-${n}`,
    (n) => `E${n}`,
  ),
  shape(
    'DE',
    'MD',
    7,
    (n) => `C1-${n}`,
    (n) => `C1${n}`,
  ),
  shape(
    'WA',
    'MD',
    8,
    (n) => `MD.MD.${n}`,
    (n) => `MD${n}`,
  ),
  shape(
    'CA',
    'MD',
    5,
    (n) => `G ${n}`,
    (n) => `G${n}`,
  ),
  shape(
    'PA',
    'MD',
    6,
    (n) => `MD${n}L`,
    (n) => `MD-${n}-L`,
    (n) => `MD${n}`,
  ),
  shape(
    'CO',
    'RN',
    7,
    (n) => `RN.${n}`,
    (n) => `RN-${n}`,
  ),
  shape(
    'TX',
    'MD',
    4,
    (n) => `H${n}`,
    (n) => `H-${n}`,
  ),
  shape('KY', 'RN', 7),
  shape('MI', 'RN', 6, (n) => `4704${n}`),
]

const title = (text: string, random: Random) => text.split('|')[random(text.split('|').length)] ?? ''
const pick = <Item>(items: readonly Item[], random: Random): Item => {
  const item = items[random(items.length)]
  if (item === undefined) throw new RangeError('expected items to pick from; got none')
  return item
}

interface Someone extends Person {
  shape: Shape
  digits: string
}

function someone(random: Random): Someone {
  const kind = pick(shapes, random)
  const suffix = random(12) === 0 ? pick(['Jr.', 'Sr.', 'III'], random) : ''
  return {
    name: { last: title(lasts, random), first: title(firsts, random), middle: pick(middles, random), suffix },
    otherNames: [],
    npi: `${withCheckDigit(200_000_000 + random(90_000_000))}`,
    shape: kind,
    digits: `${1 + random(10 ** kind.digits - 2)}`.padStart(kind.digits, '0'),
  }
}

function licenseOf({ shape: { state, profession, writings }, digits }: Someone, random?: Random): License {
  const write = random === undefined ? writings[0] : pick(writings, random)
  return { state, profession, number: (write ?? bare)(digits) }
}

const shortNames: Readonly<Record<string, string>> = {
  Robert: 'Bob',
  Katherine: 'Kathy',
  Elizabeth: 'Liz',
  William: 'Bill',
  Margaret: 'Peggy',
  Christopher: 'Chris',
  Michael: 'Mike',
  Jennifer: 'Jenny',
  Susan: 'Sue',
  Thomas: 'Tom',
  Patricia: 'Pat',
  Alexander: 'Alex',
  Deborah: 'Debbie',
  Samuel: 'Sam',
  Theresa: 'Terry',
  Nicholas: 'Nick',
  Charles: 'Chuck',
}

type Rewriting = (name: PersonName, random: Random) => PersonName

const rewritings: Readonly<Record<string, Rewriting>> = {
  'as it is': (name) => name,
  'cut at 20 and 15': (name) => ({ ...name, last: name.last.slice(0, 20), first: name.first.slice(0, 15) }),
  'a nickname': (name) => ({ ...name, first: shortNames[name.first] ?? name.first }),
  'a blank for the hyphen': (name) => ({ ...name, last: name.last.replace('-', ' ') }),
  // El-Menshawi is no double name: no list writes El alone.
  'half of a double name': (name, random) => ({ ...name, last: name.last.split(/(?<!^El)-/)[random(2)] ?? name.last }),
  transposed: (name) => ({ ...name, last: name.first, first: name.last }),
  'without particles': (name) => ({ ...name, last: name.last.replace(/^(De la |Van |von |El-)/, '') }),
  'particles joined': (name) => ({ ...name, last: name.last.replace(/[ ']/g, '') }),
  'without accents': (name) => ({ ...name, last: name.last.normalize('NFD').replace(/\p{M}/gu, '') }),
  'in capitals': (name) => ({ ...name, last: name.last.toUpperCase(), first: name.first.toUpperCase() }),
  'an initial': (name) => ({ ...name, first: name.first.slice(0, 1) }),
  'no middle name': (name) => ({ ...name, middle: '' }),
  'suffix behind the middle name': ({ suffix, ...name }) => ({
    ...name,
    middle: `${name.middle} ${suffix}`,
    suffix: '',
  }),
  'suffix behind the last name': ({ suffix, ...name }) => ({ ...name, last: `${name.last} ${suffix}`, suffix: '' }),
  'middle name behind the first': ({ middle, ...name }) => ({ ...name, first: `${name.first} ${middle}`, middle: '' }),
}

const seeds = [1, 20, 300]
const each = 200

/** Every verdict, with how often it was given. */
function counted(pairOf: (random: Random) => Match): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const seed of seeds) {
    const random = seededRandom(seed)
    for (let pair = 0; pair < each; pair++) {
      const { verdict } = pairOf(random)
      counts[verdict] = (counts[verdict] ?? 0) + 1
    }
  }
  return counts
}

const all = seeds.length * each
const share = (count: number | undefined) => (count ?? 0) / all

describe('one person in two lists is found', () => {
  test.each(Object.keys(rewritings))('by license number, the name written so: %s', (way) => {
    const counts = counted((random) => licensePair(random, rewritings[way] ?? ((name) => name)))
    expect(share(counts.match), JSON.stringify(counts)).toBeGreaterThanOrEqual(0.98)
  })

  test('by license number, with any two of these ways at once', () => {
    const counts = counted((random) => licensePair(random, twice))
    expect(share(counts.match), JSON.stringify(counts)).toBeGreaterThanOrEqual(0.98)
  })

  test('on a list of exclusions, by NPI or by license number', () => {
    const counts = counted((random) => {
      const [person, name] = rewritten(random, twice)
      const byNpi = random(2) === 0
      const row = exclusionRow({
        name,
        listState: person.shape.state,
        npis: byNpi ? [`${person.npi}`] : [],
        licenseNumbers: byNpi ? [] : [licenseOf(person, random).number],
      })
      return matchExclusion({ ...person, licenses: [licenseOf(person)] }, row)
    })
    expect(share((counts.match ?? 0) + (counts.possible ?? 0)), JSON.stringify(counts)).toBeGreaterThanOrEqual(0.98)
  })

  test('as possible on a list of exclusions without any number', () => {
    const counts = counted((random) => {
      const [person, name] = rewritten(random, twice)
      return matchExclusion({ ...person, licenses: [] }, exclusionRow({ name }))
    })
    expect(share(counts.possible), JSON.stringify(counts)).toBeGreaterThanOrEqual(0.98)
    expect(counts.match).toBeUndefined()
  })

  function licensePair(random: Random, rewrite: Rewriting): Match {
    const [person, name] = rewritten(random, rewrite)
    const row = licenseRow({ ...licenseOf(person, random), listState: person.shape.state, name })
    return matchLicense({ ...person, ...licenseOf(person, random) }, row)
  }

  /** Somebody whose name the way changes, so that what it leaves alone does not count as found. */
  function rewritten(random: Random, rewrite: Rewriting): [person: Someone, name: PersonName] {
    const person = someone(random)
    const name = rewrite(person.name, random)
    const isChanged = JSON.stringify(name) !== JSON.stringify(person.name) || rewrite === rewritings['as it is']
    return isChanged ? [person, name] : rewritten(random, rewrite)
  }

  function twice(name: PersonName, random: Random): PersonName {
    const ways = Object.values(rewritings)
    return pick(ways, random)(pick(ways, random)(name, random), random)
  }
})

describe('different people are never a match', () => {
  test('of one name, each with a license of the same state and profession', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const other = { ...person, digits: another(person, random) }
      return licensePair(person, other, random)
    })
    expect(counts).toEqual({ no_match: all })
  })

  test('of one name, with neighbors in number, also where zeros at the end or the beginning tell them apart', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const serial = Number(person.digits)
      const step = pick([1, 9, 10], random)
      const next = serial > step && random(2) === 0 ? serial - step : serial + step
      const digits = `${next}`.padStart(person.shape.digits, '0')
      return licensePair(person, { ...person, digits }, random)
    })
    expect(counts).toEqual({ no_match: all })
  })

  test('of one name and one number in two states, or in two professions', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const { state, profession } = person.shape
      const isOther = (one: Shape) => one.state !== state || one.profession !== profession
      const other = { ...person, shape: pick(shapes.filter(isOther), random) }
      const elsewhere = random(2) === 0 ? other : { ...person, shape: { ...person.shape, profession: 'LPN' } }
      return licensePair(person, elsewhere, random)
    })
    expect(counts).toEqual({ no_match: all })
  })

  test('of one name and one number in two series of a board', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const digits = person.digits.slice(-4)
      const [state, one, other] = pick(
        [
          ['CA', 'G', 'A'],
          ['CA', 'C', 'A'],
          ['TX', 'H', 'J'],
          ['AR', 'E-', 'C-'],
          ['DE', 'C1-000', 'C2-000'],
          ['OH', '34.00', '35.00'],
        ],
        random,
      )
      const asked = { ...person, state: state ?? '', profession: 'MD', number: `${one}${digits}` }
      const row = licenseRow({
        listState: asked.state,
        profession: 'MD',
        number: `${other}${digits}`,
        name: person.name,
      })
      return matchLicense(asked, row)
    })
    expect(counts).toEqual({ no_match: all })
  })

  test('with a neighbor in number and another name', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const digits = `${(Number(person.digits) % (10 ** person.shape.digits - 2)) + 1}`.padStart(
        person.shape.digits,
        '0',
      )
      return licensePair(person, { ...someone(random), shape: person.shape, digits }, random)
    })
    expect(counts).toEqual({ no_match: all })
  })

  test('twins of one town, whose numbers are neighbors or were taken for one another', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const [first, second] = pick(twins, random)
      const one = { ...person, name: { ...person.name, first } }
      const twin = { ...person, name: { ...person.name, first: second }, digits: another(person, random) }
      const isConfused = random(2) === 0
      return licensePair(one, isConfused ? { ...twin, digits: one.digits } : twin, random)
    })
    expect(counts.match).toBeUndefined()
    expect((counts.possible ?? 0) + (counts.no_match ?? 0)).toBe(all)
  })

  test('twins of whom one is on a list of exclusions, without an NPI or with an own one', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const [first, second] = pick(twins, random)
      const { npi } = someone(random)
      const row = exclusionRow({ name: { ...person.name, first: second }, npis: random(2) === 0 ? [] : [`${npi}`] })
      return matchExclusion({ ...person, name: { ...person.name, first }, licenses: [licenseOf(person)] }, row)
    })
    expect(counts).toEqual({ no_match: all })
  })

  test('father and son, where one has the number of the other', () => {
    const counts = counted((random) => {
      const father = someone(random)
      const son = { ...father, name: { ...father.name, suffix: 'Jr.' } }
      return licensePair({ ...father, name: { ...father.name, suffix: 'Sr.' } }, son, random)
    })
    expect(counts).toEqual({ possible: all })
  })

  test('namesakes on a list of exclusions: possible without an NPI, none with another one', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const row = exclusionRow({ name: person.name, state: person.shape.state })
      return matchExclusion({ ...person, licenses: [licenseOf(person)] }, row)
    })
    expect(counts).toEqual({ possible: all })
    const withNpi = counted((random) => {
      const person = someone(random)
      const row = exclusionRow({ name: person.name, npis: [`${someone(random).npi}`] })
      return matchExclusion({ ...person, licenses: [licenseOf(person)] }, row)
    })
    expect(withNpi).toEqual({ no_match: all })
  })

  test('namesakes on a state list with a license of another number or profession', () => {
    const counts = counted((random) => {
      const person = someone(random)
      const { state } = person.shape
      const number =
        random(2) === 0 ? licenseOf({ ...person, digits: another(person, random) }).number : `LPN${person.digits}`
      const row = exclusionRow({ name: person.name, listState: state, licenseNumbers: [number] })
      return matchExclusion({ ...person, licenses: [licenseOf(person)] }, row)
    })
    expect(counts).toEqual({ possible: all })
  })

  test('where a number was mistyped as that of somebody else', () => {
    const counts = counted((random) => {
      const person = { ...someone(random), name: nameOf('Quill, Ximena') }
      const found = licensePair(
        person,
        { ...someone(random), shape: person.shape, digits: person.digits, npi: null },
        random,
      )
      expect(found.basis).toBe('the number belongs to someone else')
      return found
    })
    expect(counts).toEqual({ no_match: all })
  })

  function another({ digits, shape }: Someone, random: Random): string {
    const space = 10 ** shape.digits - 1
    return `${1 + ((Number(digits) + random(space - 2)) % (space - 1))}`.padStart(shape.digits, '0')
  }

  function licensePair(person: Someone, other: Someone, random: Random): Match {
    const row = licenseRow({ ...licenseOf(other, random), listState: other.shape.state, name: other.name })
    return matchLicense({ ...person, ...licenseOf(person, random) }, row)
  }
})
