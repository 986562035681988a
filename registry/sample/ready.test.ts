import { expect, test } from 'vitest'
import { ready } from './ready.ts'
import { makeWorld } from './world.ts'

test('a text is made ready once, and is another than fields of the same letters', () => {
  expect(ready('again')).toBe(ready('again'))
  expect(ready('a', 'b')).toBe(ready('a', 'b'))
  expect(ready('a","b')).not.toBe(ready('a', 'b'))
})

test('samples made one after the other make nothing ready that is', () => {
  makeWorld(1, 1)
  const before = ready('before the others')
  makeWorld(20_000, 7)
  const lengthAndBytes = 1 + 'before the others'.length
  expect(ready('after them') - before).toBe(lengthAndBytes)
})
