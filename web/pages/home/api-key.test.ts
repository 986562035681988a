import { expect, test } from 'vitest'
import { maskedKey } from './api-key.tsx'

test('a key is shown with its first 10 characters and a dot for each of the rest', () => {
  const key = 'pdx_0Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3A1b2C3'
  expect(maskedKey(key)).toBe(`pdx_0Ab1Cd${'•'.repeat(40)}`)
  expect(maskedKey('0123456789')).toBe('0123456789')
  expect(maskedKey('012')).toBe('012')
})
