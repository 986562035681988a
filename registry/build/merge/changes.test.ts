import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { RowsFile, type RowsPiece } from '../staging/rows-file.ts'
import { bareRow, rowAt, rowsIn } from '../staging/staged-rows.ts'
import { Staging } from '../staging/staging.ts'
import { testFolder } from '../test-files.ts'
import { thisThread, threads } from '../threads/workforce.ts'
import { type NumberedRows, stageChanged } from './changes.ts'
import type { MergedFiles } from './merged-files.ts'

const npiOf = (n: number) => 1_000_000_000 + 10 * n

/** Two files of NPIs, the second of which is new. */
const merged: MergedFiles = {
  files: ['2026-11-08', '2026-11-15'].map((date) => ({
    summary: { name: date, kind: 'main', date, bytes: 1, rows: 1, taken: 1, superseded: 0, orphan: 0, refused: 0 },
    record: undefined,
  })),
  placeOfOld: [0],
  placeOfNew: [1],
}

/** A file with pieces of these rows each, which are of its file 0. */
function rowsFile(pieces: readonly (readonly { n: number; rank: number }[])[], isNew: boolean): NumberedRows {
  const folder = testFolder()
  const path = join(folder, 'rows')
  const summaries: RowsPiece[] = []
  const contents = pieces.map((rows, place) => {
    const piece = new RowsFile(join(folder, String(place)))
    for (const { n, rank } of rows) piece.append(bareRow({ kind: 0, file: 0, npi: npiOf(n), rank }), 16)
    piece.close()
    summaries.push(...piece.summary.pieces)
    return readFileSync(join(folder, String(place)))
  })
  writeFileSync(path, Buffer.concat(contents))
  return { path, isNew, kept: { name: isNew ? 'fresh' : 'old', pieces: summaries, sources: [isNew ? 1 : 0] } }
}

/** Pieces of which each has a row of every NPI up to `count`; the rank tells the piece. */
const manyPieces = (pieces: number, count: number) =>
  Array.from({ length: pieces }, (_, rank) => Array.from({ length: count }, (_, n) => ({ n, rank })))

const fresh = () => rowsFile([[{ n: 7, rank: 99 }]], true)

for (const [who, workforce] of [
  ['this thread', thisThread],
  ['threads', () => threads(3)],
] as const) {
  test(`${who}: rows of changed NPIs are picked from many pieces in the order in which they stand`, async () => {
    const working = workforce()
    onTestFinished(() => working.close())
    const staging = new Staging(join(testFolder(), 'changed'))
    onTestFinished(() => staging.close())
    let bytes = 0
    const onBytes = (more: number) => {
      bytes += more
    }
    await stageChanged(merged, [rowsFile(manyPieces(50, 20), false), fresh()], { staging, workforce: working }, onBytes)
    expect(bytes).toBe(16 * (50 * 20 + 1))
    const picked = [...staging.ranges()].flatMap((range) => rowsIn(range).map((at) => rowAt(range, at)))
    expect(picked.map(({ npi, file, rank }) => ({ npi, file, rank }))).toEqual([
      ...Array.from({ length: 50 }, (_, rank) => ({ npi: npiOf(7), file: 0, rank })),
      { npi: npiOf(7), file: 1, rank: 99 },
    ])
  })

  test(`${who}: a piece that is not what was written, or bytes behind the last, are told as damage`, async () => {
    const working = workforce()
    onTestFinished(() => working.close())
    const damages: ((content: Buffer) => Buffer)[] = [
      (content) => Buffer.concat([content.subarray(0, -1), Buffer.from([1])]),
      (content) => content.subarray(0, -16),
      (content) => Buffer.concat([content, bareRow({ kind: 0, file: 0, npi: npiOf(7), rank: 1 })]),
    ]
    for (const damage of damages) {
      const old = rowsFile(manyPieces(3, 5), false)
      writeFileSync(old.path, damage(readFileSync(old.path)))
      const staging = new Staging(join(testFolder(), 'changed'))
      await expect(stageChanged(merged, [old, fresh()], { staging, workforce: working }, () => {})).rejects.toThrow(
        /got one whose build state was damaged: old: expected .*; got /,
      )
      staging.close()
    }
  })
}
