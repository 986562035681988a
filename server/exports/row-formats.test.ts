/** Files of more rows than are held at a time. */
import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { PartWriter, partBytes, readParts } from './export-files.ts'
import { rowFormat } from './row-formats.ts'

const rows = 25_000
const npiOf = (row: number) => 1_000_000_000 + row

/** What is put is copied: the writer fills the same memory again. */
function memory() {
  const parts = new Map<string, Buffer>()
  return {
    put: async (key: string, bytes: Buffer) => void parts.set(key, Buffer.from(bytes)),
    get: async (key: string) => parts.get(key),
    remove: async (key: string) => void parts.delete(key),
    close() {},
    parts,
  }
}

async function written(format: 'parquet' | 'ndjson', textLength = 10) {
  const files = memory()
  const run = { id: 'x', run: 1 }
  const out = new PartWriter(files, run)
  const writer = rowFormat(format, 'organizations', ['name'], out)
  await writer.begin()
  for (let row = 0; row < rows; row++) {
    const json = Buffer.from(JSON.stringify({ npi: npiOf(row), name: `${row} `.padEnd(textLength, 'x') }))
    await writer.write(json)
  }
  await writer.end()
  await out.end()
  const pieces: Buffer[] = []
  for await (const piece of readParts(files, run, 0, out.bytes)) pieces.push(piece)
  return { bytes: Buffer.concat(pieces), parts: files.parts.size }
}

test('Parquet in several groups has every row once, in order', async () => {
  const { bytes } = await written('parquet')
  const found = await parquetReadObjects({ file: new Uint8Array(bytes).buffer })
  expect(found.map(({ npi }) => Number(npi))).toEqual(Array.from({ length: rows }, (_, row) => npiOf(row)))
  expect(found.at(-1)).toMatchObject({ name: `${rows - 1} xxxx` })
})

test('lines over several parts are whole and in order', async () => {
  const { bytes, parts } = await written('ndjson', 450)
  expect(parts).toBe(Math.ceil(bytes.length / partBytes))
  const lines = bytes.toString('utf8').trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).npi)).toEqual(Array.from({ length: rows }, (_, row) => npiOf(row)))
})
