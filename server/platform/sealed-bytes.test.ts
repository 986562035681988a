import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sealBytes, sealKeyBytes, unsealBytes } from './secrets.ts'

const key = randomBytes(sealKeyBytes)
const bytes = randomBytes(1_000)

describe('C7: sealed bytes', () => {
  test('open with their key and for their owner alone', () => {
    const sealed = sealBytes(key, bytes, 'image|1|2|1')
    expect(unsealBytes(key, sealed, 'image|1|2|1')).toEqual(bytes)
    for (const owner of ['image|1|3|1', 'image|2|2|1', 'image|1|2|2', 'image|1|2|1 ', '']) {
      expect(() => unsealBytes(key, sealed, owner)).toThrow()
    }
    expect(() => unsealBytes(randomBytes(sealKeyBytes), sealed, 'image|1|2|1')).toThrow()
  })

  test('are sealed with a nonce of 96 random bits, so that nothing of them is the same twice', () => {
    const times = Array.from({ length: 100 }, () => sealBytes(key, bytes, 'owner'))
    expect(new Set(times.map((sealed) => sealed.toString('hex', 1, 13))).size).toBe(100)
    expect(new Set(times.map((sealed) => sealed.toString('hex', 13, 29))).size).toBe(100)
    expect(new Set(times.map((sealed) => sealed.toString('hex', 29, 61))).size).toBe(100)
    for (const sealed of times) expect(sealed).toHaveLength(1 + 12 + 16 + bytes.length)
  })
})
