import { expect, test } from 'vitest'
import { numberText } from './numbers.ts'

test.each([0, 7, 999, 1_000, 12_345, 100_000, 999_999, 1_000_000, 9_012_345, -1_234, Number.MAX_SAFE_INTEGER])(
  'the count %d is written as Americans write it',
  (count) => {
    expect(numberText(count)).toBe(count.toLocaleString('en-US'))
  },
)
