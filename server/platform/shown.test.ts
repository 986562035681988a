import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printable, shown, shownName } from './shown.ts'

describe('a value in a sentence', () => {
  it.each([
    [undefined, 'nothing'],
    ['', '""'],
    ['Boston', '"Boston"'],
    ['Zürich 東京', '"Zürich 東京"'],
    ['a\u202eb', '"a\\u202eb"'],
    ['a\u0000b\n', '"a\\u0000b\\n"'],
    ['a\u{e0041}b', '"a\\u{e0041}b"'],
    [['a', 'b'], '2 values'],
    [['a'], '["a"]'],
    [null, 'null'],
  ])('%j is written %s', (value, text) => {
    expect(shown(value)).toBe(text)
  })

  it('is written whole up to 60 characters, and cut beyond', () => {
    expect(shownName('a'.repeat(60))).toBe('a'.repeat(60))
    expect(shownName('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`)
    expect(shownName('😀'.repeat(60))).toBe('😀'.repeat(60))
    expect(shownName('😀'.repeat(1_000))).toBe(`${'😀'.repeat(60)}…`)
    expect(shown('a'.repeat(1_000))).toBe(`"${'a'.repeat(59)}…`)
  })

  it('holds nothing that is executed instead of printed, whatever was sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        for (const written of [shown(text), shownName(text), printable(text)]) {
          expect(written).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        }
        expect([...shownName(text)].length).toBeLessThanOrEqual(61)
      }),
    )
  })
})
