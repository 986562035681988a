import { readdirSync, readlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import yauzl from 'yauzl'
import { eventually } from '../../../test/support/eventually.ts'
import { zipOf } from '../../../test/support/registry/archives.ts'
import { testFolder } from '../../../test/support/registry/test-files.ts'
import { type Archive, bytesOfFile, unpackEntry } from './archives.ts'

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
  return { path, zip, entry, bytes: bytesOfFile(path) }
}

async function contentOf(archive: Archive, entry: yauzl.Entry): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of unpackEntry(archive, entry)) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const ways: [string, boolean][] = [
  ['packed', true],
  ['stored', false],
]

test.each(ways)('an entry that is %s is unpacked whole', async (_, compress) => {
  const archive = await archiveOf(compress)
  expect((await contentOf(archive, archive.entry)).equals(lines)).toBe(true)
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
