import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRows } from '../../test/support/registry/read-sample.ts'
import { ready, readyList } from './ready.ts'
import { Rows } from './rows.ts'

const textOf = (rows: Rows) => Buffer.from(rows.bytes()).toString()
const fieldsOf = (rows: Rows) => Object.values(readRows(`"a","b","c"\n${textOf(rows)}`)[0] ?? {})

/** A row of one field in memory of this size. */
function rowOf(text: string, bytes: number): Rows {
  const rows = new Rows(new Uint8Array(bytes))
  rows.begin()
  rows.field(text)
  rows.end()
  return rows
}

describe('rows', () => {
  it('are their fields, each quoted, with a comma between two and LF at the end', () => {
    const rows = new Rows()
    rows.begin()
    rows.field(ready('one'))
    rows.field('two')
    rows.blank(2)
    rows.number(42)
    rows.end()
    rows.begin()
    rows.field(ready('next'))
    rows.end()
    expect(textOf(rows)).toBe('"one","two","","","42"\n"next"\n')
  })

  it('hold no more empty fields in a row than any file has, rather than what stood there before', () => {
    const rows = new Rows(new Uint8Array(4096).fill(0x58))
    rows.blank(400)
    expect(Buffer.from(rows.bytes()).toString()).toBe('","'.repeat(400))
    expect(() => rows.blank(600)).toThrow('expected at most 1533 bytes of blanks; got 1800')
  })

  it('hold any text in UTF-8 with double quotes doubled, made ready or not', () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(text, text, text, (one, other, third) => {
        const rows = new Rows(new Uint8Array(8))
        rows.begin()
        rows.field(ready(one))
        rows.field(other)
        rows.part(ready(third))
        rows.field(third)
        rows.end()
        expect(fieldsOf(rows)).toEqual([one, other, third + third])
      }),
    )
  })

  it.each(['"THE CEDAR" CLINIC', 'MUÑOZ', '診療所', '1 FERN PATH ST\nBUILDING 4', ''])('hold %j', (text) => {
    const rows = new Rows()
    rows.begin()
    rows.field(ready(text))
    rows.field(text)
    rows.field(ready(text, text))
    rows.end()
    const field = `"${text.replaceAll('"', '""')}"`
    expect(textOf(rows)).toBe(`${Array(4).fill(field).join(',')}\n`)
  })

  it('grow for what does not fit, whether it ends at, before or beyond the end of their memory', () => {
    for (let length = 0; length < 40; length++) {
      const text = 'x'.repeat(length)
      expect(textOf(rowOf(text, 32))).toBe(`"${text}"\n`)
    }
    const long = 'y'.repeat(100_000)
    expect(textOf(rowOf(long, 16))).toBe(`"${long}"\n`)
  })

  it('hold as many empty fields as are asked for, from none to a whole row of the main file', () => {
    for (let count = 0; count <= 330; count++) {
      const rows = new Rows()
      rows.begin()
      rows.blank(count)
      rows.field(ready('end'))
      rows.end()
      expect(textOf(rows)).toBe(`${'"",'.repeat(count)}"end"\n`)
    }
  })

  it('hold numbers up to the greatest NPI, with zeros before them where they are asked for', () => {
    const numbers = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const rows = new Rows()
        rows.begin()
        rows.number(one)
        rows.digits(other, 12)
        rows.endField()
        rows.blank(1)
        rows.end()
        expect(fieldsOf(rows)).toEqual([String(one), String(other).padStart(12, '0'), ''])
      }),
    )
    for (const edge of [0, 9, 10, 99, 100, 2_999_999_999, 2 ** 32 - 1]) {
      const rows = new Rows()
      rows.digits(edge)
      expect(textOf(rows)).toBe(String(edge))
    }
  })

  it('write over the memory of others from its beginning', () => {
    const used = rowOf('of somebody else', 1024).bytes()
    const rows = new Rows(used)
    rows.begin()
    rows.field(ready('mine'))
    rows.end()
    expect(textOf(rows)).toBe('"mine"\n')
    expect(rows.bytes().buffer).toBe(used.buffer)
  })
})

describe('ready texts', () => {
  it('stay what they are when many others are made after them', () => {
    const early = readyList('one', 'two', 'three')
    for (let index = 0; index < 30_000; index++) ready(`text ${index}`)
    const rows = new Rows()
    rows.begin()
    for (const text of early) rows.field(text)
    rows.end()
    expect(textOf(rows)).toBe('"one","two","three"\n')
  })

  it('have at most 255 bytes', () => {
    const rows = new Rows()
    rows.part(ready('é'.repeat(127)))
    expect(textOf(rows)).toBe('é'.repeat(127))
    expect(() => ready('é'.repeat(128))).toThrow('expected at most 255 bytes; got 256')
  })
})
