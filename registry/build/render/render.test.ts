import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordsOnFile } from '#registry/read/words'
import { type CaseStyle, inCase } from '../rows/letter-case.ts'
import { phoneNumber } from '../rows/phone.ts'
import { addressKey, hashOf } from '../snapshot/address-key.ts'
import { PackedFields } from '../staging/packed-fields.ts'
import { ByteTable } from './byte-table.ts'
import { bytesOf } from './bytes.ts'
import { AddressHashes } from './comparing.ts'
import { FieldText, jsonTextOf, type TextSpan } from './field-text.ts'
import { WordTable } from './name-table.ts'

/** Values as CMS has them, and what else people type: quotes, accents, blanks of all kinds, the note of a withheld value. */
const word = fc.oneof(
  fc.constantFrom(
    'OF',
    'THE',
    "O'BRIEN",
    'MCDONALD',
    'LLC',
    'ST',
    'STE',
    'SUITE',
    'STREET',
    '15TH',
    '#5',
    'III',
    'JR.',
  ),
  fc.constantFrom(
    'Mary',
    'JOSÉ',
    'Zoë',
    '<UNAVAIL>',
    '"MOLLY"',
    'A\\B',
    'N.W.',
    'KIRK’S',
    '山田',
    '\u00a0',
    '5551234567',
  ),
  fc.string({ maxLength: 6, unit: 'grapheme' }),
  fc.string({ maxLength: 6, unit: fc.constantFrom(..."ABCXYZ019-&/.,'` ") }),
)
const value = fc
  .tuple(fc.array(word, { maxLength: 5 }), fc.constantFrom(' ', ' ', ' ', '  ', '\n', '-'))
  .map(([words, blank]) => words.join(blank))

/** A row of one field with this text. */
function fieldOf(text: string): PackedFields {
  const bytes = Buffer.from(text, 'utf8')
  const packed = Buffer.alloc(4 + bytes.length)
  packed.writeUInt16LE(bytes.length, 2)
  bytes.copy(packed, 4)
  const fields = new PackedFields(1)
  fields.load(packed, 0, bytes.length === 0 ? 0 : packed.length)
  return fields
}

function spanOf(text: string): TextSpan {
  const bytes = jsonTextOf(text)
  return { bytes, start: 0, end: bytes.length }
}

function parsed({ bytes, start, end }: TextSpan): unknown {
  return JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString('utf8')}"`)
}

describe('a field rendered from its bytes says what the functions for strings say', () => {
  const text = new FieldText()
  const styles: CaseStyle[] = ['family', 'given', 'organization', 'address']

  test('as on file', () => {
    const property = fc.property(value, (one) => {
      expect(parsed(text.onFile(fieldOf(one), 0))).toBe(fieldOf(one).text(0))
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  test.each(styles)('in the case of its style: %s', (style) => {
    const property = fc.property(value, (one) => {
      expect(parsed(text.cased(fieldOf(one), 0, style))).toBe(inCase(fieldOf(one).text(0), style))
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  test('as a phone number', () => {
    const digits = fc.string({ minLength: 9, maxLength: 11, unit: fc.constantFrom(...'0123456789-') })
    const property = fc.property(fc.oneof(digits, value), (one) => {
      expect(parsed(text.phone(fieldOf(one), 0))).toBe(phoneNumber(fieldOf(one).text(0)) ?? '')
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  test('without its dots', () => {
    fc.assert(
      fc.property(value, (one) => {
        const cased = inCase(fieldOf(one).text(0), 'family').replaceAll('.', '')
        expect(parsed(text.cased(fieldOf(one), 0, 'family').without(0x2e))).toBe(cased)
      }),
    )
  })
})

test('the words of a name are those it is looked for by, and a word has one number for good', () => {
  const table = new WordTable()
  const words: string[] = []
  fc.assert(
    fc.property(value, (name) => {
      const found: number[] = []
      table.eachWord(spanOf(name), (number) => found.push(number))
      const fresh = table.takeFresh()
      const starts = [0, ...fresh.ends]
      for (const [index, end] of fresh.ends.entries()) {
        words.push(Buffer.from(fresh.words.subarray(starts[index], end)).toString('utf8'))
      }
      expect(new Set(found.map((number) => words[number]))).toEqual(new Set(wordsOnFile(name)))
    }),
    { numRuns: 1_000 },
  )
  expect(new Set(words).size).toBe(words.length)
})

test('addresses are compared by the hash of their key', () => {
  const hashes = new AddressHashes()
  fc.assert(
    fc.property(
      value,
      value,
      fc.constantFrom('10118', '10118-0110', 'sw1a 1aa', ''),
      (firstLine, secondLine, postalCode) => {
        const key = addressKey({ firstLine, secondLine, postalCode })
        const expected = key === undefined ? 0 : hashOf(bytesOf(key))
        expect(hashes.of(spanOf(firstLine), spanOf(secondLine), spanOf(postalCode))).toBe(expected)
      },
    ),
    { numRuns: 1_000 },
  )
})

test('runs of bytes are numbered in the order they come, and found again however many there are', () => {
  const table = new ByteTable(2)
  const keys = Array.from({ length: 5_000 }, (_, index) => bytesOf(`${index % 2 === 0 ? 'MAIN' : ''}${index}`))
  for (const [index, key] of keys.entries()) {
    expect(table.find(key, 0, key.length)).toBe(-1)
    expect(table.add(key, 0, key.length)).toBe(index)
  }
  for (const [index, key] of keys.entries()) expect(table.find(key, 0, key.length)).toBe(index)
  expect(table.find(bytesOf(''), 0, 0)).toBe(-1)
  table.clear()
  expect(table.find(bytesOf('MAIN0'), 0, 5)).toBe(-1)
})
