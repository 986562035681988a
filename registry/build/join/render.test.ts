import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mainColumns } from '#registry/columns'
import { placeOfPostalCode } from '#registry/search/filed-places'
import { fieldKey, fieldKeyMax, fieldMarks, indexTerms } from '#registry/search/words'
import { Bytes, bytesOf, jsonTextOf, type TextSpan } from '../memory/bytes.ts'
import { ByteTable } from '../memory/tables.ts'
import { otherName as otherNameColumns } from '../rows/columns.ts'
import { PackedFields } from '../stage/staged-rows.ts'
import { Address, AddressHashes, addressKey, hashOf } from './addresses.ts'
import { FieldText, phoneNumber } from './field-text.ts'
import { FiledPlaces } from './filed-places.ts'
import { type CaseStyle, inCase } from './letter-case.ts'
import { FullName, OtherNames, otherNameKind } from './names.ts'
import { WordTable } from './words.ts'

/**
 * Values as CMS has them, and what else people type: quotes, accents, blanks of all kinds, the note of a withheld
 * value.
 */
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
    'AIDS',
    'HEARING',
    'DO,',
    'FOR',
    'US',
    'CO',
    'HWY',
    'VI',
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

/** Fields packed as they are staged, each with the number of its column. */
function packedOf(...fields: [column: number, text: string][]): Buffer {
  const packed = fields.map(([column, text]) => {
    const bytes = Buffer.from(text, 'utf8')
    const head = Buffer.alloc(4)
    head.writeUInt16LE(column, 0)
    head.writeUInt16LE(bytes.length, 2)
    return bytes.length === 0 ? bytes : Buffer.concat([head, bytes])
  })
  return Buffer.concat(packed)
}

/** A row of fields with these texts. */
function fieldsOf(...texts: string[]): PackedFields {
  const row = packedOf(...texts.map((text, column): [number, string] => [column, text]))
  const fields = new PackedFields(Math.max(texts.length, mainColumns.length))
  fields.load(row, 0, row.length)
  return fields
}

/** What is written, behind something else, as the text of a JSON string. */
function written(write: (out: Bytes) => void): unknown {
  const out = new Bytes(1)
  out.byte(0x7c)
  write(out)
  return JSON.parse(`"${Buffer.from(out.buffer.subarray(1, out.length)).toString('utf8')}"`)
}

function spanOf(text: string): TextSpan {
  const bytes = jsonTextOf(text)
  return { bytes, start: 0, end: bytes.length }
}

function textOf({ bytes, start, end }: TextSpan): unknown {
  return JSON.parse(`"${Buffer.from(bytes.subarray(start, end)).toString('utf8')}"`)
}

describe('a field rendered from its bytes says what the functions for strings say', () => {
  const text = new FieldText()
  const styles: CaseStyle[] = ['family', 'given', 'affix', 'organization', 'address']

  test('as on file', () => {
    const property = fc.property(value, (one) => {
      const fields = fieldsOf(one)
      expect(written((out) => text.onFile(fields, 0, out))).toBe(fields.text(0))
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  test.each(styles)('in the case of its style: %s', (style) => {
    const property = fc.property(value, (one) => {
      const fields = fieldsOf(one)
      expect(written((out) => text[style].write(fields, 0, out))).toBe(inCase(fields.text(0), style))
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  test('as a phone number', () => {
    const digits = fc.string({ minLength: 9, maxLength: 11, unit: fc.constantFrom(...'0123456789-') })
    const property = fc.property(fc.oneof(digits, value), (one) => {
      const fields = fieldsOf(one)
      expect(written((out) => text.phone(fields, 0, out))).toBe(phoneNumber(fields.text(0)) ?? '')
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  test('as the name of a person, in which a suffix has no dots', () => {
    const name = new FullName(text)
    const columns = { first: 0, middle: 1, last: 2, suffix: 3 }
    const suffix = fc.oneof(fc.constantFrom('JR.', '...', '--', 'III'), value)
    const property = fc.property(value, value, value, suffix, (...parts) => {
      const fields = fieldsOf(...parts)
      const [first, middle] = [0, 1].map((column) => inCase(fields.text(column), 'given'))
      const last = inCase(fields.text(2), 'family')
      const end = inCase(fields.text(3), 'affix').replaceAll('.', '')
      const expected = [first, middle, last, /[^-]/.test(end) ? end : ''].filter((part) => part !== '').join(' ')
      expect(written((out) => name.write(fields, columns, out))).toBe(expected)
    })
    fc.assert(property, { numRuns: 1_000 })
  })

  test('and as it is when it is longer than what is remembered of words', () => {
    const long = `${'A1'.repeat(20_000)} ${'O’B'.repeat(100)}`
    const fields = fieldsOf(long, 'MCA', 'MC', 'PHARMD', 'PHARMDS')
    expect(written((out) => text.organization.write(fields, 0, out))).toBe(inCase(long, 'organization'))
    const rest = [1, 2, 3, 4].map((column) => written((out) => text.organization.write(fields, column, out)))
    expect(rest).toEqual(['MCA', 'Mc', 'PharmD', 'Pharmds'])
  })
})

test('the words of a name are those it is looked for by, and a word has one number for good', () => {
  const table = new WordTable()
  const words: string[] = []
  fc.assert(
    fc.property(value, (name) => {
      const found: number[] = []
      table.eachWord([spanOf(name)], (number) => found.push(number))
      const fresh = table.takeFresh()
      const starts = [0, ...fresh.ends]
      for (const [index, end] of fresh.ends.entries()) {
        words.push(Buffer.from(fresh.words.subarray(starts[index], end)).toString('utf8'))
      }
      expect(new Set(found.map((number) => words[number]))).toEqual(new Set(indexTerms([name])))
    }),
    { numRuns: 1_000 },
  )
  expect(new Set(words).size).toBe(words.length)
})

test('the word of a whole field is the one it is looked for by', () => {
  fc.assert(
    fc.property(value, (name) => {
      const table = new WordTable()
      const found: number[] = []
      table.fieldWord('last', spanOf(name), (number) => found.push(number))
      const key = [...fieldKey(name)].slice(0, fieldKeyMax).join('')
      expect(Buffer.from(table.takeFresh().words).toString('utf8')).toBe(key === '' ? '' : fieldMarks.last + key)
      expect(found).toEqual(key === '' ? [] : [0])
    }),
    { numRuns: 1_000 },
  )
})

test('the place of an address is its text in capitals, and five digits of a ZIP code', () => {
  const columns = { firstLine: 0, secondLine: 1, city: 2, state: 3, postalCode: 4, country: 5 }
  const places = new FiledPlaces()
  const postalCode = fc.oneof(value, fc.constantFrom('10118', '101180110', '10118-0110', 'M5V 2T6', ''))
  fc.assert(
    fc.property(value, value, postalCode, value, (city, state, code, country) => {
      const fields = fieldsOf('', '', city, state, code, country)
      const { buffer, length } = places.lineOf(fields, columns)
      const capitals = (column: number) => fields.text(column).toUpperCase()
      const expected = [
        country === '' ? 'US' : capitals(columns.country),
        capitals(columns.state),
        capitals(columns.city),
        placeOfPostalCode(fields.text(columns.postalCode)),
      ]
      const isNone = city === '' && code === ''
      expect(Buffer.from(buffer.subarray(0, length)).toString('utf8')).toBe(isNone ? '' : expected.join('\t'))
    }),
    { numRuns: 1_000 },
  )
})

test('addresses are compared by the hash of their key', () => {
  const hashes = new AddressHashes()
  const address = new Address(new FieldText())
  const columns = { firstLine: 0, secondLine: 1, postalCode: 2, city: 3, state: 4, country: 5, phone: 6, fax: 7 }
  const streetWord = fc.constantFrom('STREET', 'STR', 'AV', 'SUITE', 'ST.', 'NO', 'NORTHWEST', '12', '5TH', '#')
  const street = fc.array(fc.oneof(streetWord, value), { maxLength: 4 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(
      fc.oneof(value, street),
      fc.oneof(value, street),
      fc.constantFrom('10118', '101180110', 'sw1a 1aa', ''),
      (firstLine, secondLine, postalCode) => {
        const fields = fieldsOf(firstLine, secondLine, postalCode, 'NEW YORK', 'NY', 'US', '', '')
        address.load(fields, columns)
        // As they are answered: a letter may have another capital than it had on file.
        const { bytes, firstLineEnd, secondLineEnd, countryEnd } = address
        const text = (start: number, end: number): string =>
          JSON.parse(`"${Buffer.from(bytes.buffer.subarray(start, end)).toString()}"`)
        const key = addressKey({
          firstLine: text(0, firstLineEnd),
          secondLine: text(firstLineEnd, secondLineEnd),
          postalCode: text(countryEnd, bytes.length),
        })
        expect(hashes.of(address)).toBe(key === undefined ? 0 : hashOf(bytesOf(key)))
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

test('other names that differ only in the case of their letters count once, as the last of them is written', () => {
  const names = new OtherNames(new FieldText())
  const kinds = ['3', '5', '']
  const name = fc.oneof(
    fc.constantFrom('KIRK CLINIC', 'kirk clinic', 'STRAßE', 'STRASSE', 'Ñ', 'ñ', 'A@', 'A`', ''),
    value,
  )
  const property = fc.property(fc.array(fc.tuple(name, fc.constantFrom(...kinds)), { maxLength: 4 }), (given) => {
    const packed = given.map(([text, kind]) => packedOf([otherNameColumns.name, text], [otherNameColumns.kind, kind]))
    const starts = packed.map((_, index) => Buffer.concat(packed.slice(0, index)).length)
    const spans = packed.map((row, index) => ({ start: starts[index], end: starts[index] + row.length }))
    names.load(fieldsOf(), false, Buffer.concat(packed), spans)
    const all = given.flatMap(([text, kind]) => {
      const onFile = fieldsOf(text).text(0)
      const code = kind === '' ? {} : { code: kind }
      return onFile === '' ? [] : [{ name: inCase(onFile, 'organization'), kind: otherNameKind(kind), ...code }]
    })
    const distinct = new Map(all.map((one) => [`${one.kind} ${one.name.toUpperCase()}`, one]))
    const told: unknown = JSON.parse(
      `[${Buffer.from(names.json.buffer.subarray(0, names.json.length)).toString('utf8')}]`,
    )
    expect(told).toEqual([...distinct.values()])
    expect(names.names.map(textOf)).toEqual([...distinct.values()].map((one) => one.name))
  })
  fc.assert(property, { numRuns: 1_000 })
})

test('bytes that are taken stand in memory of their own; shared ones in what was given for them, where that has room', () => {
  const bytes = new Bytes(2)
  const put = (text: string) => {
    bytes.put(bytesOf(text))
    return bytes
  }
  const memory = new SharedArrayBuffer(6)
  const taken = [
    put('first').take(),
    put('second').takeShared(memory),
    put('longest').takeShared(memory),
    put('new').takeShared(undefined),
    put('').takeShared(memory),
    put('last').take(),
  ]
  expect(taken.map((one) => Buffer.from(one).toString())).toEqual(['first', 'second', 'longest', 'new', '', 'last'])
  expect(taken.map(({ buffer }) => buffer === memory)).toEqual([false, true, false, false, true, false])
})
