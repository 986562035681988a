import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvOf, testFolder } from '../../../test/support/registry/test-files.ts'
import { SpareMemory } from '../memory/shared-bytes.ts'
import { CsvReader } from '../sources/csv-reader.ts'
import { bareRow, PackedFields, packFields, rowAt, rowsIn, StagedRows, stageRow } from './staged-rows.ts'
import { Staging } from './staging.ts'

test('rows come back by ranges of ascending NPIs, each as it was and in the order it came, in memory of ranges before or their own', () => {
  const row = fc.record({
    npi: fc.integer({ min: 1_000_000_000, max: 2_999_999_999 }),
    kind: fc.nat(4),
    file: fc.nat(65_535),
    rank: fc.nat(20_991_231),
    content: fc.oneof(
      fc.uint8Array({ maxLength: 20 }),
      fc.integer({ min: 60_000, max: 70_000 }).map((length) => new Uint8Array(length).fill(7)),
    ),
  })
  const folder = testFolder()
  let run = 0
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.boolean(), (rows, isReused) => {
      const staging = new Staging(join(folder, String(run++)))
      for (const { kind, file, npi, rank, content } of rows) {
        const row = Buffer.concat([bareRow({ kind, file, npi, rank }), content])
        row.writeUInt32LE(content.length)
        staging.append(row)
      }
      const back: { npi: number; kind: number; file: number; rank: number; content: string }[][] = []
      const spare = new SpareMemory()
      for (const range of staging.ranges(spare)) {
        const told = rowsIn(range).map((at) => {
          const { kind, file, npi, rank, start, end } = rowAt(range, at)
          return { npi, kind, file, rank, content: range.toString('latin1', start, end) }
        })
        back.push(told)
        if (isReused) spare.put(range.buffer)
      }
      staging.close()
      const npis = back.map((range) => range.map(({ npi }) => npi))
      for (const [index, range] of npis.entries()) {
        expect(Math.max(...range)).toBeLessThan(Math.min(...npis.slice(index + 1).flat()))
      }
      const inOrder = (list: { npi: number }[]) =>
        list
          .map((value, at) => ({ value, at }))
          .sort((a, b) => a.value.npi - b.value.npi || a.at - b.at)
          .map(({ value }) => value)
      const asText = rows.map((value) => ({ ...value, content: Buffer.from(value.content).toString('latin1') }))
      expect(inOrder(back.flat())).toEqual(inOrder(asText))
    }),
    { numRuns: 50 },
  )
})

test('the fields of a row are read back by their column, whatever the order of the file', () => {
  const packed = Buffer.alloc(1_000)
  const fields = new PackedFields(4)
  const texts: string[][] = []
  const reader = new CsvReader({
    header: () => {},
    row: (row) => {
      fields.load(packed, 0, packFields(row, Int16Array.of(3, 1, 0, 2), packed, 0))
      texts.push([0, 1, 2, 3].map((column) => fields.text(column)))
    },
    refused: () => {},
  })
  const rows = [
    { d: 'say "Ñ"', b: ' two\nlines  here ', a: '', c: '<UNAVAIL>' },
    { d: '', b: '', a: 'x', c: '' },
  ]
  reader.push(Buffer.from(csvOf(['d', 'b', 'a', 'c'], rows)))
  reader.end()
  expect(texts).toEqual([
    ['', 'two lines here', '', 'say "Ñ"'],
    ['x', '', '', ''],
  ])
})

test('rows that outgrow their memory are whole, in memory of their own, and in what others were taken from', () => {
  const fields = new PackedFields(1)
  const rows = new StagedRows(16)
  const stage = (texts: string[]) => {
    const reader = new CsvReader({
      header: () => {},
      row: (row) => stageRow(row, { kind: 1, file: 2, npi: 3, rank: 4 }, Int16Array.of(0), rows),
      refused: () => {},
    })
    reader.push(
      Buffer.from(
        csvOf(
          ['a'],
          texts.map((a) => ({ a })),
        ),
      ),
    )
    reader.end()
  }
  const textsOf = (staged: Uint8Array) => {
    const bytes = Buffer.from(staged)
    return rowsIn(bytes).map((at) => {
      const { start, end } = rowAt(bytes, at)
      fields.load(bytes, start, end)
      return fields.text(0)
    })
  }
  const texts = Array.from({ length: 200 }, (_, index) => `row ${index}`)
  stage(texts)
  const first = rows.take()
  stage(texts.slice(100))
  const second = rows.take(first.buffer)
  expect(textsOf(first)).toEqual(texts)
  stage(texts.slice(150))
  expect(textsOf(second)).toEqual(texts.slice(100))
  const third = rows.take(new SharedArrayBuffer(8))
  expect(third.buffer).toBe(first.buffer)
  stage(texts)
  expect([third, rows.take()].map(textsOf)).toEqual([texts.slice(150), texts])
})
