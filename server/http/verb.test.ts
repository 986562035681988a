import { expect, test } from 'vitest'
import { ApiError, apiError, fail } from './verb.ts'

test('an error carries the status and the sentence of the contract', () => {
  expect(() => fail('provider_not_found', { resource: 'doctor', npi: 1 })).toThrow(
    new ApiError('provider_not_found', 'No doctor has NPI 1.'),
  )
})

test('an error that time may heal says when to try again, and no other does', () => {
  expect(apiError('not_ready', { waitingFor: ['the database'] })).toMatchObject({ headers: { 'retry-after': '5' } })
  expect(apiError('overloaded', undefined)).toMatchObject({ headers: { 'retry-after': '5' } })
  expect(apiError('login_refused', undefined)).toMatchObject({ headers: {} })
})

test('a sentence holds nothing that is obeyed instead of printed, wherever it came from', () => {
  const { message } = apiError('place_not_found', { parameter: 'address', query: '"x"', reason: 'a\u202eb\n' })
  expect(message).toMatch(/a\\u202eb\\u000a$/)
})
