import { expect, it } from 'vitest'
import { readRows } from '../../test/support/registry/read-sample.ts'
import { blanks, dayCount, dayText, fields, lastDays, rowOf } from './rows.ts'

it('a row has its fields in order, each quoted, with LF at the end', () => {
  expect(rowOf(fields('one', 2) + blanks(2) + fields('MUÑOZ'))).toBe('"one","2","","","MUÑOZ"\n')
  expect(rowOf(fields(''))).toBe('""\n')
  expect(rowOf(fields('""THE CEDAR"" CLINIC', '1 FERN PATH ST\nBUILDING 4'))).toBe(
    '"""THE CEDAR"" CLINIC","1 FERN PATH ST\nBUILDING 4"\n',
  )
})

it('a row has any number of empty fields, from none to more than the main file has columns', () => {
  for (const count of [0, 1, 2, 330, 400]) {
    const names = rowOf(fields(...Array.from({ length: count + 1 }, (_, index) => index)))
    const [row = {}] = readRows(names + rowOf(blanks(count) + fields('end')))
    expect(Object.values(row)).toEqual([...Array(count).fill(''), 'end'])
  }
  expect(() => blanks(401)).toThrow('expected at most 400 empty fields; got 401')
})

it('days run from the first NPI to the date of the sample', () => {
  expect(dayText(0)).toBe('05/23/2005')
  expect(dayText(dayCount - 1)).toBe('11/08/2026')
  expect(lastDays(9)).toEqual(expect.arrayContaining(['2026-11-08', '2026-10-31']))
  expect(() => dayText(dayCount)).toThrow(`expected a day below ${dayCount}; got ${dayCount}`)
})
