import { expect, test } from 'vitest'
import { F64Column, U8Column } from './column.ts'

test('a column is what was pushed and appended, and stays so once it was taken', () => {
  const column = new F64Column()
  const count = 90_000
  const pushed = 5_000
  for (let value = 0; value < pushed; value++) column.push(value)
  for (let from = pushed; from < count; from += 11_000) {
    column.append(Float64Array.from({ length: Math.min(11_000, count - from) }, (_, index) => from + index))
  }
  column.push(count)
  expect(column.length).toBe(count + 1)
  const whole = column.whole()
  expect(whole).toHaveLength(count + 1)
  expect(whole.every((value, index) => value === index)).toBe(true)
  expect(column.whole()).toEqual(whole)
  expect(column.length).toBe(count + 1)
})

test('an empty column is an empty array', () => {
  expect(new U8Column().whole()).toEqual(new Uint8Array())
})
