import { describe, expect, test } from 'vitest'
import type { PracticeAddress } from '#contract/providers'
import { addressKey, hashOf } from './addresses.ts'

function at(firstLine: string, secondLine?: string, postalCode = '10118'): PracticeAddress {
  const rest = { city: 'New York', state: 'NY', countryCode: 'US', postalCode, coords: null }
  return { firstLine, ...(secondLine !== undefined && { secondLine }), ...rest }
}

const suite = addressKey(at('350 Fifth Street', 'Suite 2100'))

describe('the same address', () => {
  test.each([
    ['another case', at('350 FIFTH STREET', 'SUITE 2100')],
    ['short forms', at('350 Fifth St.', 'Ste 2100')],
    ['a number sign', at('350 Fifth St', '#2100')],
    ['one line', at('350 Fifth Street, Suite 2100')],
    ['a ZIP+4', at('350 Fifth Street', 'Suite 2100', '10118-0110')],
    ['other punctuation', at('350  Fifth-Street', 'Unit: 2100')],
  ])('is recognised in %s', (_name, address) => {
    expect(addressKey(address)).toBe(suite)
  })

  test.each([
    ['North Saint Mary’s Avenue', "N St Mary's Ave."],
    ['1 Southwest Medical Center Drive', '1 SW MED CTR DR'],
    ['12 Boulevard Place, 3rd Floor', '12 BLVD PL 3RD FL'],
  ])('%s is %s', (long, short) => {
    expect(addressKey(at(long))).toBe(addressKey(at(short)))
  })
})

describe('another address', () => {
  test.each([
    ['another suite', at('350 Fifth Street', 'Suite 2101')],
    ['no suite', at('350 Fifth Street')],
    ['another number', at('351 Fifth Street', 'Suite 2100')],
    ['another ZIP code', at('350 Fifth Street', 'Suite 2100', '10119')],
    ['an avenue', at('350 Fifth Avenue', 'Suite 2100')],
    ['a house number that runs into the suite', at('35 0 Fifth Street', 'Suite 2100')],
  ])('is told by %s', (_name, address) => {
    expect(addressKey(address)).not.toBe(suite)
  })

  test('is none at all without a letter or a digit in the street lines', () => {
    for (const line of ['', ' - ', '#']) expect(addressKey(at(line))).toBeUndefined()
  })
})

test('texts hash to whole numbers of 53 bits, a million of them to a million different ones', () => {
  const hashes = new Set<number>()
  for (let index = 0; index < 1_000_000; index++) {
    hashes.add(hashOf(Buffer.from(`${index} MAIN ST|${index % 100_000}`)))
  }
  expect(hashes.size).toBe(1_000_000)
  for (const hash of ['', 'a', '+12125550101'].map((text) => hashOf(Buffer.from(text)))) {
    expect(Number.isSafeInteger(hash)).toBe(true)
    expect(hash).toBeGreaterThan(0)
  }
})
