import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkGeocoder } from '../../../test/support/platform/geocoder-checks.ts'
import { openGeocoder } from './geocoder.ts'

checkGeocoder('offline:', () => openGeocoder({ kind: 'offline' }))

describe('offline:', () => {
  const geocoder = openGeocoder({ kind: 'offline' })

  it.each([
    ['5 Washington St, Boston, MA', 'city', 'Boston'],
    ['10118 Main St, Austin TX 78701', 'zip', 'Austin'],
    ['10118 Main St, Austin TX', 'city', 'Austin'],
    ['100 Kansas Ave, Kansas City, MO', 'city', 'Kansas City'],
    ['350 5th Ave New York', 'city', 'New York'],
    ['350 5th Ave, Apt 10118, New York, NY', 'city', 'New York'],
    ['1 Main St, Chicago', 'city', 'Chicago'],
  ])('places the street address %s as far as it knows it, by its %s', async (address, precision, city) => {
    expect(await geocoder.locate({ address })).toMatchObject({ kind: 'found', precision, city })
  })

  it.each(['1 Main St, Springfield', '12345 Elm St', '1 Main St, Nowhereville, NY', '5 Oregon', 'PO Box 10118'])(
    'does not take %s for more than it says',
    async (address) => {
      expect(await geocoder.locate({ address })).toMatchObject({ kind: 'notFound', query: address })
    },
  )

  it('answers any words with a place on the map or with a sentence', async () => {
    const word = fc.oneof(
      fc.constantFrom(
        'New',
        'York',
        'NY',
        '10001',
        ',',
        'St',
        'Washington',
        'DC',
        '5',
        'Box',
        'USA',
        'Kansas',
        'City',
        'MO',
        'State',
        'Ave',
        'Canada',
        'Ontario',
        'Boston',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    const address = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(' '))
    await fc.assert(
      fc.asyncProperty(
        address,
        fc.option(fc.constantFrom('NY', 'MO', 'AE'), { nil: undefined }),
        async (text, state) => {
          const answer = await geocoder.locate({ address: text, ...(state !== undefined && { state }) })
          if (answer.kind === 'found') expect(Math.abs(answer.latitude)).toBeLessThan(72)
          if (answer.kind === 'notFound') expect(answer.reason).toMatch(/^[A-Z].*[.]$/s)
          if (answer.kind === 'contradicts') expect(answer).toMatchObject({ parameter: 'state', got: state })
        },
      ),
    )
  })
})
