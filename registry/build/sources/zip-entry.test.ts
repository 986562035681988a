import { readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { eventually } from '../../../test/support/eventually.ts'
import { fileChunks } from '../direct-reading.ts'
import { zipOf } from '../test-archives.ts'
import { testFolder } from '../test-files.ts'
import { type Archive, unpackEntry } from './zip-entry.ts'

const lines = Buffer.from(Array.from({ length: 300_000 }, (_, n) => `"${n * 7919}","EXAMPLE"\n`).join(''))

/** An archive of a file and one with these lines, on the disk. */
async function archiveOf(compress: boolean) {
  const path = join(testFolder(), 'data.zip')
  writeFileSync(path, await zipOf({ 'before.csv': 'x', 'lines.csv': lines }, { compress }))
  const zip = await yauzl.openPromise(path, { lazyEntries: true, autoClose: false })
  const entries: yauzl.Entry[] = []
  for await (const entry of zip.eachEntry()) entries.push(entry)
  const [, entry] = entries
  if (entry === undefined) throw new Error('expected two entries; got fewer')
  return { path, zip, entry, bytes: (from: number, to: number) => fileChunks(path, from, to) }
}

/** The same in pieces that nobody may count on any more when the next is there. */
const inPieces = (archive: Archive, length: number): Archive => ({
  zip: archive.zip,
  async *bytes(from, to) {
    const piece = Buffer.alloc(length)
    for await (const chunk of archive.bytes(from, to)) {
      for (let at = 0; at < chunk.length; at += length) {
        const copied = chunk.copy(piece, 0, at)
        yield piece.subarray(0, copied)
        piece.fill(0xff)
      }
    }
  },
})

async function contentOf(archive: Archive, entry: yauzl.Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of unpackEntry(archive, entry)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const ways: [string, boolean][] = [
  ['packed', true],
  ['stored', false],
]

test.each(ways)('an entry that is %s is unpacked whole, in whatever pieces it is read', async (_, compress) => {
  const archive = await archiveOf(compress)
  for (const read of [archive, ...[100, 15_000, 70_000].map((length) => inPieces(archive, length))])
    expect((await contentOf(read, archive.entry)).equals(lines)).toBe(true)
  archive.zip.close()
})

const isLinux = process.platform === 'linux'

/** How many files this process has open at a path. */
const openAt = (path: string): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  }).length

test.runIf(isLinux).each(ways)(
  'an entry that is %s is let go of when it is left in its middle',
  async (_, compress) => {
    const archive = await archiveOf(compress)
    for (let round = 0; round < 20; round++) {
      for await (const chunk of unpackEntry(archive, archive.entry)) {
        expect(lines.subarray(0, chunk.length).equals(chunk)).toBe(true)
        break
      }
    }
    await eventually(() => expect(openAt(archive.path)).toBe(1))
    archive.zip.close()
  },
)

test.runIf(isLinux)('an archive whose end is taken off while it is read is told, and let go of', async () => {
  const archive = await archiveOf(true)
  truncateSync(archive.path, archive.entry.relativeOffsetOfLocalHeader + (archive.entry.compressedSize >> 1))
  await expect(contentOf(archive, archive.entry)).rejects.toThrow('unexpected end of file')
  await eventually(() => expect(openAt(archive.path)).toBe(1))
  archive.zip.close()
})
