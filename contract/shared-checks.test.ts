import { expect, test } from 'vitest'
import { sharedChecks } from './shared-checks.ts'
import type { CheckCode } from './verification-words.ts'

const check = (code: CheckCode) => ({
  code,
  result: 'passed' as const,
  sentence: 'A1234 (NY)',
  source: { name: 'A source', date: null },
})

test('a share and its preview repeat license numbers only where they are shared, and nothing of other accounts', () => {
  const checks = (['npi.active', 'licenses.on_file', 'image.seen_before', 'document.license'] as const).map(check)
  const shown = sharedChecks(checks, false)
  expect(shown.map(({ code }) => code)).toEqual(['npi.active', 'licenses.on_file', 'document.license'])
  expect(shown.filter(({ sentence }) => sentence.includes('A1234')).map(({ code }) => code)).toEqual(['npi.active'])
  expect(sharedChecks(checks, true).every(({ sentence }) => sentence.includes('A1234'))).toBe(true)
})
