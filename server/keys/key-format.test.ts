import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyText, isWellFormed } from './key-format.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const key = fc.constant(undefined).map(createKeyText)
const position = fc.nat({ max: 45 }).map((index) => index + 'pdx_live_'.length)
const character = fc.nat({ max: 61 }).map((index) => alphabet.charAt(index))

describe('an API key', () => {
  it('is pdx_live_ and 46 letters and digits, and well formed', () => {
    fc.assert(
      fc.property(key, (text) => {
        expect(text).toMatch(/^pdx_live_[0-9A-Za-z]{46}$/)
        expect(isWellFormed(text)).toBe(true)
      }),
    )
  })

  it('of test mode is pdx_test_ and the same, and well formed', () => {
    const text = createKeyText('test')
    expect(text).toMatch(/^pdx_test_[0-9A-Za-z]{46}$/)
    expect(isWellFormed(text)).toBe(true)
  })

  it('of an older form, pdx_ and the rest, is well formed too', () => {
    fc.assert(fc.property(key, (text) => isWellFormed(text.replace('live_', ''))))
  })

  it('with one wrong character is refused without a look-up', () => {
    fc.assert(
      fc.property(key, position, character, (text, at, typed) => {
        fc.pre(text.charAt(at) !== typed)
        expect(isWellFormed(`${text.slice(0, at)}${typed}${text.slice(at + 1)}`)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('with two neighbors in the wrong order is refused without a look-up', () => {
    fc.assert(
      fc.property(key, position, (text, at) => {
        const [first, second] = [text.charAt(at), text.charAt(at + 1)]
        fc.pre(second !== '' && first !== second)
        expect(isWellFormed(`${text.slice(0, at)}${second}${first}${text.slice(at + 2)}`)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })

  it('is not well formed with anything missing, added or around it', () => {
    const text = createKeyText()
    const others = [
      text.slice(0, -1),
      `${text}0`,
      ` ${text}`,
      `${text}\n`,
      text.slice(4),
      text.toUpperCase(),
      '',
      'pdx_',
    ]
    for (const other of others) expect(isWellFormed(other)).toBe(false)
    fc.assert(fc.property(fc.string({ maxLength: 60 }), (other) => !isWellFormed(other)))
  })

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>()
    const keys = 2_000
    for (let index = 0; index < keys; index++) {
      for (const each of createKeyText().slice(9, 49)) counts.set(each, (counts.get(each) ?? 0) + 1)
    }
    const expected = (keys * 40) / 62
    const chiSquared = [...alphabet].reduce(
      (sum, each) => sum + ((counts.get(each) ?? 0) - expected) ** 2 / expected,
      0,
    )
    // 61 degrees of freedom: fair keys stay below this but for one run in a thousand million.
    expect(chiSquared).toBeLessThan(145)
  })
})
