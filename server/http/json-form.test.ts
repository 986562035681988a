import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonMarksMax } from '#contract/limits'
import { hasTooManyMarks, jsonMistake } from './read-body.ts'

test.each([
  ['{"a":1,"a":2}', 'it has two members of the name a'],
  ['{"a":1,"b":2,"a":1}', 'it has two members of the name a'],
  ['{"a":1,"\\u0061":2}', 'it has two members of the name a'],
  ['{"":1,"":2}', 'it has two members of the name '],
  ['{"b":{"a":1, "a" :2}}', 'it has two members of the name a'],
  ['[{"a":"x","a":"y"}]', 'it has two members of the name a'],
  ['{"\\"":1,"\\u0022":2}', 'it has two members of the name "'],
  ['{"\\\\":1,"\\\\":2}', 'it has two members of the name \\'],
  ['{"x":"a\\"","x":1}', 'it has two members of the name x'],
  ['{"x":["a","a"],"x":1}', 'it has two members of the name x'],
  [String.raw`{"a":["x\ud800"]}`, 'it has an escape that is half of a character'],
  [String.raw`{"\udc00\ud83c":1}`, 'it has an escape that is half of a character'],
  ['['.repeat(11) + ']'.repeat(11), 'it is nested more than 10 levels deep'],
  [`${'{"a":'.repeat(11)}1${'}'.repeat(11)}`, 'it is nested more than 10 levels deep'],
])('D7: the mistake in %s is found', (text, mistake) => {
  expect(jsonMistake(text)).toBe(mistake)
})

test.each([
  '{"a":{"a":1},"b":{"a":1}}',
  '[{"a":1},{"a":1}]',
  '{"a":"a","b":"a"}',
  '{"a":"\\"a\\":1,\\"a\\":2"}',
  '{"a":["a","a"]}',
  '{"a":[],"b":{},"c":null}',
  String.raw`{"a":"\ud83c\udfe5","b":"\\ud800"}`,
  '"a"',
  'null',
  '['.repeat(10) + ']'.repeat(10),
])('D7: in %s there is none', (text) => {
  expect(jsonMistake(text)).toBeUndefined()
})

const flat = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 5 }))

test('D7: whatever JSON.stringify writes has no mistake, and has one with any of its members twice', () => {
  fc.assert(
    fc.property(flat, fc.nat(), (object, pick) => {
      const text = JSON.stringify(object)
      expect(jsonMistake(text)).toBeUndefined()
      const names = Object.keys(object)
      const name = names[pick % names.length]
      if (name !== undefined) expect(jsonMistake(`{${JSON.stringify(name)}:0,${text.slice(1)}`)).toMatch(/two members/)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['names', '"'],
  ['members', ','],
  ['lists', '['],
  ['objects', '{'],
])('D7: %s are counted, in a text too, up to as many as there may be', (_, mark) => {
  const around = (count: number) => Buffer.from(`a: ${'é'.repeat(9)}${` ${mark}`.repeat(count)} }`)
  expect(hasTooManyMarks(around(jsonMarksMax))).toBe(false)
  expect(hasTooManyMarks(around(jsonMarksMax + 1))).toBe(true)
})

test('D7: all of them are counted together', () => {
  expect(hasTooManyMarks(Buffer.from('{"a":["b"],'.repeat(jsonMarksMax / 7 + 1)))).toBe(true)
})
