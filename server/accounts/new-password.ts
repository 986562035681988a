/** A new password has the installation's length and is not a common one. */
import type { Fail } from '../http/verb.ts'
import type { LimitSettings } from '../settings.ts'
import { isCommonPassword } from './common-passwords.ts'

/** `parameter` is the caller's name for it. */
export function requireGoodPassword(
  { password, email, parameter }: { password: string; email: string; parameter: string },
  { passwordLengthMin }: Pick<LimitSettings, 'passwordLengthMin'>,
  fail: Fail<'invalid_input' | 'password_too_common'>,
): void {
  const length = [...password].length
  if (length < passwordLengthMin) {
    const expected = `a password of at least ${passwordLengthMin} characters`
    fail('invalid_input', { parameter, expected, got: `${length} characters` })
  }
  if (isCommonPassword(password, email)) fail('password_too_common', { parameter })
}
