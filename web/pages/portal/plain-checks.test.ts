import { expect, test } from 'vitest'
import { type CheckCode, type CheckResult, checkCodes, keysOf } from '#contract/verification-words'
import type { Check } from '#contract/verifications'
import { plainLines } from './plain-checks.tsx'

/** Every check passed, but these. */
function checksWith(results: Partial<Record<CheckCode, CheckResult>>): Check[] {
  return keysOf(checkCodes).map((code) => ({
    code,
    result: results[code] ?? 'passed',
    sentence: 'A sentence.',
    source: { name: 'A source', date: null },
  }))
}

test('a request that passes every check shows three confirmed lines', () => {
  const lines = plainLines({ checks: checksWith({}), isReading: false })
  expect(lines.map(({ name, state }) => [name, state])).toEqual([
    ['Identity', 'confirmed'],
    ['License', 'confirmed'],
    ['Document', 'confirmed'],
  ])
})

test.each<[results: Partial<Record<CheckCode, CheckResult>>, name: string, state: string, words: RegExp]>([
  [{ 'npi.check_digit': 'failed' }, 'Identity', 'attention', /couldn’t find this NPI.*withdraw/],
  [{ 'npi.found': 'failed' }, 'Identity', 'attention', /couldn’t find this NPI/],
  [{ 'npi.individual': 'failed' }, 'Identity', 'attention', /organization/],
  [{ 'npi.active': 'failed' }, 'Identity', 'attention', /deactivated/],
  [{ 'document.name': 'failed' }, 'Identity', 'waiting', /differs from the registry/],
  [{ 'credential.agrees': 'warning' }, 'Identity', 'waiting', /A reviewer will compare/],
  [{ 'exclusion.oig': 'failed' }, 'License', 'attention', /public list/],
  [{ 'license.active': 'failed' }, 'License', 'attention', /public list/],
  [{ 'license.discipline': 'warning' }, 'License', 'attention', /public list/],
  [{ 'license.active': 'unknown' }, 'License', 'confirmed', /matches the national registry/],
  [{ 'license.active': 'unknown', 'document.license': 'failed' }, 'License', 'waiting', /couldn’t confirm/],
  [{ 'document.expiry': 'failed' }, 'Document', 'attention', /expired/],
  [{ 'document.expiry': 'warning' }, 'Document', 'attention', /expires soon/],
  [
    { 'document.name': 'unknown', 'document.license': 'unknown', 'document.expiry': 'unknown' },
    'Document',
    'waiting',
    /so a reviewer will/,
  ],
])('a request with %o says so in the line %s', (results, name, state, words) => {
  const line = plainLines({ checks: checksWith(results), isReading: false }).find((one) => one.name === name)
  expect(line).toMatchObject({ state, text: expect.stringMatching(words) })
})

test('a license that only sample data lists is not confirmed', () => {
  const checks = checksWith({}).map((check) => ({ ...check, source: { name: 'Sample of a board', date: null } }))
  const line = plainLines({ checks, isReading: false }).find(({ name }) => name === 'License')
  expect(line).toMatchObject({ state: 'waiting', text: expect.stringContaining('Sample data') })
})

test('a document that is being read says how long that takes', () => {
  const [, , line] = plainLines({ checks: [], isReading: true })
  expect(line).toEqual({ name: 'Document', state: 'waiting', text: expect.stringContaining('a few seconds') })
})
