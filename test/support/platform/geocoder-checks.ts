/** What every geocoder promises, whichever it is; the tests of each implementation run this list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlaceQuery } from '#registry/places/offline-geocoder'
import type { Geocoder } from '../../../server/platform/geocoder/geocoder.ts'

/** Declares the checks for a geocoder that `open` opens. It may know street addresses better than the checks ask. */
export function checkGeocoder(name: string, open: () => Geocoder | Promise<Geocoder>): void {
  describe(`${name}, as every geocoder,`, () => {
    let geocoder: Geocoder
    beforeAll(async () => {
      geocoder = await open()
    })
    afterAll(() => geocoder.close())

    it.each(zipQueries)('places %j by its ZIP code', async (query, zipPlace) => {
      expect(await geocoder.locate(query)).toMatchObject({ kind: 'found', precision: 'zip', ...zipPlace })
    })

    it.each(cityQueries)('places %j by its city', async (query, city, state) => {
      expect(await geocoder.locate(query)).toMatchObject({ kind: 'found', precision: 'city', city, state })
    })

    it.each(stateQueries)('places %j by its state', async (query, state) => {
      expect(await geocoder.locate(query)).toMatchObject({ kind: 'found', precision: 'state', state })
    })

    it.each(unplaced)('does not place %j, and says why', async (query, reason) => {
      const answer = await geocoder.locate(query)
      expect(answer).toEqual({
        kind: 'notFound',
        query: expect.any(String),
        reason: expect.stringMatching(reason),
      })
    })

    it.each(contradictions)('says of %j which parameter lies elsewhere', async (query, contradiction) => {
      expect(await geocoder.locate(query)).toEqual({ kind: 'contradicts', ...contradiction })
    })

    it.each(abroad)('does not look for %j in the United States, and says so', async (query, name, states) => {
      const rule = `Only places in the United States can be searched, none in ${name}.`
      const hint = states === '' ? '' : ` For a city of that name add its state (${states}).`
      expect(await geocoder.locate(query)).toMatchObject({ kind: 'notFound', reason: `${rule}${hint}` })
    })

    it.each(completedLines)('shows the state it took a city to be in: %j is %s', async (query, line) => {
      expect(await geocoder.locate(query)).toMatchObject({ kind: 'found', query: line })
    })

    it('puts the parts together in one line, each once', async () => {
      expect(await geocoder.locate({ city: 'Boston', state: 'MA', postalCode: '02108' })).toMatchObject({
        query: 'Boston, MA 02108',
      })
      expect(await geocoder.locate({ address: 'Boston, MA 02108', state: 'MA', postalCode: '02108' })).toMatchObject({
        query: 'Boston, MA 02108',
      })
    })
  })
}

const newYork = { city: 'New York', state: 'NY', latitude: 40.7484, longitude: -73.9967 }

const zipQueries: [PlaceQuery, object][] = [
  [{ postalCode: '10001' }, newYork],
  [{ address: '10001' }, newYork],
  [{ address: '10001-1234' }, newYork],
  [{ address: 'New York New York 10001 USA' }, newYork],
  [{ address: 'New York, NY 10001, United States' }, newYork],
  [{ postalCode: '10001', city: 'Manhattan', state: 'NY' }, newYork],
  [{ postalCode: '10001', city: 'Nowhereville' }, newYork],
  [{ address: 'Nowhereville', postalCode: '10001' }, newYork],
  [{ address: 'Austin TX 78701' }, { city: 'Austin', state: 'TX' }],
  [{ address: 'Boston 31626' }, { city: 'Boston', state: 'GA' }],
  [
    { address: 'Boston', postalCode: '02108' },
    { city: 'Boston', state: 'MA' },
  ],
  [{ address: 'Washington 20001' }, { city: 'Washington', state: 'DC' }],
  [{ address: 'Washington 98101' }, { city: 'Seattle', state: 'WA' }],
  [{ address: 'Mexico 65265' }, { city: 'Mexico', state: 'MO' }],
]

const cityQueries: [PlaceQuery, string, string][] = [
  [{ city: 'boston', state: 'MA' }, 'Boston', 'MA'],
  [{ address: 'Boston, MA' }, 'Boston', 'MA'],
  [{ address: 'boston ma' }, 'Boston', 'MA'],
  [{ address: 'Boston, Massachusetts' }, 'Boston', 'MA'],
  [{ address: 'Washington St, Boston, MA' }, 'Boston', 'MA'],
  [{ address: 'Kansas Ave, Kansas City, MO' }, 'Kansas City', 'MO'],
  [{ address: 'New York, New York' }, 'New York', 'NY'],
  [{ address: 'Fifth Avenue New York' }, 'New York', 'NY'],
  [{ address: 'NYC' }, 'New York', 'NY'],
  [{ address: 'Washington, D.C.' }, 'Washington', 'DC'],
  [{ address: 'Chicago' }, 'Chicago', 'IL'],
  [{ address: 'Chicago, USA' }, 'Chicago', 'IL'],
  [{ address: 'Truth or Consequences NM' }, 'Truth Or Consequences', 'NM'],
  [{ address: 'Port Washington, NY' }, 'Port Washington', 'NY'],
  [{ address: 'Coeur d’Alene, ID' }, 'Coeur D Alene', 'ID'],
  [{ address: 'Mayagüez, Puerto Rico' }, 'Mayaguez', 'PR'],
  [{ address: 'Boston', state: 'MA' }, 'Boston', 'MA'],
  [{ address: 'Oregon', state: 'WI' }, 'Oregon', 'WI'],
  [{ address: 'Boston, MA 99999' }, 'Boston', 'MA'],
  [{ postalCode: '99999', city: 'Boston', state: 'MA' }, 'Boston', 'MA'],
  [{ address: 'Boston' }, 'Boston', 'MA'],
  [{ address: 'Boston, USA' }, 'Boston', 'MA'],
  [{ address: 'houston' }, 'Houston', 'TX'],
  [{ address: 'St. Louis' }, 'Saint Louis', 'MO'],
  [{ address: '1 Main St, Denver' }, 'Denver', 'CO'],
  [{ address: 'New York' }, 'New York', 'NY'],
  [{ address: 'New York, USA' }, 'New York', 'NY'],
  [{ address: 'New York', state: 'NY' }, 'New York', 'NY'],
  [{ address: 'New York', city: 'Buffalo' }, 'Buffalo', 'NY'],
  [{ address: 'Albany, New York State' }, 'Albany', 'NY'],
  [{ address: 'Washington' }, 'Washington', 'DC'],
  [{ address: '1600 Pennsylvania Ave NW, Washington' }, 'Washington', 'DC'],
  [{ address: '1600 Pennsylvania Ave NW Washington' }, 'Washington', 'DC'],
  [{ address: '1100 New York Ave NW, Suite 500, Washington' }, 'Washington', 'DC'],
  [{ address: 'Washington', city: 'Seattle' }, 'Seattle', 'WA'],
  [{ address: 'Washington', state: 'PA' }, 'Washington', 'PA'],
  [{ address: 'Canada, KY' }, 'Canada', 'KY'],
  [{ address: 'Canada', state: 'KY' }, 'Canada', 'KY'],
  [{ address: 'Lebanon, PA' }, 'Lebanon', 'PA'],
  [{ address: 'Mexico, MO, USA' }, 'Mexico', 'MO'],
  [{ address: 'Peru Illinois' }, 'Peru', 'IL'],
  [{ address: '8900 Van Wyck Expy, Jamaica, NY' }, 'Jamaica', 'NY'],
  [{ address: 'Ontario, CA' }, 'Ontario', 'CA'],
  [{ address: '5 Main St, New Brunswick' }, 'New Brunswick', 'NJ'],
  [{ address: 'New Brunswick' }, 'New Brunswick', 'NJ'],
]

const stateQueries: [PlaceQuery, string][] = [
  [{ state: 'TX' }, 'TX'],
  [{ address: 'Texas' }, 'TX'],
  [{ address: 'texas, usa' }, 'TX'],
  [{ address: 'West Virginia' }, 'WV'],
  [{ address: 'New York State' }, 'NY'],
  [{ address: 'the state of New York' }, 'NY'],
  [{ address: 'NY' }, 'NY'],
  [{ state: 'NY' }, 'NY'],
  [{ address: 'Washington State' }, 'WA'],
  [{ address: 'State of Washington, USA' }, 'WA'],
  [{ address: 'Washington', state: 'WA' }, 'WA'],
  [{ address: 'Oregon' }, 'OR'],
  [{ address: 'LA' }, 'LA'],
  [{ address: 'TX', state: 'TX' }, 'TX'],
  [{ address: 'Puerto Rico' }, 'PR'],
  [{ address: 'Georgia' }, 'GA'],
  [{ address: 'New Mexico' }, 'NM'],
  [{ address: 'Micronesia' }, 'FM'],
  [{ address: 'U.S. Virgin Islands' }, 'VI'],
]

const unplaced: [PlaceQuery, RegExp][] = [
  [{ address: 'Nowhereville, NY' }, /^We know the state NY, but no such city or ZIP code in it\.$/],
  [{ address: 'Main St', state: 'NY' }, /^We know the state NY, but no such city/],
  [{ city: 'Atlantis', state: 'NY' }, /^We know the state NY, but no such city/],
  [{ address: 'Springfield' }, /^Cities named Springfield are in AR, .*WV; add the state, as in "Springfield, AR"\.$/],
  [
    { address: '1 Main St, Portland' },
    /^Cities named Portland are in AR, .*ME, .*OR, .*TX, WI; add the state, as in "Portland, AR"\.$/,
  ],
  [{ address: 'Boston', state: 'CA' }, /^We know the state CA, but no such city/],
  [{ address: 'Boston 99999' }, /^ZIP code 99999 isn’t in use/],
  [{ address: 'Seatle, Washington' }, /^We know the state WA, but no such city/],
  [{ address: '123 Main St Seatle, Washington' }, /^We know the state WA, but no such city/],
  [{ address: '123 Main St, Seatle, Washington' }, /^We know the state WA, but no such city/],
  [{ address: 'Portlnd, Maine' }, /^We know the state ME, but no such city/],
  [{ address: 'Tbilisi, Georgia' }, /^We know the state GA, but no such city/],
  [{ address: 'Atlantica' }, /^It has no ZIP code, city or state that we know/],
  [{ address: 'Toronto, Ontario M5V 2T6' }, /^It has no ZIP code/],
  [{ address: 'Suite 10118' }, /^It has no ZIP code/],
  [{ address: 'USA' }, /^It has no ZIP code/],
  [{ address: '日本' }, /^It has no ZIP code/],
  [{ address: ', , ,' }, /^It has no ZIP code/],
  [{ postalCode: '99999' }, /^ZIP code 99999 isn’t in use/],
  [{ postalCode: '99999', state: 'NY' }, /^ZIP code 99999/],
  [{ postalCode: '09012' }, /^ZIP code 09012 .* military .* give AA, AE or AP as the state\.$/],
  [{ address: 'PSC 1, APO, AE 09012' }, /^The military state AE has no place on the map and no cities/],

  [{ address: 'Boston, MA 10001' }, /^ZIP code 10001 is in NY, not in MA\.$/],
  [{ address: 'Boston, MA 02108', postalCode: '02109' }, /^It has two ZIP codes, 02108 and 02109/],
]

/** The query, the name that lies abroad, and the states here that have a city of it, where that may be meant. */
const abroad: [PlaceQuery, string, string][] = [
  [{ address: 'Ontario, Canada' }, 'Canada', ''],
  [{ address: 'Ontario Canada' }, 'Canada', ''],
  [{ address: 'Toronto, ON, Canada' }, 'Canada', ''],
  [{ address: 'Toronto, Canada', state: 'NY' }, 'Canada', ''],
  [{ address: 'Toronto, ON' }, 'ON', ''],
  [{ address: 'Toronto, Ontario' }, 'Ontario', ''],
  [{ address: 'Montréal, Québec' }, 'Québec', ''],
  [{ address: 'Fredericton, New Brunswick' }, 'New Brunswick', ''],
  [{ address: 'Tijuana, B.C., Mexico' }, 'Mexico', ''],
  [{ address: 'Mexico City, Mexico 06600' }, 'Mexico', ''],
  [{ address: '10115 Berlin, Germany' }, 'Germany', ''],
  [{ address: 'Berlin, Germany 10115' }, 'Germany', ''],
  [{ address: '10 Downing Street, London, UK' }, 'UK', ''],
  [{ address: 'San Jose, Costa Rica' }, 'Costa Rica', ''],
  [{ address: 'Amsterdam, the Netherlands' }, 'the Netherlands', ''],
  [{ address: 'Yangon, Myanmar' }, 'Myanmar', ''],
  [{ address: 'Port of Spain, Trinidad and Tobago' }, 'Trinidad and Tobago', ''],
  [{ address: 'british virgin islands' }, 'british virgin islands', ''],
  [{ address: 'Canada' }, 'Canada', 'KY'],
  [{ address: 'Jamaica' }, 'Jamaica', 'IA, NY, VA, VT'],
  [{ address: '100 Lake St, Jordan' }, 'Jordan', 'MN, MT, NY'],
]

const completedLines: [PlaceQuery, string][] = [
  [{ address: 'Boston' }, 'Boston, MA'],
  [{ address: ' boston , usa' }, 'boston, MA'],
  [{ address: 'Chicago' }, 'Chicago, IL'],
  [{ address: 'New York' }, 'New York, NY'],
  [{ address: '1600 Pennsylvania Ave NW, Washington' }, '1600 Pennsylvania Ave NW, Washington, DC'],
  [{ address: 'Boston', state: 'MA' }, 'Boston, MA'],
  [{ address: 'Boston', postalCode: '02108' }, 'Boston, MA 02108'],
  [{ address: 'New York, New York', state: 'NY' }, 'New York, New York'],
  [{ address: 'Washington State' }, 'Washington State'],
]

const contradictions: [PlaceQuery, object][] = [
  [
    { postalCode: '10001', state: 'CA' },
    { parameter: 'state', expected: 'NY', got: 'CA' },
  ],
  [
    { address: '10001', state: 'CA' },
    { parameter: 'state', expected: 'NY', got: 'CA' },
  ],
  [
    { address: '5 Washington St, Boston, MA', state: 'CA' },
    { parameter: 'state', expected: 'MA', got: 'CA' },
  ],
  [
    { postalCode: '10001', city: 'Buffalo' },
    { parameter: 'city', expected: 'New York', got: 'Buffalo' },
  ],
  [
    { address: 'Boston, MA', city: 'Pittsfield' },
    { parameter: 'city', expected: 'Boston', got: 'Pittsfield' },
  ],
]
