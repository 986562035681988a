import { describe, expect, it } from 'vitest'
import { newPassword } from '#contract/parameters'
import { ApiError, fail } from '../http/verb.ts'
import { requireGoodPassword } from './new-password.ts'

/** What is said of a password for ada@example.org, or "good". */
function verdict(password: string, passwordLengthMin = 8): string {
  try {
    requireGoodPassword({ password, email: 'ada@example.org', parameter: 'newPassword' }, { passwordLengthMin }, fail)
    return 'good'
  } catch (error) {
    return error instanceof ApiError ? error.message : expect.unreachable(String(error))
  }
}

describe('B2: a new password', () => {
  it.each([
    ['🌊'.repeat(14), 15, 'newPassword: expected a password of at least 15 characters; got 14 characters.'],
    ['🌊☂'.repeat(8), 15, 'good'],
    ['a long walk by the sea', 22, 'good'],
    ['a long walk by the sea', 23, 'newPassword: expected a password of at least 23 characters; got 22 characters.'],
  ])('must have as many characters as the settings require: %s, %i', (password, min, said) => {
    expect(verdict(password, min)).toBe(said)
  })

  it.each(['password1', 'PASSWORD1', 'zzzzzzzz', 'ada@example.org', 'Ada@Example.org'])('may not be %s', (password) => {
    expect(verdict(password)).toBe('newPassword: expected a less common password; this one is easy to guess.')
  })

  it.each([
    ['seven c', false],
    ['eight ch', true],
    ['🌊'.repeat(8), true],
    ['🌊'.repeat(7), false],
    ['        ', true],
    ['é'.repeat(256), true],
    ['é'.repeat(257), false],
    ['e\u0301'.repeat(256), true],
    ['ﬀ'.repeat(128), true],
    ['ﬀ'.repeat(129), false],
    [' pass\tword\0 ', true],
  ])('has 8 to 256 characters of any kind, counted after NFKC: %j', (password, isTaken) => {
    expect(newPassword.safeParse(password).success).toBe(isTaken)
  })

  it('is the same however its characters were composed, and never cut or trimmed', () => {
    expect(newPassword.parse('a\u030angstro\u0308m ')).toBe('ångström ')
  })
})
