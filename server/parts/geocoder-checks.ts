/** What every geocoder promises, whichever it is; the tests of each implementation run this list. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Geocoder, PlaceQuery } from './geocoder.ts'

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

    it.each(unplaced)('does not place %j, and says what it understood of it', async (query, understood) => {
      const answer = await geocoder.locate(query)
      expect(answer).toEqual({
        kind: 'notFound',
        query: expect.any(String),
        understood: expect.stringMatching(understood),
      })
    })

    it.each(contradictions)('says of %j which parameter lies elsewhere', async (query, contradiction) => {
      expect(await geocoder.locate(query)).toEqual({ kind: 'contradicts', ...contradiction })
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
]

const stateQueries: [PlaceQuery, string][] = [
  [{ state: 'TX' }, 'TX'],
  [{ address: 'Texas' }, 'TX'],
  [{ address: 'texas, usa' }, 'TX'],
  [{ address: 'West Virginia' }, 'WV'],
  [{ address: 'New York' }, 'NY'],
  [{ address: 'TX', state: 'TX' }, 'TX'],
  [{ address: 'Puerto Rico' }, 'PR'],
]

const unplaced: [PlaceQuery, RegExp][] = [
  [{ address: 'Nowhereville, NY' }, /^Understood the state NY, but no ZIP code and no city of it\.$/],
  [{ address: 'Main St', state: 'NY' }, /^Understood the state NY, but no ZIP code/],
  [{ city: 'Atlantis', state: 'NY' }, /^Understood the state NY, but no ZIP code/],
  [
    { address: 'Springfield' },
    /^Understood the city Springfield, which is in several states \(AR, .*WV\); add its state\.$/,
  ],
  [{ address: 'Atlantis' }, /^Understood no ZIP code, no city and no state/],
  [{ address: 'Toronto, Ontario M5V 2T6' }, /^Understood no ZIP code/],
  [{ address: 'Suite 10118' }, /^Understood no ZIP code/],
  [{ address: 'USA' }, /^Understood no ZIP code/],
  [{ address: '日本' }, /^Understood no ZIP code/],
  [{ address: ', , ,' }, /^Understood no ZIP code/],
  [{ postalCode: '99999' }, /^Understood the ZIP code 99999, which is not in use/],
  [{ postalCode: '99999', state: 'NY' }, /^Understood the ZIP code 99999/],
  [{ address: 'PSC 1, APO, AE 09012' }, /^Understood the ZIP code 09012, .* military/],
  [{ state: 'AE' }, /^Understood the military state AE, which has no place/],
  [{ address: 'Boston, MA 10001' }, /^Understood the state MA and the ZIP code 10001, which is in NY\.$/],
  [{ address: 'Boston, MA 02108', postalCode: '02109' }, /^Understood two ZIP codes, 02108 and 02109/],
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
