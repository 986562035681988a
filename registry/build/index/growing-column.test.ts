import { expect, test } from 'vitest'
import { columnOfF64, columnOfU8 } from './growing-column.ts'

test('a column is what was pushed and appended, across all of its pieces, and stays so once it was taken', () => {
  const column = columnOfF64()
  const count = 6_000_000
  const pushed = 100_000
  for (let value = 0; value < pushed; value++) column.push(value)
  for (let from = pushed; from < count; from += 700_000) {
    column.append(Float64Array.from({ length: Math.min(700_000, count - from) }, (_, index) => from + index))
  }
  column.push(count)
  expect(column.length).toBe(count + 1)
  const whole = column.whole()
  expect(whole).toHaveLength(count + 1)
  expect(whole.every((value, index) => value === index)).toBe(true)
  expect(column.whole()).toBe(whole)
  expect(column.length).toBe(count + 1)
})

test('an empty column is an empty array', () => {
  expect(columnOfU8().whole()).toEqual(new Uint8Array())
})
