import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { builtProviders, randomOf } from '../../test/support/registry/built.ts'
import { namesMatch } from '../../test/support/registry/name-oracle.ts'
import { snapshotOf, type TestSnapshot } from '../../test/support/registry/snapshots.ts'
import { credentialLikeness } from '../vocabulary/credentials.ts'
import { openRegistry } from './open-registry.ts'
import type { Registry } from './query.ts'

const names = [
  ['Thomas Smith'],
  ['Thomas Thomas'],
  ['Thomas Thompson', 'Thomas Lee'],
  ['Mary Johnson'],
  ["Sean O'Brien"],
  ['Sean O Brien'],
  ['Sean Obrien'],
  ['Rhonda Mc Donald'],
  ['Rhonda McDonald'],
  ['Donald Mc Donald'],
  ['Donald McDonald'],
  ['Juan De La Cruz'],
  ['Juan DelaCruz'],
  ['Juan Dela Cruz'],
  ['Juan De Lacruz'],
  ['Mary Ann Smith'],
  ['Maryann Smith'],
  ['Mary Ann Maryann'],
  ['U.S. Renal Care Inc'],
  ['US Renal Care Inc'],
  ['University M D Example Center'],
  ['MD Anderson Center'],
  ['Amit S Mithani'],
  ['John P Rice'],
  ['Robert Scott'],
  ['Robert Walton'],
  ['Bob Walton'],
  ['Roberta Walton'],
  ['Thanh Do'],
  ["Lani Ka'ahumanu"],
  ['Lei Kaʻahumanu'],
  ['Zoe Zero\u200bWidth'],
  ['Health Care Plus'],
  ['Healthcare Plus'],
  ["St. Mary's Hospital", "Saint Mary's"],
  ['A A Ann Anna'],
  ['Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch Clinic'],
]

let snapshot: TestSnapshot
let registry: Registry
let npis: number[]

beforeAll(async () => {
  const individuals = builtProviders({ seed: 3, count: 400 }).filter((one) => one.kind === 'individual')
  const built = individuals.slice(0, names.length).map((one, index) => ({
    ...one,
    name: names[index]?.[0] ?? '',
    searchNames: names[index] ?? [],
  }))
  npis = built.map(({ npi }) => npi)
  snapshot = await snapshotOf(built)
  registry = await openRegistry(snapshot.dir)
})
afterAll(async () => {
  registry.close()
  await snapshot.remove()
})

function found(name: string, nicknames = false): (string | undefined)[] {
  const { hits } = registry.find({ resource: 'individuals', name, nicknames, offset: 0, limit: 100 })
  return hits.map(({ npi }) => names[npis.indexOf(npi)]?.[0])
}

const ofName = (...whole: string[]) =>
  names.flatMap(([name]) => (name !== undefined && whole.includes(name) ? [name] : []))

describe('a name', () => {
  test('asked for with two words needs two words', () => {
    expect(found('Thomas Thomas')).toEqual(ofName('Thomas Thomas'))
    expect(found('Tho Thomas')).toEqual(ofName('Thomas Thomas', 'Thomas Thompson'))
    expect(found('a a a a')).toEqual(ofName('A A Ann Anna'))
    expect(found('a a a a a')).toEqual([])
  })

  test('is found joined and parted', () => {
    const brien = ofName("Sean O'Brien", 'Sean O Brien', 'Sean Obrien')
    for (const name of ["O'Brien", 'O Brien', 'obrien', 'OʻBrien Sean', 'o brien sean'])
      expect(found(name), name).toEqual(brien)
    const rhonda = ofName('Rhonda Mc Donald', 'Rhonda McDonald')
    for (const name of ['Rhonda McDonald', 'rhonda mc donald', 'rhonda mcdon'])
      expect(found(name), name).toEqual(rhonda)
    const juan = ofName('Juan De La Cruz', 'Juan DelaCruz', 'Juan Dela Cruz', 'Juan De Lacruz')
    for (const name of ['De La Cruz', 'juan de la cruz']) expect(found(name), name).toEqual(juan)
    expect(found('delacruz')).toEqual(juan)
    expect(found('De Lacruz')).toEqual(ofName('Juan De La Cruz', 'Juan DelaCruz', 'Juan De Lacruz'))
    const renal = ofName('U.S. Renal Care Inc', 'US Renal Care Inc')
    for (const name of ['US Renal', 'U.S. RENAL', 'u s renal']) expect(found(name), name).toEqual(renal)
    expect(found('university md example')).toEqual(ofName('University M D Example Center'))
    for (const name of ['healthcare plus', 'health care plus']) {
      expect(found(name), name).toEqual(ofName('Health Care Plus', 'Healthcare Plus'))
    }
  })

  test('does not take a word twice where it is joined', () => {
    expect(found('Donald McDonald')).toEqual(ofName('Donald Mc Donald', 'Donald McDonald'))
    expect(found('Mary Maryann')).toEqual(ofName('Mary Ann Maryann'))
  })

  test('is not found by an initial and what stands beside it', () => {
    for (const name of ['smith', 'price', 'roberts']) {
      expect(found(name)).not.toEqual(expect.arrayContaining(ofName('Amit S Mithani')))
      expect(found(name)).not.toEqual(expect.arrayContaining(ofName('John P Rice')))
      expect(found(name)).not.toEqual(expect.arrayContaining(ofName('Robert Scott')))
    }
  })

  test('is found with titles and credentials typed to it', () => {
    const mary = ofName('Mary Johnson')
    for (const name of [
      'Dr. Mary Johnson',
      'Mary Johnson, M.D.',
      'Mary Johnson RN',
      'Johnson, Mary, MD, PhD',
      'Johnson MD, Mary',
      'Mrs Mary Johnson FNP-BC',
      'Mary Johnson M D',
      'mary johnson do',
      'Doctor Johnson',
    ]) {
      expect(found(name), name).toEqual(mary)
    }
    expect(found('Thanh Do')).toEqual(ofName('Thanh Do'))
    expect(found('MD Anderson')).toEqual(ofName('MD Anderson Center'))
    expect(found('Do')).toEqual(ofName('Rhonda Mc Donald', 'Donald Mc Donald', 'Donald McDonald', 'Thanh Do'))
  })

  test('is found whatever the apostrophe, and whatever nobody sees', () => {
    for (const name of ['kaahumanu', "ka'ahumanu", 'Kaʻahumanu', 'ka’ahumanu', 'Kaʼahumanu', 'kaʿahumanu']) {
      expect(found(name), name).toHaveLength(2)
    }
    for (const name of ['zerowidth', 'zero\u00adwidth', 'ze\u200bro\ufeffwidth']) {
      expect(found(name), name).toEqual(ofName('Zoe Zero\u200bWidth'))
    }
  })

  test('is found by a nickname where that is asked for', () => {
    expect(found('Bob Walton')).toEqual(ofName('Bob Walton'))
    expect(found('Bob Walton', true)).toEqual(ofName('Robert Walton', 'Bob Walton'))
    expect(found('Robert Walton', true)).toEqual(ofName('Robert Walton', 'Bob Walton', 'Roberta Walton'))
    expect(found('Bob Robert Walton', true)).toEqual([])
  })

  test('is found as by trying everything', () => {
    const random = randomOf(5)
    const below = (count: number) => Math.floor(random() * count)
    const words = names.flat().flatMap((name) => name.toLowerCase().match(/[a-z]+/g) ?? [])
    const pool = [
      ...new Set([...words, 'obrien', 'delacruz', 'dela', 'lacruz', 'maryann', 'marys', 'stmary', 'mcd', 'us', 'bri']),
    ]
    const invented = names.map((some) => some.filter((name) => /^[\x20-\x7e]*$/.test(name)))
    let matches = 0
    for (let draw = 0; draw < 4000; draw++) {
      const from = words.slice(below(words.length))
      const drawn = Array.from(
        { length: 1 + below(3) },
        (_, index) => (random() < 0.5 ? from[index] : pool[below(pool.length)]) ?? 'a',
      )
      const asked =
        `x ${drawn.map((word) => word.slice(0, random() < 0.3 ? 1 + below(word.length) : word.length)).join(' ')}`.slice(
          2,
        )
      const expected = names.flatMap(([name], index) => (namesMatch(invented[index] ?? [], asked) ? [name] : []))
      const isTyped =
        /(^| )(dr|md|do|us|m d|d o)( |$)/.test(asked) || credentialLikeness(/\w+$/.exec(asked)?.[0] ?? '') !== 'no'
      if (
        isTyped ||
        names.some((some, index) => some.length !== invented[index]?.length && found(asked).includes(some[0]))
      )
        continue
      expect(found(asked), asked).toEqual(expected)
      matches += expected.length
    }
    expect(matches).toBeGreaterThan(2000)
  })
})

describe('providers suggested while typing', () => {
  const namesOf = (text: string) => {
    const found: { name: string }[] = JSON.parse(registry.named(text, 5).toString('utf8'))
    return found.map(({ name }) => name)
  }

  test('are those whose names begin so, in any order of the words', () => {
    expect(namesOf('walt rob')).toEqual(['Robert Walton', 'Roberta Walton'])
  })

  test.each([
    ['one letter too many', 'Johnnson', 'Mary Johnson'],
    ['one letter left out', 'Jhnson', 'Mary Johnson'],
    ['one letter changed', 'Jxhnson', 'Mary Johnson'],
    ['two letters swapped', 'Jhonson', 'Mary Johnson'],
    ['a wrong letter in the first of two words', 'Robret Scott', 'Robert Scott'],
    ['a wrong first letter', 'Xithani', 'Amit S Mithani'],
  ])('are found with %s', (_, typed, name) => {
    expect(namesOf(typed)).toContain(name)
  })

  test('are none with two wrong letters, or with nothing to look for', () => {
    for (const text of ['Jxhnsxn', '?', 'Xyzzyxyz']) expect(namesOf(text)).toEqual([])
  })

  test('G9: are found with a word of any length, of which one letter is corrected up to 40', () => {
    const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogo'
    expect(namesOf(`${long}ch`)).toHaveLength(1)
    expect(namesOf(`${long}cx`)).toEqual([])
  })

  test('are at most as many as asked for', () => {
    expect(JSON.parse(registry.named('s', 2).toString('utf8'))).toHaveLength(2)
  })
})
