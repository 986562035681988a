import { expect, test } from 'vitest'
import { ApiError, fail } from './verb.ts'

test('an error carries the status and the sentence of the contract', () => {
  expect(() => fail('provider_not_found', { resource: 'doctor', npi: 1 })).toThrow(
    new ApiError('provider_not_found', 'No doctor has the NPI 1.'),
  )
})
