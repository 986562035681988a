import { expect, test } from 'vitest'
import { Gmac } from './gmac.ts'

test('the checksum of a file is its GMAC, whatever pieces it came in', () => {
  // The first test case of the GCM specification (McGrew and Viega): no data, and key and nonce of zeros.
  expect(new Gmac().text()).toBe('58e2fccefa7e3061367f1d57a4e7455a')
  const bytes = Buffer.from('a text of some 40 bytes, in three pieces')
  const [whole, pieces] = [new Gmac(), new Gmac()]
  whole.add(bytes)
  for (const [from, to] of [
    [0, 1],
    [1, 1],
    [1, 22],
    [22, bytes.length],
  ])
    pieces.add(bytes.subarray(from, to))
  expect(pieces.text()).toBe(whole.text())
})
