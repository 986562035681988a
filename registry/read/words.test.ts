import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { credentialForm, wordsAsked, wordsOnFile } from './words.ts'

describe('the words a name is found by', () => {
  test.each([
    ['ADA N EXAMPLE', ['ada', 'n', 'example']],
    ['José García-López', ['jose', 'garcia', 'lopez']],
    ['Zoë Groß', ['zoe', 'gross']],
    ['Łukasz Ærø Þór', ['lukasz', 'aero', 'thor']],
    ["O'Brien", ['o', 'brien', 'obrien']],
    ['O’Brien', ['o', 'brien', 'obrien']],
    ['D`Angelo', ['d', 'angelo', 'dangelo']],
    ["St. Mary's Hosp., Inc", ['st', 'mary', 's', 'hosp', 'inc', 'marys']],
    ['24/7 Urgent Care', ['24', '7', 'urgent', 'care']],
    ['Ann Ann', ['ann']],
    ['İpek ısı', ['ipek', 'isi']],
    ['ﬁnch', ['finch']],
    ['Иванов 山田', ['иванов', '山田']],
    ["' - .", []],
  ])('%s', (name, words) => {
    expect(wordsOnFile(name)).toEqual(words)
  })
})

describe('the words asked for', () => {
  test.each([
    ["o'brien", ['obrien']],
    ["O'Brien, Ann", ['obrien', 'ann']],
    ['jo john j', ['john']],
    ['smith smith', ['smith']],
    ['!', []],
  ])('%s', (name, words) => {
    expect(wordsAsked(name)).toEqual(words)
  })

  test('each begin a word on file when the very name on file is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const onFile = wordsOnFile(name)
        expect(wordsAsked(name).every((word) => onFile.some((known) => known.startsWith(word)))).toBe(true)
      }),
      { numRuns: 5000 },
    )
  })
})

describe('a credential', () => {
  test.each([
    ['M.D.', 'MD'],
    ['md', 'MD'],
    ['Ph. D', 'PHD'],
    ['FNP-BC', 'FNPBC'],
    ['ＭＤ', 'MD'],
    ['. -', ''],
  ])('%s is compared as %s', (credential, form) => {
    expect(credentialForm(credential)).toBe(form)
  })
})
