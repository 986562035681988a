import { expect, test } from 'vitest'
import { listDate } from './list-date.ts'

const today = '2026-11-28'
const of = (name: string, title = '', option?: string) => listDate({ option, names: [name], title, today })

test.each([
  ['OrderReferring_20260831.csv', '2026-08-31'],
  ['Revocation_Extract_2026.07.30.csv', '2026-07-30'],
  ['Arkansas 09_23_2021.xlsx', '2021-09-23'],
  ['MA_RNtemp_data_101921.txt', '2026-11-28'],
  ['OP_CVRD_RCPNT_PRFL_SPLMTL_P06302026_06032026.csv', '2026-06-30'],
  ['SAM_Exclusions_Public_Extract_V2_26314.ZIP', '2026-11-10'],
  ['OptOut_July2026.csv', '2026-07-01'],
  ['07-2026 Updated LEIE Database.csv', '2026-07-01'],
  ['NorthCarolina 2026-05.xlsx', '2026-05-01'],
  ['2610excl.csv', '2026-10-01'],
  ['list 11-2-26.xlsx', '2026-11-02'],
  ['list 2026-02-30.csv', '2026-11-28'],
  ['list 2026-11-29.csv', '2026-11-28'],
  ['UPDATED.csv', '2026-11-28'],
  ['AK_excluded_2026.csv', '2026-11-28'],
])('the date in %s is %s, where that is no day or none today', (name, date) => {
  expect(of(name)).toEqual({ date, from: date === today ? 'today' : 'name' })
})

test.each([
  ['Excluded providers as of October 3, 2026', '2026-10-03'],
  ['Revised 6/14/2026 by the agency', '2026-06-14'],
  ['PROVIDER LIST MAY 2026', '2026-05-01'],
])('a title says the date where the name does not: %s', (title, date) => {
  expect(of('list.csv', title)).toEqual({ date, from: 'title' })
  expect(of('list_20261001.csv', title)).toEqual({ date: '2026-10-01', from: 'name' })
})

test('an option goes before all', () => {
  expect(of('list_20261001.csv', 'May 2026', '2026-09-09')).toEqual({ date: '2026-09-09', from: 'option' })
})
