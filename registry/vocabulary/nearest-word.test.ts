import { describe, expect, it } from 'vitest'
import { beginsNearly, isOneEditFrom, nearestOf } from './nearest-word.ts'

const parameters = ['address', 'city', 'state', 'radius', 'specialty', 'npi', 'limit', 'page']

describe('nearestOf', () => {
  it.each([
    ['adress', 'address'],
    ['Speciality', 'specialty'],
    ['raduis', 'radius'],
    ['np', 'npi'],
    ['pages', 'page'],
    ['LIMIT', 'limit'],
    ['ctiy', 'city'],
  ])('takes %s for %s', (word, nearest) => {
    expect(nearestOf(word, parameters)).toBe(nearest)
  })

  it.each(['', '   ', 'zzzz', 'longitude', 'x'.repeat(65)])('takes %j for none', (word) => {
    expect(nearestOf(word, parameters)).toBeUndefined()
  })

  it('counts two neighbors swapped as one edit, and takes the first of equals', () => {
    expect(nearestOf('abcd', ['abdc'])).toBe('abdc')
    expect(nearestOf('cat', ['car', 'cut'])).toBe('car')
  })

  it('allows a third of the letters of a longer word and not one more', () => {
    expect(nearestOf('abcdefghi', ['abcdefxyz'])).toBe('abcdefxyz')
    expect(nearestOf('abcdefghi', ['abcdewxyz'])).toBeUndefined()
  })

  it('answers a word of the greatest length, and none where nothing is known', () => {
    expect(nearestOf('x'.repeat(64), ['x'.repeat(60)])).toBe('x'.repeat(60))
    expect(nearestOf('page', [])).toBeUndefined()
  })
})

describe('beginsNearly', () => {
  it.each([
    ['cardiology', 'cardiology'],
    ['cardiology', 'cardi'],
    ['cardiology', 'crdiol'],
    ['cardiology', 'cardiiol'],
    ['cardiology', 'xardiol'],
    ['cardiology', 'cadriol'],
    ['boston', 'bostno'],
    ['boston', 'bostonn'],
  ])('takes a beginning with at most one wrong letter: %s begins with %s', (text, word) => {
    expect(beginsNearly(text, word)).toBe(true)
  })

  it.each([
    ['cardiology', 'crdoil'],
    ['cardiology', 'neuro'],
    ['boston', 'bstno'],
  ])('takes no beginning with two: %s does not begin with %s', (text, word) => {
    expect(beginsNearly(text, word)).toBe(false)
  })
})

describe('isOneEditFrom', () => {
  it.each([
    ['cardiologist', 'cardiolgist'],
    ['cardiologist', 'Cardiologizt'],
    ['dermatologist', 'dermatolgoist'],
    ['dentist', 'dentists'],
  ])('takes %s and %s for one edit apart', (word, other) => {
    expect([isOneEditFrom(word, other), isOneEditFrom(other, word)]).toEqual([true, true])
  })

  it.each([
    ['dentist', 'dentist'],
    ['dentist', 'dennis'],
    ['heart', 'harts'],
    ['x'.repeat(65), 'x'.repeat(64)],
  ])('does not take %s and %s for that', (word, other) => {
    expect(isOneEditFrom(word, other)).toBe(false)
  })
})
