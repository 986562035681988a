import { expect, test } from 'vitest'
import { shown } from './build-error.ts'

test.each([
  ['plain', '"plain"'],
  ['a "b"\n\u001b[2J', String.raw`"a \"b\"\n\u001b[2J"`],
  ['a\u007fb\u009bc', String.raw`"a\u{7f}b\u{9b}c"`],
  ['a\u202eb\u2028c', String.raw`"a\u{202e}b\u{2028}c"`],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(60)}…"`],
])('the value %j is shown in a sentence as %s, with nothing that a terminal obeys', (value, sentence) => {
  expect(shown(value)).toBe(sentence)
})
