import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { testFolder } from '../test-files.ts'
import { bytesOfRows, eachRow, piecesOf, RowsFile, type RowsSummary } from './rows-file.ts'
import { bareRow, npiOfRow } from './staged-rows.ts'

/** A row with so many bytes of fields. */
function rowOf(npi: number, bytes: number): Buffer {
  const row = Buffer.concat([bareRow({ kind: 0, file: 0, npi, rank: 0 }), Buffer.alloc(bytes, 7)])
  row.writeUInt32LE(bytes)
  return row
}

/** Visits all rows in their order. */
function readBack(path: string, summary: RowsSummary, visit: (bytes: Buffer, at: number, end: number) => void): void {
  for (const piece of piecesOf(path, summary)) eachRow(piece, visit)
}

test('a file of rows is read back row by row, in the order in which they were written, however long they are', () => {
  const folder = testFolder()
  let run = 0
  const row = fc.record({
    npi: fc.integer({ min: 1_000_000_000, max: 2_999_999_999 }),
    bytes: fc.oneof(fc.nat(2_000), fc.constantFrom(0, 200_000, 262_144)),
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (rows) => {
      const path = join(folder, String(run++))
      const file = new RowsFile(path)
      for (const { npi, bytes } of rows) file.append(rowOf(npi, bytes), 16 + bytes)
      file.close()
      const back: { npi: number; bytes: number }[] = []
      readBack(path, file.summary, (bytes, at, end) => {
        back.push({ npi: npiOfRow(bytes, at), bytes: end - at - 16 })
      })
      expect(back).toEqual(rows)
    }),
    { numRuns: 30 },
  )
})

test('a file of rows with a flipped bit, with bytes missing or with more of them is told from the one that was written', () => {
  const path = join(testFolder(), 'rows')
  const file = new RowsFile(path)
  for (let n = 0; n < 20; n++) file.append(rowOf(1_000_000_000 + n, n), 16 + n)
  file.close()
  const whole = readFileSync(path)
  readBack(path, file.summary, () => {})
  for (let at = 0; at < whole.length; at += 5) {
    const flipped = Buffer.from(whole)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << (at % 8))
    writeFileSync(path, flipped)
    expect(() => readBack(path, file.summary, () => {})).toThrow('expected')
  }
  for (const other of [whole.subarray(0, -1), whole.subarray(0, -35), Buffer.concat([whole, whole]), Buffer.alloc(0)]) {
    writeFileSync(path, other)
    expect(() => readBack(path, file.summary, () => {})).toThrow('expected')
  }
})

test('a long file of rows has pieces that are read by themselves, and the flip of a bit is told by the piece it is in', () => {
  const path = join(testFolder(), 'rows')
  const file = new RowsFile(path)
  const count = 150
  for (let n = 0; n < count; n++) file.append(rowOf(1_000_000_000 + n, 262_144), 16 + 262_144)
  file.close()
  const pieces = piecesOf(path, file.summary)
  expect(pieces.length).toBeGreaterThan(1)
  expect(bytesOfRows(file.summary)).toBe(count * (16 + 262_144))
  const npis: number[] = []
  for (const piece of pieces.toReversed()) eachRow(piece, (bytes, at) => npis.push(npiOfRow(bytes, at)))
  expect(npis.sort()).toEqual(Array.from({ length: count }, (_, n) => 1_000_000_000 + n))
  const flipped = readFileSync(path)
  flipped[flipped.length - 1] ^= 1
  writeFileSync(path, flipped)
  const faulty = pieces.map((piece) => {
    try {
      eachRow(piece, () => {})
      return false
    } catch {
      return true
    }
  })
  expect(faulty).toEqual(pieces.map((_, place) => place === pieces.length - 1))
})
