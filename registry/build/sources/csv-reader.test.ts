import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldBytesMax, rowBytesMax } from '../limits.ts'
import { CsvError, CsvReader } from './csv-reader.ts'

interface Read {
  header: string[]
  rows: { line: number; fields: string[] }[]
  refused: { line: number; rule: string; got: string }[]
  repeatedHeaders: number
}

function read(content: string | Buffer, chunkBytes = Number.POSITIVE_INFINITY): Read {
  const result: Read = { header: [], rows: [], refused: [], repeatedHeaders: 0 }
  const reader = new CsvReader({
    header: (names) => {
      result.header = names
    },
    row: (row) => result.rows.push({ line: row.line, fields: row.texts() }),
    refused: (line, rule, got) => result.refused.push({ line, rule, got }),
  })
  const bytes = Buffer.from(content)
  const step = Math.min(chunkBytes, Math.max(1, bytes.length))
  for (let at = 0; at < bytes.length; at += step) reader.push(Buffer.from(bytes.subarray(at, at + step)))
  reader.end()
  result.repeatedHeaders = reader.repeatedHeaders
  return result
}

function errorOf(content: string | Buffer, chunkBytes?: number): CsvError {
  try {
    read(content, chunkBytes)
  } catch (error) {
    if (error instanceof CsvError) return error
    throw error
  }
  throw new Error('expected a CsvError; got none')
}

const field = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('', '"', '""', ',', '\n', '\r\n', 'a"b', 'Ñandú', '👩‍⚕️', ' x '),
)

const table = fc
  .integer({ min: 2, max: 6 })
  .chain((columns) =>
    fc.array(fc.array(field, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
  )
  .map((rows) => rows.map((fields) => fields.map((text) => text.replaceAll('\0', ''))))

test('any table comes back as it was written, however the bytes arrive', () => {
  fc.assert(
    fc.property(
      table,
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('\n', '\r\n'),
      fc.boolean(),
      (rows, chunk, end, isLastEnded) => {
        const header = (rows[0] ?? []).map((_, index) => `column ${index}`)
        const lines = [header, ...rows].map((fields) =>
          fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(','),
        )
        const result = read(lines.join(end) + (isLastEnded ? end : ''), chunk)
        expect(result.header).toEqual(header)
        expect(result.rows.map(({ fields }) => fields)).toEqual(rows)
        expect(result.refused).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})

test('any bytes are read to the end or refused with a CsvError, the same for every way they arrive', () => {
  const outcome = (bytes: Buffer, chunk: number) => {
    try {
      return read(bytes, chunk)
    } catch (error) {
      if (error instanceof CsvError) return `${error.line} ${error.message}`
      throw error
    }
  }
  const piece = fc.constantFrom('"', ',', '\n', '\r', 'a', 'b', '\0', '\u00e9', '"",""\n', 'a,b\n', '"a","b"\r\n')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (pieces, chunk) => {
      const bytes = Buffer.from(`x,y\n${pieces.join('')}`, 'latin1')
      expect(outcome(bytes, chunk)).toEqual(outcome(bytes, bytes.length))
    }),
    { numRuns: 1_000 },
  )
})

test('lines are counted through line ends inside quotes', () => {
  const { rows } = read('a,b\n"1\n2",x\n3,"y\r\nz"\n4,w\n')
  expect(rows.map(({ line }) => line)).toEqual([2, 4, 6])
})

test('a byte order mark, plain fields, CRLF and blank lines at the end are read', () => {
  const { header, rows } = read('\uFEFFa,b\r\n1,\r\n"2",x\r\n\r\n\n')
  expect(header).toEqual(['a', 'b'])
  expect(rows.map(({ fields }) => fields)).toEqual([
    ['1', ''],
    ['2', 'x'],
  ])
})

test('the header standing again among the rows is read over and counted', () => {
  const { rows, repeatedHeaders } = read('NPI,b\n1,2\n"NPI","b"\n3,4\nNPI,x\n')
  expect(rows.map(({ fields }) => fields)).toEqual([
    ['1', '2'],
    ['3', '4'],
    ['NPI', 'x'],
  ])
  expect(repeatedHeaders).toBe(1)
})

test.each([
  ['too few fields', 'a,b\n1\n2,3\n', 2, /as many fields/, '1 instead of 2'],
  ['too many fields', 'a,b\n1,2,3\n2,3\n', 2, /as many fields/, '3 instead of 2'],
  ['text after a closing quote', 'a,b\n"x"y,1\n2,3\n', 2, /well-formed/, 'text after a closing quote'],
  ['a quote inside a plain field', 'a,b\nx"y,1\n2,3\n', 2, /well-formed/, 'a quote inside a field without quotes'],
  ['a lost quote', 'a,b\n"x,1\n2,"3"\n2,3\n', 2, /well-formed/, 'text after a closing quote'],
  ['a lone carriage return', 'a,b\nx\r1,1\n2,3\n', 2, /well-formed/, 'a carriage return without a line feed'],
  ['a NUL byte', 'a,b\n1,x\0\n2,3\n', 2, /text/, 'a NUL byte'],
])('a row with %s is refused with its line, and the next one is read', (_, content, line, rule, got) => {
  for (const chunk of [1, 3, 1000]) {
    const { refused, rows } = read(content, chunk)
    expect(refused).toHaveLength(1)
    expect(refused[0]).toMatchObject({ line, rule: expect.stringMatching(rule), got: expect.stringContaining(got) })
    expect(rows.map(({ fields }) => fields)).toEqual([['2', '3']])
  }
})

test('a row in Latin-1 is refused, and so is none of its neighbors', () => {
  const { refused, rows } = read(Buffer.from('a,b\nMuñoz,1\n2,3\n', 'latin1'))
  expect(refused).toEqual([{ line: 2, rule: 'expected UTF-8', got: 'other bytes, perhaps Latin-1' }])
  expect(rows).toHaveLength(1)
})

test('a field of the longest length is read and one of a byte more is refused', () => {
  const { refused, rows } = read(`a,b\n${'x'.repeat(fieldBytesMax)},1\n${'x'.repeat(fieldBytesMax + 1)},1\n`)
  expect(rows.map(({ line }) => line)).toEqual([2])
  expect(refused).toEqual([
    {
      line: 3,
      rule: `expected fields of at most ${fieldBytesMax} bytes`,
      got: `${fieldBytesMax + 1} bytes in column 1`,
    },
  ])
})

test('a field that does not end is given up before it fills the memory', () => {
  let pushed = 0
  const reader = new CsvReader({ header: () => {}, row: () => {}, refused: () => {} })
  reader.push(Buffer.from('a,b\n1,2\n"'))
  const push = () => {
    for (; pushed < 10_000_000; pushed += 65_536) reader.push(Buffer.alloc(65_536, 'x'))
  }
  expect(push).toThrow(/expected rows of at most/)
  expect(pushed).toBeLessThanOrEqual(2 * rowBytesMax)
})

test.each([
  ['UTF-16 with a mark', Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'), /UTF-16/],
  ['UTF-16 without a mark', Buffer.from('a,b\n1,2\n', 'utf16le'), /UTF-16/],
  ['a header in Latin-1', Buffer.from('Straße,b\n1,2\n', 'latin1'), /UTF-8/],
  ['a zip archive', Buffer.from('PK\u0003\u0004rest'), /zip archive/],
  ['nothing', Buffer.from(''), /empty file/],
  ['only blank lines', Buffer.from('\n\n\n\n\n'), /empty file/],
  ['a broken header', Buffer.from('"a"x,b\n1,2\n'), /header line/],
  ['too many columns', Buffer.from(`${'a,'.repeat(1_001)}a\n`), /at most 1000 columns/],
])('a file of %s is refused whole', (_, content, message) => {
  expect(errorOf(content).message).toMatch(message)
  expect(errorOf(content, 1).message).toMatch(message)
})

test.each([
  ['inside quotes', 'a,b\n1,2\n3,"4', /inside quotes: the file is cut off/],
  ['between fields', 'a,b,c\n1,2,3\n4,5', /after 2 fields: the file is cut off/],
])('a file cut off %s is refused whole, with the line', (_, content, message) => {
  expect(errorOf(content).message).toMatch(message)
  expect(errorOf(content).line).toBe(3)
})
