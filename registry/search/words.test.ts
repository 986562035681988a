import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { credentialForm, indexTerms, joinedMark, joinedWholeMark, queryWords, repeatedMark } from './words.ts'

describe('the words a name is found by', () => {
  test.each([
    ['ADA N EXAMPLE', ['ada', 'n', 'example']],
    ['José García-López', ['jose', 'garcia', 'lopez', '=josegarcia', '=garcialopez']],
    ['Zoë Groß', ['zoe', 'gross', '=zoegross']],
    ['Łukasz Ærø', ['lukasz', 'aero', '=lukaszaero']],
    ["O'Brien", ['o', 'brien', '^obrien']],
    ['O’Brien', ['o', 'brien', '^obrien']],
    ['Kaʻahumanu', ['ka', 'ahumanu', '^kaahumanu']],
    ['D`Angelo', ['d', 'angelo', '^dangelo']],
    ["Mary's, Inc", ['mary', 's', '^marys', 'inc', '=marysinc']],
    ['24/7 Care', ['24', '7', 'care']],
    ['Ann Ann Ann', ['ann', 'ann+', 'ann++', '=annann']],
    ['Mary Ann', ['mary', 'ann', '=maryann']],
    ['U.S. Renal', ['u', 's', 'renal', '=us']],
    ['De La Cruz', ['de', 'la', 'cruz', '^dela', '^delacruz', '^lacruz']],
    ['Zero\u200bWidth \u00ad', ['zerowidth']],
    ['İpek', ['ipek']],
    ['ısı', ['isi']],
    ['ﬁnch', ['finch']],
    ['Иванов 山', ['иванов', '山']],
    ["' - .", []],
  ])('%s', (name, words) => {
    const shown = indexTerms([name]).map((word) =>
      word.replace(joinedWholeMark, '=').replace(joinedMark, '^').replaceAll(repeatedMark, '+'),
    )
    expect(shown).toEqual(words)
  })
})

test('the parts of a name are not joined with each other, and a word counts again in any of them', () => {
  expect(indexTerms(['Ada N', 'Mc Ada', 'Jr'])).toEqual([
    'ada',
    'n',
    'mc',
    `ada${repeatedMark}`,
    `${joinedMark}mcada`,
    'jr',
  ])
})

describe('the words asked for', () => {
  test.each([
    ["o'brien", ['obrien']],
    ["O'Brien, Ann", ['obrien', 'ann']],
    ['jo john j', ['jo', 'john', 'j']],
    ['smith smith', ['smith', 'smith']],
    ['!', []],
  ])('%s', (name, words) => {
    expect(queryWords(name)).toEqual(words)
  })

  test('each begin a word on file when the very name on file is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const onFile = indexTerms([name])
        const isKnown = (word: string) => onFile.some((known) => known.startsWith(word) || known === joinedMark + word)
        expect(queryWords(name).every(isKnown)).toBe(true)
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
