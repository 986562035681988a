import { describe, expect, test } from 'vitest'
import { stateCodes } from '#contract/state-codes'
import { countyAt, zipAt } from './areas.ts'
import { zipRows } from './tables.ts'

describe('the ZIP code of a position', () => {
  test('is that whose point it is, and of several the first that covers an area', () => {
    const wrong = [...zipRows()].filter(([, { place }]) => {
      const found = zipAt(place)
      return found?.latitude !== place.latitude || found.longitude !== place.longitude
    })
    expect(wrong).toEqual([])
    expect(zipAt({ latitude: 40.7484, longitude: -73.9967 })).toMatchObject({ zip: '10001', city: 'New York' })
  })

  test('is the nearest where none has this point, and none in the ocean', () => {
    expect(zipAt({ latitude: 40.7483, longitude: -73.9966 })?.zip).toBe('10001')
    expect(zipAt({ latitude: 35, longitude: -50 })).toBeUndefined()
  })
})

describe('the county of a position', () => {
  test.each([
    ['Manhattan', 40.7484, -73.9967, 'NY', '36061', 'New York'],
    ['Los Angeles', 34.0522, -118.2437, 'CA', '06037', 'Los Angeles'],
    ['Boston', 42.3601, -71.0589, 'MA', '25025', 'Suffolk'],
    ['San Juan', 18.4655, -66.1057, 'PR', '72127', 'San Juan'],
    ['Adak, beyond the antimeridian', 51.88, 179.62, 'AK', '02016', 'Aleutians West'],
  ])('is right for %s', (_, latitude, longitude, state, code, name) => {
    expect(countyAt({ latitude, longitude }, state)).toMatchObject({ code, name })
  })

  test('is one of its state, also a little off the coast, and unknown where no county is drawn', () => {
    expect(countyAt({ latitude: 40.55, longitude: -73.9 }, 'NY')?.code.slice(0, 2)).toBe('36')
    expect(countyAt({ latitude: 7.3, longitude: 134.5 }, 'PW')).toBeUndefined()
  })

  test('is known in every state, the District of Columbia and Puerto Rico', () => {
    const places = new Map([...zipRows().values()].map(({ place }) => [place.state, place]))
    const without = stateCodes.filter((state) => {
      const place = places.get(state)
      return place !== undefined && countyAt(place, state) === undefined
    })
    expect(without.filter((state) => !['FM', 'MH', 'PW'].includes(state))).toEqual([])
  })
})
