import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasValidCheckDigit, withCheckDigit } from './npi.ts'

const nineDigits = fc.integer({ min: 100_000_000, max: 299_999_999 })

describe('the check digit of an NPI', () => {
  it('is right for the number of the standard, as a number and as text', () => {
    expect(hasValidCheckDigit(1234567893)).toBe(true)
    expect(hasValidCheckDigit('1234567893')).toBe(true)
    expect(withCheckDigit(123456789)).toBe(1234567893)
  })

  it('makes a number valid, and each other last digit makes it invalid', () => {
    fc.assert(
      fc.property(nineDigits, (start) => {
        const npi = withCheckDigit(start)
        for (let last = 0; last < 10; last++) {
          expect(hasValidCheckDigit(start * 10 + last)).toBe(start * 10 + last === npi)
        }
      }),
    )
  })

  it('finds every single wrong digit', () => {
    fc.assert(
      fc.property(nineDigits, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 9 }), (start, place, shift) => {
        const digits = String(withCheckDigit(start))
        const wrong = (Number(digits[place]) + shift) % 10
        expect(hasValidCheckDigit(digits.slice(0, place) + wrong + digits.slice(place + 1))).toBe(false)
      }),
    )
  })

  it.each([
    '',
    '123456789',
    '12345678933',
    '3234567893',
    '0123456789',
    '123456789X',
    ' 1234567893',
    '1234567893 ',
    '1.23e9',
  ])('is refused for %j, which is not ten digits that begin with 1 or 2', (text) => {
    expect(hasValidCheckDigit(text)).toBe(false)
  })

  it.each([99_999_999, 300_000_000, 123456789.5, Number.NaN])('cannot be made for %d', (start) => {
    expect(() => withCheckDigit(start)).toThrow(/expected nine digits, the first of them 1 or 2; got/)
  })
})
