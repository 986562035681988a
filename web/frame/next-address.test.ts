import { describe, expect, test } from 'vitest'
import { nextAfterLogin, withNext } from './next-address.ts'

describe('the way back after signing in', () => {
  test.each([
    ['/home', '/login'],
    ['/home?panel=payment', '/login?next=%2Fhome%3Fpanel%3Dpayment'],
    ['/admin', '/login?next=%2Fadmin'],
  ])('from %s is kept in the address %s', (here, address) => {
    expect(withNext(here, 'api')).toBe(address)
  })

  test('goes along to the other pages on the way in', () => {
    expect(withNext('/admin', 'api', 'signup')).toBe('/signup?next=%2Fadmin')
    expect(withNext('/verify-email', 'portal', 'forgotPassword')).toBe('/portal-forgot-password?next=%2Fverify-email')
    expect(withNext('/home', 'api', 'signup')).toBe('/signup')
  })

  test('is that of its own area', () => {
    expect(withNext('/myPortal?id=1', 'portal')).toBe('/portal-login?next=%2FmyPortal%3Fid%3D1')
    expect(nextAfterLogin('', 'portal')).toBe('/myPortal')
  })

  test.each(['/home?panel=payment', '/admin?status=all&id=1#x'])('leads to %s', (next) => {
    expect(nextAfterLogin(`?${new URLSearchParams({ next })}`, 'api')).toBe(next)
  })

  test.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '',
    'home',
  ])('never leads to another site: %j leads home', (next) => {
    expect(nextAfterLogin(`?${new URLSearchParams({ next })}`, 'api')).toBe('/home')
  })
})
