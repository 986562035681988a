import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tokensOf } from './code-tokens.ts'

test.each([
  ["const a = 'b' // c", ['keyword:const', "string:'b'", 'comment:// c']],
  ['curl https://a.example/b', ['keyword:curl']],
  ['# c\ncurl "$URL"', ['comment:# c', 'keyword:curl', 'string:"$URL"']],
  ['{ "npi": 2151202076 }', ['property:"npi"', 'number:2151202076']],
  ["{ 'api-key': KEY }", ["property:'api-key'"]],
  ['address: request.query.address,', ['property:address']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a sample of code.
  ['`${BASE_URL}/api`', ['string:`${BASE_URL}/api`']],
  ['[-74.0054, 40.7339]', ['number:-74.0054', 'number:40.7339']],
  ['response.function', []],
  ['"a \\" b" c', ['string:"a \\" b"']],
])('the colored pieces of %j are %j', (code, pieces) => {
  const colored = tokensOf(code).filter(({ kind }) => kind !== 'plain')
  expect(colored.map(({ kind, text }) => `${kind}:${text}`)).toEqual(pieces)
})

test('the pieces of any code, joined, are the code', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (code) => {
      expect(
        tokensOf(code)
          .map(({ text }) => text)
          .join(''),
      ).toBe(code)
    }),
  )
})
