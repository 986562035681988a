/**
 * An archive as CMS's would be one day: an entry larger than 4 GB, and one behind it that begins beyond 4 GB. It is
 * stored, not deflated, for rows of blanks would unpack to far more than any honest file, which is refused.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import yazl from 'yazl'
import { findSources } from '#registry/build/sources/find-sources'

const lineFeed = 0x0a
const rowBytes = 1024
const chunkBytes = 1024 * 1024
const chunks = 4_200

/** Rows of blanks, each ended by a line feed. */
const rows = Buffer.alloc(chunkBytes, ' ')
for (let end = rowBytes - 1; end < chunkBytes; end += rowBytes) rows[end] = lineFeed

let folder: string
let path: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'praxidex-large-'))
  path = join(folder, 'large.zip')
  const zip = new yazl.ZipFile()
  const large = Readable.from(Array.from({ length: chunks }, () => rows))
  zip.addReadStream(large, 'large.csv', { compress: false, size: chunks * chunkBytes })
  zip.addBuffer(rows, 'small.csv', { compress: false })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}, 900_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an entry larger than 4 GB, and one that begins beyond 4 GB, are read to their last row and their checksum', async () => {
  expect((await stat(path)).size).toBeGreaterThan(2 ** 32)
  const found = await findSources([path])
  expect(found.refused).toEqual([])
  const read: [name: string, bytes: number, rows: number][] = []
  for (const source of found.sources) {
    const sum = { bytes: 0, rows: 0 }
    for await (const chunk of await source.open()) {
      sum.bytes += chunk.length
      for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, at + 1)) sum.rows++
    }
    expect(sum.bytes).toBe(source.bytes)
    read.push([source.name, sum.bytes, sum.rows])
  }
  found.close()
  const perChunk = chunkBytes / rowBytes
  expect(read).toEqual([
    ['large.zip/large.csv', chunks * chunkBytes, chunks * perChunk],
    ['large.zip/small.csv', chunkBytes, perChunk],
  ])
})
