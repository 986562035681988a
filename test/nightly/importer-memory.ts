/**
 * T09: what the importer holds in memory at the highest while it reads files that were made to fill it. Each is
 * refused by a process of its own, which tells of its memory when it ends; Linux alone has it to tell.
 */
import {
  copyFileSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import yazl from 'yazl'
import { directoryRecord, patchDirectory } from '../support/registry/archives.ts'
import { mainCsv, npiOf, person, testFolder } from '../support/registry/test-files.ts'
import { run } from '../support/registry-command.ts'
import { note } from '../support/reported.ts'

const residentBytesMax = 1_000_000_000

const mainName = 'npidata_pfile_20050523-20260608.csv'

/** Rows of the bomb, all alike: together more bytes than may be held. */
const bombRows = 1_000_000
const rowsOfPiece = 1_000

/**
 * What the bomb says that it unpacks to where it lies: less than small archives may, whatever their ratio is
 * (registry/build/limits.ts).
 */
const statedBytes = 60 * 1024 * 1024

/** This many people make a file that is read by threads (registry/build/limits.ts). */
const manyPeople = 60_000

/** Writes an archive of one file. */
async function writeZip(path: string, name: string, content: Readable): Promise<void> {
  const zip = new yazl.ZipFile()
  zip.addReadStream(content, name, { compressionLevel: 1 })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}

function* bombPieces(): Generator<string> {
  const [header = '', row = ''] = mainCsv([person(npiOf(1))]).split('\n')
  yield `${header}\n`
  for (let written = 0; written < bombRows; written += rowsOfPiece) yield `${row}\n`.repeat(rowsOfPiece)
}

/** A file with one field of 10 MB in the midst of this many people. */
function writeLongField(path: string, people: number): void {
  const rows = Array.from({ length: people }, (_, n) => person(npiOf(n)))
  const long = person(npiOf(people), { 'Provider First Name': 'x'.repeat(10_000_000) })
  writeFileSync(path, mainCsv([...rows.slice(0, people / 2), long, ...rows.slice(people / 2)]))
}

/** Runs in the importer's process before it. */
const tellMemory = `import { readFileSync } from 'node:fs'
process.on('exit', () => process.stdout.write(readFileSync('/proc/self/status')))`

const isTold = existsSync('/proc/self/status')

describe.skipIf(!isTold)(`the importer${isTold ? '' : ' (not tried: the system does not tell of its memory)'}`, () => {
  let folder: string
  let bomb: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'praxidex-bomb-'))
    bomb = join(folder, 'bomb.zip')
    await writeZip(bomb, mainName, Readable.from(bombPieces()))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const lie = (zip: Buffer, at: number) => {
    expect(zip.readUInt32LE(at + directoryRecord.uncompressedSize)).toBeGreaterThan(residentBytesMax)
    zip.writeUInt32LE(statedBytes, at + directoryRecord.uncompressedSize)
  }

  const files: [of: string, name: string, write: (path: string) => void | Promise<void>, sentence: RegExp][] = [
    [
      'an archive that unpacks to more than a gigabyte',
      'data.zip',
      (path) => copyFileSync(bomb, path),
      /^data\.zip: expected entries that unpack to at most 30 times their size; got /,
    ],
    [
      'an archive that unpacks to more than a gigabyte and states 60 MB',
      'data.zip',
      (path) => writeFileSync(path, patchDirectory(readFileSync(bomb), lie)),
      /^data\.zip\/npidata.*: expected \d+ bytes that the archive states; got more/,
    ],
    [
      'an archive in an archive',
      'data.zip',
      (path) => writeZip(path, 'inner.zip', createReadStream(bomb)),
      /^data\.zip\/inner\.zip: expected no archive inside an archive/,
    ],
    [
      'a field of 10 MB',
      mainName,
      (path) => writeLongField(path, 20),
      /^npidata.*: line 12: expected rows of at most 262144 bytes/,
    ],
    [
      'a field of 10 MB in a file that threads read',
      mainName,
      (path) => writeLongField(path, manyPeople),
      /^npidata.*: line 30002: expected rows of at most 262144 bytes/,
    ],
  ]

  test.for(files)('T09: refuses %s without ever holding a gigabyte in memory', async ([of, name, write, sentence]) => {
    const registryDir = join(testFolder(), 'registry')
    const path = join(testFolder(), name)
    await write(path)
    const { code, out, err } = await run(registryDir, ['build', path], {}, tellMemory)
    expect(err).toMatch(sentence)
    expect(code).toBe(1)
    expect(existsSync(join(registryDir, 'current.json'))).toBe(false)
    const residentBytes = 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(out)?.[1])
    note({ id: 'T09', seed: null, trials: 1 }, { of, residentMegabytesMax: Math.round(residentBytes / 1e6) })
    expect(residentBytes).toBeLessThan(residentBytesMax)
  })
})
