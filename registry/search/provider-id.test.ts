import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idLength, idOf, readId, writeId } from './provider-id.ts'

const npis = fc.integer({ min: 1_000_000_000, max: 2_999_999_999 })
const kinds = fc.constantFrom('individual' as const, 'organization' as const)

test('an id has its prefix and seven letters or digits, and leads back to its provider', () => {
  fc.assert(
    fc.property(kinds, npis, (kind, npi) => {
      const id = idOf(kind, npi)
      expect(id).toMatch(kind === 'organization' ? /^org_[0-9a-z]{7}$/ : /^prv_[0-9a-z]{7}$/)
      expect(readId(id)).toEqual({ kind, npi })
    }),
    { numRuns: 20_000 },
  )
})

test('an id written as bytes is the one written as a text', () => {
  fc.assert(
    fc.property(npis, fc.integer({ min: 0, max: 3 }), (npi, at) => {
      const bytes = Buffer.alloc(idLength + 4, '?')
      writeId(bytes, at, npi)
      expect(bytes.toString()).toBe(`${'?'.repeat(at)}${idOf('organization', npi).slice(4)}`.padEnd(idLength + 4, '?'))
    }),
    { numRuns: 20_000 },
  )
})

test('two providers never share an id', () => {
  const ids = new Set(Array.from({ length: 200_000 }, (_, index) => idOf('individual', 1_000_000_000 + index * 9_973)))
  expect(ids.size).toBe(200_000)
})

test('an id stays the same for ever', () => {
  expect(idOf('individual', 2_000_000_002)).toBe('prv_u1a7nal')
  expect(idOf('organization', 1_234_567_893)).toBe('org_c76pu3s')
})

test('neighbouring NPIs have ids that look nothing alike', () => {
  const ids = Array.from({ length: 100 }, (_, index) => idOf('individual', 1_500_000_000 + index).slice(4))
  const shared = ids.slice(1).filter((id, index) => id.slice(0, 3) === ids[index]?.slice(0, 3))
  expect(shared.length).toBeLessThan(5)
})

test('a text that is no id of ours, or an id that no NPI has, leads nowhere', () => {
  for (const text of [
    '',
    'org_',
    'org_zzzzzzz',
    'org_000000',
    'org_00000000',
    'ORG_0000000',
    'doc_4vo2yof',
    ' prv_4vo2yof',
  ]) {
    expect(readId(text), text).toBeUndefined()
  }
  // Of all texts of this form only one in 39 stands for an NPI.
  const random = Array.from({ length: 1000 }, (_, index) => `prv_${(index * 78_364_163).toString(36).padStart(7, '0')}`)
  expect(random.filter((id) => readId(id) !== undefined).length).toBeLessThan(100)
})
