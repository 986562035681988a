import { toasts } from '../ui/toasts.tsx'
import { call } from './call.ts'
import { type Area, clearToken } from './tokens.ts'

/** Signs out of an area: here at once, and on the server as soon as it answers. The guard leads to the login. */
export function signOut(area: Area): void {
  // A session that cannot be ended now ends by itself later; nobody should stay signed in here for that.
  call('POST /logout', {}, { area }).catch(() => undefined)
  // What was said to this user is not for the next one at the login.
  toasts.clear()
  clearToken(area, { isWanted: true })
}
