import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainSource } from './plain-source.ts'

const data = fc.dictionary(fc.constantFrom('content', 'other'), fc.jsonValue())

test('the module that is written exports the same data', () => {
  fc.assert(
    fc.property(data, (exported) => {
      expect(JSON.stringify(exportsOf(plainSource(exported)))).toBe(JSON.stringify(exported))
    }),
  )
})

test('what occurs twice is written once', () => {
  const part = { words: 'a long walk by the sea '.repeat(10) }
  const source = plainSource({ content: [part, { inner: part }] })
  expect(source.match(/a long walk by the sea a/g)?.length).toBeLessThan(10)
  expect(source).toContain('[part0,{"inner":part0}]')
})

/** What a module of this source exports. */
function exportsOf(source: string): unknown {
  const body = source.replace(/^export const (\w+)=/gm, 'found.$1=')
  return new Function(`const found = {}\n${body}\nreturn found`)()
}
