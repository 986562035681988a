import { describe, expect, it } from 'vitest'
import { isLoopback } from './addresses.ts'

describe('this machine', () => {
  it.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.0.0.2', '127.255.255.255', '::1', '[::1]'])(
    'is reached as %s',
    (host) => {
      expect(isLoopback(host)).toBe(true)
    },
  )

  it.each([
    '',
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    '127.0.0.256',
    '127.0.0.1.example.org',
    'localhost.example.org',
    '127.example.org',
    '[::2]',
    '::ffff:10.0.0.1',
  ])('is not meant by %j', (host) => {
    expect(isLoopback(host)).toBe(false)
  })
})
