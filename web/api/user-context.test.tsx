import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useUser } from './user-context.ts'

function Someone() {
  return useUser().user?.email
}

test('using the user outside of its provider raises: useUser must be used within a UserProvider', () => {
  expect(() => renderToString(<Someone />)).toThrow('useUser must be used within a UserProvider')
})
