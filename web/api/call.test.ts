import { expect, test } from 'vitest'
import { CallError, errorText } from './call.ts'

test('an error is shown in the words of the server where it gave some', () => {
  const error = new CallError(401, 'login_refused', 'The email address or the password is wrong.')
  expect(errorText(error, 'Login failed')).toBe('The email address or the password is wrong.')
})

test.each([
  new CallError(502, 'unknown', undefined),
  new CallError(0, 'no_answer', undefined),
  new Error('oops'),
  'oops',
])('an error without words of the server is shown in those of the screen: %s', (error) => {
  expect(errorText(error, 'Login failed')).toBe('Login failed')
})
