import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uuidv7 } from './uuid.ts'

describe('an id of a row', () => {
  it('is a UUID of version 7 that holds its time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), (ms) => {
        const id = uuidv7(ms)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
        expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(ms)
      }),
    )
  })

  it('sorts by its time and is never the same twice', () => {
    expect(uuidv7(1) < uuidv7(2) && uuidv7(2) < uuidv7(2 ** 40)).toBe(true)
    expect(new Set(Array.from({ length: 10_000 }, () => uuidv7(1))).size).toBe(10_000)
  })
})
