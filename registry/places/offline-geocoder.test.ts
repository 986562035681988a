/** Places as people write them, by the lists alone: no registry is open. */
import { describe, expect, it } from 'vitest'
import { milesBetween, stateNames } from '#registry/places/geography'
import { locateZip } from '#registry/places/places'
import { openGeocoder } from '../../server/platform/geocoder/geocoder.ts'
import { endsStreet, isWholeStreet } from './address-parser.ts'

const geocoder = openGeocoder({ kind: 'offline' })
const locate = (address: string) => geocoder.locate({ address })

/** The capital or another city of every state and territory, with a ZIP code of its own. */
const cityOf: Record<string, [string, string]> = {
  ...{ AL: ['Montgomery', '36104'], AK: ['Juneau', '99801'], AZ: ['Phoenix', '85007'], AR: ['Little Rock', '72201'] },
  ...{ CA: ['Sacramento', '95814'], CO: ['Denver', '80202'], CT: ['Hartford', '06103'], DE: ['Dover', '19901'] },
  ...{ DC: ['Washington', '20001'], FL: ['Tampa', '33605'], GA: ['Atlanta', '30303'], HI: ['Honolulu', '96813'] },
  ...{
    ID: ['Boise', '83702'],
    IL: ['Springfield', '62701'],
    IN: ['Indianapolis', '46204'],
    IA: ['Des Moines', '50309'],
  },
  ...{ KS: ['Topeka', '66603'], KY: ['Frankfort', '40601'], LA: ['Baton Rouge', '70802'], ME: ['Augusta', '04330'] },
  ...{ MD: ['Annapolis', '21401'], MA: ['Boston', '02108'], MI: ['Lansing', '48933'], MN: ['Saint Paul', '55102'] },
  ...{ MS: ['Jackson', '39201'], MO: ['Jefferson City', '65101'], MT: ['Helena', '59601'], NE: ['Lincoln', '68508'] },
  ...{ NV: ['Carson City', '89701'], NH: ['Concord', '03301'], NJ: ['Trenton', '08608'], NM: ['Santa Fe', '87501'] },
  ...{ NY: ['Albany', '12207'], NC: ['Raleigh', '27601'], ND: ['Bismarck', '58501'], OH: ['Columbus', '43215'] },
  ...{
    OK: ['Oklahoma City', '73102'],
    OR: ['Salem', '97301'],
    PA: ['Harrisburg', '17101'],
    RI: ['Providence', '02903'],
  },
  ...{ SC: ['Columbia', '29201'], SD: ['Pierre', '57501'], TN: ['Nashville', '37201'], TX: ['Austin', '78701'] },
  ...{
    UT: ['Salt Lake City', '84101'],
    VT: ['Montpelier', '05602'],
    VA: ['Richmond', '23219'],
    WA: ['Olympia', '98501'],
  },
  ...{ WV: ['Charleston', '25301'], WI: ['Madison', '53703'], WY: ['Cheyenne', '82001'], PR: ['San Juan', '00901'] },
  ...{
    VI: ['Charlotte Amalie', '00802'],
    GU: ['Hagatna', '96910'],
    AS: ['Pago Pago', '96799'],
    MP: ['Saipan', '96950'],
  },
  ...{ FM: ['Pohnpei', '96941'], MH: ['Majuro', '96960'], PW: ['Koror', '96940'] },
}

/** Streets that end in every kind of word the street parser knows. */
const streets = [
  ...['1 Elm St', '1 Elm Ct', '12 Elm Ct.', '1 Elm NE', '1 Elm St NE', '12 NE Elm Ave', '1 Elm Pl', '1 Elm Ave'],
  ...['1 Elm St Fl 3', '1 Elm St, Fl 3', '1 Elm St, 3rd Floor', '1 Elm St Suite B', '1 Elm St # 4', 'PO Box 12'],
  ...['1 State Hwy 7', '1 Elm Rd', '1 Highway 61', 'RR 2 Box 9', '1 Elm St, Bldg 4, Rm 12', 'Elm Ct', 'Broadway'],
]

describe.each([...stateNames])('%s (%s)', (code, name) => {
  const [city, zip] = cityOf[code] ?? ['', '']

  it('is understood in every position, by its code and its name, beside a ZIP code', async () => {
    const zipPlace = locateZip(zip)
    expect(zipPlace?.state).toBe(code)
    for (const state of [code, code.toLowerCase(), name]) {
      const texts = [
        ...[`${city}, ${state} ${zip}`, `${city} ${state} ${zip}-1234`, `${city}, ${state}, ${zip}`, `${state} ${zip}`],
        ...[
          `${state}, ${zip}`,
          `${zip} ${state}`,
          `${zip}, ${state}`,
          `${city} ${zip} ${state}`,
          `${zip} ${city}, ${state}`,
        ],
        ...[
          // The city of the District of Columbia has the name of a state, and stands behind none.
          ...(code === 'DC' ? [] : [`${state} ${zip} ${city}`, `${state} ${city} ${zip}`, `${state}, ${city}, ${zip}`]),
          `${city}, ${state} ${zip}, USA`,
          `${city}, ${state} ${zip} US`,
        ],
        ...streets.flatMap((street) => [`${street}, ${city}, ${state} ${zip}`, `${street} ${city} ${state} ${zip}`]),
      ]
      for (const text of texts) {
        expect(await locate(text), text).toMatchObject({
          kind: 'found',
          precision: 'zip',
          state: code,
          latitude: zipPlace?.latitude,
        })
      }
    }
  })

  it('is understood in every position, by its code and its name, beside a city', async () => {
    const place = await geocoder.locate({ city, state: code })
    expect(place).toMatchObject({ kind: 'found', precision: 'city', state: code })
    const point = { latitude: expect.any(Number), ...(place.kind === 'found' && { latitude: place.latitude }) }
    for (const state of [code, code.toLowerCase(), name]) {
      const texts = [
        ...[
          `${city}, ${state}`,
          `${city} ${state}`,
          `${state}, ${city}`,
          `${state} ${city}`,
          `${city}, ${state}, USA`,
          `${city}, ${state} US`,
        ],
        ...streets.flatMap((street) => [`${street}, ${city}, ${state}`, `${street} ${city} ${state}`]),
      ]
      for (const text of texts) {
        expect(await locate(text), text).toMatchObject({ kind: 'found', precision: 'city', state: code, ...point })
      }
    }
  })
})

describe('a city', () => {
  it.each([
    ['Lakewood CO', 39.7, -105.1],
    ['Bloomington, MN', 44.8, -93.3],
    ['The Woodlands, TX', 30.2, -95.5],
    ['Parma, OH', 41.4, -81.7],
    ['Davie FL', 26.1, -80.2],
    ['Fort Gordon, GA', 33.4, -82.1],
    ['Ft. Eisenhower, GA', 33.4, -82.1],
    ['New Franklin, OH', 40.9, -81.5],
    ['North Huntingdon, PA', 40.3, -79.7],
    ['N Huntingdon PA', 40.3, -79.7],
    ['Spokane Valley, WA', 47.7, -117.2],
    ['12 Elm St Spokane Valley, WA', 47.7, -117.2],
    ['NY, NY', 40.8, -74],
    ['Devil’s Lake, ND', 48.1, -98.9],
    ['Charlotte Amalie, VI', 18.3, -64.9],
    ['Hato Rey PR', 18.4, -66.1],
    ['Utqiagvik, AK', 71.2, -156.8],
    ['Utqiaġvik, AK', 71.2, -156.8],
    ['Barrow, AK', 71.2, -156.8],
    ['Fort Bragg, NC', 35.1, -78.8],
    ['Fort Liberty, NC', 35.1, -78.8],
    ['Fort Hood, TX', 31.1, -97.8],
    ['Fort Cavazos, TX', 31.1, -97.8],
    ['Fort Moore, GA', 32.4, -84.9],
    ['Scott AFB, IL', 38.5, -89.9],
    ['Scott Air Force Base, IL', 38.5, -89.9],
    ['Wright-Patterson AFB, OH', 39.8, -84.1],
    ['JBSA Ft Sam Houston, TX', 29.5, -98.4],
    ['Joint Base San Antonio Fort Sam Houston, TX', 29.5, -98.4],
    ['Mt. Vernon, NY', 40.9, -73.8],
    ['Mount Vernon NY', 40.9, -73.8],
    ['St. Paul, MN', 45, -93.1],
    ['Saint Paul MN', 45, -93.1],
    ['N.W. Ithaca, NY', 42.5, -76.6],
    ['E. St. Louis, IL', 38.6, -90.1],
  ])('%s is understood, and where it is', async (text, latitude, longitude) => {
    const answer = await locate(text)
    expect(answer).toMatchObject({ kind: 'found', precision: 'city' })
    if (answer.kind === 'found') expect(milesBetween(answer, { latitude, longitude })).toBeLessThan(8)
  })

  it.each([..."'`´ʹʻʼʽˈ‘’‛′＇ꞌ"])('is the same with the apostrophe %s and without one', async (apostrophe) => {
    const bare = await geocoder.locate({ city: 'Devils Lake', state: 'ND' })
    expect(await geocoder.locate({ city: `Devil${apostrophe}s Lake`, state: 'ND' })).toMatchObject({
      ...bare,
      query: expect.any(String),
    })
    expect(await geocoder.locate({ city: `O${apostrophe}Fallon`, state: 'MO' })).toMatchObject({
      kind: 'found',
      state: 'MO',
    })
  })

  it.each([
    ['New Quux Franklin, OH', 'New Quux'],
    ['Upper Quux Boston, MA', 'Upper Quux'],
    ['123 Main St New Quux Franklin, OH', '123 Main St New Quux'],
    ['Nowhereville, Boston, MA', 'Nowhereville'],
    ['Nowhereville, Boston', 'Nowhereville'],
    ['Mayo Clinic, Rochester, MN', 'Mayo Clinic'],
  ])('%s is refused by the words beside it that are not understood', async (text, words) => {
    expect(await locate(text)).toMatchObject({
      kind: 'notFound',
      reason: expect.stringContaining(`but not "${words}" beside it; leave it out, or add a ZIP code.`),
    })
  })

  it('without its state is one with a post office: other towns of one name may be anywhere', async () => {
    expect(await locate('1 Main St, Schaumburg')).toMatchObject({ kind: 'found', state: 'IL' })
    expect(await locate('350 5th Ave, Midtown')).toMatchObject({
      kind: 'notFound',
      reason: 'A city named Midtown is in TN, and there may be others; add the state, as in "Midtown, TN".',
    })
  })

  it('beside an address of words that are no street is refused by them, too', async () => {
    expect(await geocoder.locate({ address: 'Nowhereville', city: 'Boston', state: 'MA' })).toMatchObject({
      kind: 'notFound',
      reason: 'We know Boston, MA, but not "Nowhereville" beside it; leave it out, or add a ZIP code.',
    })
    expect(await geocoder.locate({ address: '5 Elm St', city: 'Boston', state: 'MA' })).toMatchObject({ kind: 'found' })
  })
})

describe('a ZIP code', () => {
  it.each([
    ['10001 NY', 'NY', '10001'],
    ['02134 Boston', 'MA', '02134'],
    ['02134 Boston, MA', 'MA', '02134'],
    ['10001, New York', 'NY', '10001'],
    ['New York 10001 NY', 'NY', '10001'],
    ['10118 Main St, Boston, MA 02134', 'MA', '02134'],
  ])('wins: %s', async (text, state, zip) => {
    const { latitude } = locateZip(zip) ?? {}
    expect(await locate(text)).toMatchObject({ kind: 'found', precision: 'zip', state, latitude })
  })

  it.each(['10118 Main St', '10118 Washington', 'Chicago 10001', '10001, Chicago'])(
    'is not guessed from %s',
    async (text) => {
      expect(await locate(text)).toMatchObject({ kind: 'notFound' })
    },
  )

  it.each([
    ['90095', 34.07, -118.44, 12],
    ['44195', 41.5, -81.62, 8],
    ['20889', 39, -77.09, 3],
    ['14642', 43.12, -77.63, 3],
    ['99505', 61.26, -149.67, 5],
    ['99506', 61.25, -149.8, 5],
    ['80840', 38.99, -104.86, 5],
    ['78234', 29.46, -98.44, 3],
  ])('of one hospital or base, %s, is near it', (zip, latitude, longitude, milesMax) => {
    const place = locateZip(zip)
    if (place === undefined) throw new Error(`expected ${zip} to have a place`)
    expect(milesBetween(place, { latitude, longitude })).toBeLessThan(milesMax)
  })
})

describe('a street', () => {
  it.each(streets)('%s ends as one', (street) => expect(endsStreet(street)).toBe(true))
  it.each(['New', 'North', 'Upper Saddle', '123 Main St New', 'Unit New', 'Fort', 'St'])('%s does not', (words) => {
    expect(endsStreet(words)).toBe(false)
    expect(isWholeStreet(words)).toBe(false)
  })
})
