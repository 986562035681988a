import { expect, test } from 'vitest'
import { splitCredentials } from '#registry/vocabulary/credentials'
import { phoneNumber } from '../join/field-text.ts'
import { dayOfMoment, dayOfText, isoDate, isoOfDay } from './dates.ts'

test.each([
  ['M.D.', ['MD']],
  ['M. D.', ['MD']],
  ['M.D., PH.D', ['MD', 'PhD']],
  ['MD/PHD', ['MD', 'PhD']],
  ['MD PHD', ['MD', 'PhD']],
  ['RN BSN', ['RN', 'BSN']],
  ['RN AND MSN', ['RN', 'MSN']],
  ['OTR/L', ['OTR/L']],
  ['FNP-BC', ['FNP-BC']],
  ['P.A.-C.', ['PA-C']],
  ['PHARM D', ['PharmD']],
  ['PH. D.', ['PhD']],
  ['D.P.M., FACFAS', ['DPM', 'FACFAS']],
  ['MS CCC-A FAAA', ['MS', 'CCC-A', 'FAAA']],
  ['MA-CCC', ['MA-CCC']],
  ['PHYSICAL THERAPIST', ['PHYSICAL THERAPIST']],
  ['Registered Nurse', ['Registered Nurse']],
  ['MD, M.D.', ['MD']],
  [', ; -', []],
  ['', []],
])('the credential text %j is read as %j', (text, expected) => {
  expect(splitCredentials(text)).toEqual(expected)
})

test('what a caller does with the credentials of one provider does not reach the next', () => {
  splitCredentials('MD, PHD').push('spoilt')
  expect(splitCredentials('MD, PHD')).toEqual(['MD', 'PhD'])
})

test.each([
  ['3088652512', '+13088652512'],
  ['13088652512', '+13088652512'],
  ['(308) 865-2512', '+13088652512'],
  ['+1 308.865.2512', '+13088652512'],
  ['1088652512', '1088652512'],
  ['3080652512', '3080652512'],
  ['308865251', '308865251'],
  ['44 20 7946 0000', '44 20 7946 0000'],
  ['', null],
])('the phone number %j is written %j', (text, expected) => {
  expect(phoneNumber(text)).toBe(expected)
})

test.each([
  ['02/29/2024', 20240229],
  ['12/31/1999', 19991231],
  ['02/29/2023', 0],
  ['02/29/1900', 0],
  ['13/01/2020', 0],
  ['00/10/2020', 0],
  ['04/31/2020', 0],
  ['01/00/2020', 0],
  ['1/5/2020', 0],
  ['01-05-2020', 0],
  ['2020/01/05', 0],
  ['01/05/20', 0],
  ['01/05/2020 ', 0],
  ['ab/cd/efgh', 0],
  ['', 0],
])('the date %j is day %i', (text, expected) => {
  expect(dayOfText(text)).toBe(expected)
})

test('a day is written as yyyy-mm-dd, and a day that never was is undefined', () => {
  expect(isoOfDay(20240229)).toBe('2024-02-29')
  expect(isoDate(2025, 6, 8)).toBe('2025-06-08')
  expect(isoDate(2025, 2, 30)).toBeUndefined()
  expect(dayOfMoment(new Date('2026-11-20T23:59:59Z'))).toBe(20261120)
})
