import { expect, test } from 'vitest'
import { checkNames, primarySourceGap } from './verification-words.ts'

const not = 'This is not a primary-source verification: '
const roll = { name: 'Colorado DORA, professional licenses', date: '2026-11-01' }

test.each([
  ['passed', roll, undefined],
  ['failed', roll, undefined],
  ['warning', roll, `${not}the state board’s list doesn’t clearly confirm the license.`],
  ['unknown', roll, `${not}the state board’s list cannot say whether the license is active.`],
  ['unknown', { name: 'Lists of state boards', date: null }, `${not}we didn’t check the license with a state board.`],
  ['passed', { ...roll, name: `Sample of ${roll.name} (fictional)` }, `${not}the list we checked is fictional.`],
] as const)(
  'a license that a board’s list leaves %s (%o) is said to be verified at its source or why not',
  (...row) => {
    const [result, source, said] = row
    expect(primarySourceGap([{ code: 'license.active', result, sentence: 'Any.', source }])).toBe(said)
    expect(primarySourceGap([])).toBe(`${not}we didn’t check the license with a state board.`)
  },
)

test('no check is named by a question, which its result would seem to answer', () => {
  expect(Object.values(checkNames).filter((name) => name.includes('?'))).toEqual([])
})
