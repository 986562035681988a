import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainSource } from './plain-source.ts'

const data = fc.dictionary(fc.constantFrom('content', 'other'), fc.jsonValue())

test('the module that is written exports the same data', async () => {
  await fc.assert(
    fc.asyncProperty(data, async (exported) => {
      const url = `data:text/javascript,${encodeURIComponent(plainSource(exported))}`
      const module = await import(/* @vite-ignore */ url)
      expect(JSON.stringify({ ...module })).toBe(JSON.stringify(Object.fromEntries(Object.entries(exported).sort())))
    }),
    { numRuns: 200 },
  )
})

test('what occurs twice is written once', () => {
  const part = { words: 'a long walk by the sea '.repeat(10) }
  const source = plainSource({ content: [part, { inner: part }] })
  expect(source.match(/a long walk by the sea a/g)?.length).toBeLessThan(10)
  expect(source).toContain('[part0,{"inner":part0}]')
})
