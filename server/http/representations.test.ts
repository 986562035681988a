import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { compressedBytesMin } from '#contract/limits'
import { compressed, encodingFor, isKnown, keptBy } from './representations.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br', 'br'],
  ['gzip', 'gzip'],
  ['BR ; Q=1', 'br'],
  ['*', 'br'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.8, br;q=0.2', 'gzip'],
  ['gzip;q=0.000, br;q=0', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.1, gzip;q=0.5', 'gzip'],
  ['identity;q=0', 'identity'],
  ['deflate, zstd', 'identity'],
  ['br;q=x', 'identity'],
])('a client that accepts %j gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding)
})

describe('a body', () => {
  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ])('comes whole by %s from a kilobyte on, and as it is below', (encoding, decode) => {
    const accepts = { 'accept-encoding': encoding }
    for (const length of [compressedBytesMin, 5_000, 300_000]) {
      const body = Buffer.from('é0'.repeat(length)).subarray(0, length)
      const sent = compressed(accepts, body)
      expect(sent.headers).toEqual({ 'content-encoding': encoding })
      expect(sent.body.length).toBeLessThan(length / 2)
      expect(decode(sent.body)).toEqual(body)
    }
    const short = Buffer.alloc(compressedBytesMin - 1)
    expect(compressed(accepts, short)).toEqual({ body: short, headers: {} })
  })

  test('comes as it is to a client that names no encoding', () => {
    const body = Buffer.alloc(5_000)
    expect(compressed({}, body)).toEqual({ body, headers: {} })
  })
})

test.each([
  ['"a"', '"a"', true],
  ['W/"a"', '"a"', true],
  ['"a"', 'W/"a"', true],
  ['"b", W/"a" ,"c"', 'W/"a"', true],
  ['*', 'W/"a"', true],
  ['"ab"', '"a"', false],
  ['a', '"a"', false],
  ['', '"a"', false],
  [undefined, '"a"', false],
])('If-None-Match of %s and a tag of %s: %s', (header, tag, isSame) => {
  expect(isKnown(header, tag)).toBe(isSame)
})

test('the tag of an answer changes with registry, lists, question and answer, and with nothing else', () => {
  const registry = { version: 'v1', listsVersion: 'l1' }
  const tagOf = (changed: Partial<typeof registry>, question = { state: 'NY' }, json = '{}') =>
    keptBy({ ...registry, ...changed }, question, Buffer.from(json), 'no-cache').ETag
  const tag = tagOf({})
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/)
  expect(tagOf({})).toBe(tag)
  const others = [
    tagOf({ version: 'v2' }),
    tagOf({ listsVersion: '' }),
    tagOf({}, { state: 'NJ' }),
    tagOf({}, undefined, '[]'),
  ]
  expect(new Set([tag, ...others]).size).toBe(5)
  expect(tagOf({})).toBe(tag)
})
