import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Output } from './call.ts'
import { currentUserOf, useUser } from './user.tsx'

const ada: Output<'GET /me'> = {
  _id: 'ada',
  email: 'ada@example.org',
  phone: '212-555-0101',
  npi: null,
  credentials: [],
  apiKey: 'pdx_ada',
  admin: false,
  emailVerified: true,
  pendingEmail: null,
  keyReplaceAdvised: false,
  secondFactor: 'off' as const,
  quotaEmails: true,
  weeklyEmails: true,
}
const idle = { data: undefined, failure: null, isPending: true, isFetching: false }

test('with no token loading ends: no user, no error, whatever was known before', () => {
  const signedOut = { user: null, isLoading: false, error: null }
  expect(currentUserOf({ ...idle, token: null })).toEqual(signedOut)
  expect(currentUserOf({ token: null, data: ada, failure: 'oops', isPending: false, isFetching: false })).toEqual(
    signedOut,
  )
})

test('it loads while it is not known whether there is a token, and until the user of one is fetched', () => {
  const loading = { user: null, isLoading: true, error: null }
  expect(currentUserOf({ ...idle, token: undefined })).toEqual(loading)
  expect(currentUserOf({ ...idle, token: 'a', isFetching: true })).toEqual(loading)
  const fetched = { ...idle, token: 'a', data: ada, isPending: false }
  expect(currentUserOf(fetched)).toEqual({ user: ada, isLoading: false, error: null })
})

test('a user whose fetching failed is cleared, and the error says why', () => {
  const failed = { token: 'a', data: ada, failure: 'Failed to fetch user', isPending: false, isFetching: false }
  expect(currentUserOf(failed)).toEqual({ user: null, isLoading: false, error: 'Failed to fetch user' })
})

function Someone() {
  return useUser().user?.email
}

test('using the user outside of its provider raises: useUser must be used within a UserProvider', () => {
  expect(() => renderToString(<Someone />)).toThrow('useUser must be used within a UserProvider')
})
