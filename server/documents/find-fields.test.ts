import { describe, expect, test } from 'vitest'
import { dayOf } from './find-expiry.ts'
import { type ExpectedFields, findFields } from './find-fields.ts'
import type { DocumentWord } from './words.ts'

const expected: ExpectedFields = {
  names: ['Ada Jane Moss', 'Ada Fern'],
  licenses: [
    { number: 'A80042', state: 'NY' },
    { number: '0055123', state: 'OH' },
  ],
  credential: 'MD',
  today: '2026-11-20',
  dayRunning: '2026-11-20',
}

/** Words of equal width; two blanks make a gap as wide as between columns. */
function textOf(lines: readonly string[], confidence = 95) {
  return {
    lines: lines.map((line, row) =>
      [...line.matchAll(/\S+/g)].map(
        ({ 0: text, index }): DocumentWord => ({
          text,
          confidence,
          x0: index * 12,
          x1: (index + text.length) * 12,
          y0: row * 40,
          y1: row * 40 + 20,
        }),
      ),
    ),
  }
}

function results(lines: readonly string[], confidence?: number, changed: Partial<ExpectedFields> = {}) {
  const checks = findFields(textOf(lines, confidence), { ...expected, ...changed })
  return Object.fromEntries(checks.map(({ code, result }) => [code.replace('document.', ''), result]))
}

const nameOf = (line: string, confidence?: number) => results([line], confidence).name
const licenseOf = (...lines: string[]) => results(lines).license
const expiryOf = (...lines: string[]) => results(lines).expiry

describe('the name of a document', () => {
  test.each([
    'Ada Moss',
    'Name: Ada Jane Moss, MD',
    'ADA J MOSS',
    'MOSS, ADA JANE',
    'Dr. Ada J. Moss is licensed',
    'Licensee: Ada Fern',
  ])('passes as %s', (line) => {
    expect(nameOf(line)).toBe('passed')
  })

  test.each([
    'Mary Ada Moss',
    'Ada Moss Miller',
    'Ada Beth Moss',
    'Ada Moss Jr',
    'Moss Ada',
    'Ada Mosser',
    'Ida Moss',
    'Ada',
    'Moss',
  ])('never passes as %s, which may be another person', (line) => {
    expect(nameOf(line)).not.toBe('passed')
  })

  test('fails where another name is read plainly behind its heading, and only there', () => {
    expect(nameOf('Name: Peter Oak')).toBe('failed')
    expect(nameOf('Name: Peter Oak', 60)).toBe('unknown')
    expect(nameOf('Peter Oak')).toBe('unknown')
    expect(nameOf('Name: Ada Miller')).toBe('warning')
  })

  test('takes a figure for the letter that it looks like, once in five letters', () => {
    expect(results(['Name: 0livia Bell'], 95, { names: ['Olivia Bell'] }).name).toBe('passed')
    expect(results(['Name: lan Bell'], 95, { names: ['Ian Bell'] }).name).toBe('passed')
    expect(results(['Name: Lan Bell'], 95, { names: ['Ian Bell'] }).name).not.toBe('passed')
    expect(results(['Name: 0l1v1a Bell'], 95, { names: ['Olivia Bell'] }).name).not.toBe('passed')
  })
})

describe('the license number of a document', () => {
  const ny = 'State of New York'
  test.each([
    [ny, 'License No: A80042'],
    [ny, 'A-80042'],
    [ny, 'License A 80042'],
    ['Ohio Medical Board', 'License number 55123'],
    ['Ohio Medical Board', 'License number MD 0055123'],
    ['Ohio Medical Board', 'License number 0055 123'],
  ])('passes as %s, %s', (...lines) => {
    expect(licenseOf(...lines)).toBe('passed')
  })

  test.each([
    ['one digit off', ny, 'License No: A80043'],
    ['longer', ny, 'License No: A800421'],
    ['another prefix', ny, 'License No: G80042'],
    ['a prefix that is read apart', 'Ohio Medical Board', 'License No G 0055123'],
    ['a letter read for the digit at the beginning', ny, 'License No: AB0042X'],
    ['figures without a heading', 'Ohio Medical Board', 'Columbus 0055123'],
    ['figures of something else', 'Ohio Medical Board', 'License NPI 0055123'],
    ['a part of longer figures', 'Ohio Medical Board', 'License No 0055123 44'],
    ['a number on file for another state', 'State of Texas', 'License No: A80042'],
    ['a number of no state', 'Medical Board', 'License No: A80042'],
    ['a number of West Virginia', 'State of West Virginia', 'License No: A80042'],
  ])('never passes as %s', (_, ...lines) => {
    expect(licenseOf(...lines)).not.toBe('passed')
  })

  test('fails when another number, or another state, is read plainly', () => {
    expect(licenseOf(ny, 'License No: Z99817')).toBe('failed')
    expect(licenseOf('State of Texas', 'License No: A80042')).toBe('failed')
    expect(licenseOf(ny, 'License No: A80043')).toBe('warning')
    expect(licenseOf(ny)).toBe('unknown')
  })

  test('forgives one letter read for a digit behind the first letters, and no digit for another', () => {
    expect(licenseOf(ny, 'License No: A8OO42')).toBe('warning')
    expect(licenseOf(ny, 'License No: A8O042')).toBe('passed')
    expect(licenseOf(ny, 'License No: A80O42')).toBe('passed')
  })
})

describe('the expiry of a document', () => {
  test('passes, warns within 60 days and fails in the past', () => {
    expect(expiryOf('Expires: 01/20/2027')).toBe('passed')
    expect(expiryOf('Expires: 01/19/2027')).toBe('warning')
    expect(expiryOf('Expires: 11/20/2026')).toBe('warning')
    expect(expiryOf('Expires: 11/19/2026')).toBe('failed')
  })

  test('lasts until its day is over everywhere in the United States, though UTC has the next day', () => {
    const onBakerIsland = { dayRunning: '2026-11-19' }
    expect(results(['Expires: 11/19/2026'], 95, onBakerIsland).expiry).toBe('warning')
    expect(results(['Expires: 11/18/2026'], 95, onBakerIsland).expiry).toBe('failed')
  })

  test('is found behind and below the words for it, and not elsewhere', () => {
    expect(expiryOf('Valid through December 31, 2027')).toBe('passed')
    expect(expiryOf('Issued 03/14/2019 Expires 12/31/2027')).toBe('passed')
    expect(expiryOf('ISSUE DATE       EXPIRATION DATE', '03/14/2019       12/31/2027')).toBe('passed')
    expect(expiryOf('Issued 03/14/2019')).toBe('unknown')
    expect(expiryOf('12/31/2027')).toBe('unknown')
    expect(expiryOf('Expires Issued 03/14/2027')).toBe('unknown')
  })

  test('is unknown where dates differ, are read poorly, or lie beyond what any license has', () => {
    expect(expiryOf('Expires 12/31/2027', 'Expires 12/31/2028')).toBe('unknown')
    expect(expiryOf('Expires 12/31/2127')).toBe('unknown')
    expect(results(['Expires 12/31/2027'], 70).expiry).toBe('unknown')
  })

  test.each([
    ['12/31/2027', '2027-12-31'],
    ['1-5-28', '2028-01-05'],
    ['12.31.2027', '2027-12-31'],
    ['2027-12-31', '2027-12-31'],
    ['December 31, 2027', '2027-12-31'],
    ['Dec. 31 2027', '2027-12-31'],
    ['31 DEC 2027', '2027-12-31'],
    ['l2/3l/2O27', '2027-12-31'],
    ['02/2028', '2028-02-29'],
    ['February 2028', '2028-02-29'],
    ['02/30/2027', undefined],
    ['13/01/2027', undefined],
    ['12345', undefined],
    ['Decembuary 31, 2027', undefined],
  ])('reads %s as %s', (text, day) => {
    expect(dayOf(text)).toBe(day)
  })
})

test('a document that could not be read leaves all three unknown', () => {
  const results = findFields(undefined, expected).map(({ code, result }) => [code, result])
  expect(results).toEqual([
    ['document.name', 'unknown'],
    ['document.license', 'unknown'],
    ['document.expiry', 'unknown'],
  ])
})

test('nothing on file is nothing to compare with: unknown, not failed', () => {
  const lines = ['State of Ohio', 'Name: Peter Oak', 'License No: Z99817']
  expect(results(lines, 95, { names: [], licenses: [] })).toEqual({
    name: 'unknown',
    license: 'unknown',
    expiry: 'unknown',
  })
})
