import { expect, test } from 'vitest'
import type { CheckCode, CheckResult } from '#contract/verification-words'
import { checksText } from './words.ts'

function textOf(...results: [CheckCode, CheckResult][]): string {
  const checks = results.map(([code, result]) => ({ code, result, sentence: '', source: { name: '', date: null } }))
  return checksText({ checks })
}

test('checks in short name what failed and count the rest, so that what is unknown is not hidden', () => {
  expect(
    textOf(
      ['npi.found', 'passed'],
      ['exclusion.sam', 'unknown'],
      ['image.edited', 'warning'],
      ['npi.active', 'passed'],
    ),
  ).toBe('1 to check closely, 1 unknown, 2 passed')
  expect(textOf(['npi.active', 'failed'], ['npi.found', 'passed'], ['document.expiry', 'failed'])).toBe(
    '2 failed: NPI active, Document expiry; 1 passed',
  )
})
