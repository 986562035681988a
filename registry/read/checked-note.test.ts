import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { builtProviders } from '#registry/build/snapshot/built-for-tests'
import { snapshotOf } from '#registry/build/snapshot/snapshot-for-tests'
import { jsonBytesMax } from '#registry/format'
import { checkedNoteFile, markOf, readNote, writeNote } from './checked-note.ts'
import { letSomeTimePass, rot } from './checked-note-for-tests.ts'
import { openRegistry, type RegistryOptions } from './open-registry.ts'
import type { Registry } from './query.ts'

const onDisk = 'records.bin'

/** When every file was last written into, as far as programs can tell. */
const changedAt = new Date('2026-11-08T00:00:00Z')

let root: string
let dir: string
let opened: Registry | undefined

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'praxidex-note-'))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))
beforeEach(async () => {
  dir = mkdtempSync(join(root, 'version-'))
  await snapshotOf(builtProviders({ seed: 3, count: 50 }), dir)
  for (const name of readdirSync(dir)) utimesSync(join(dir, name), changedAt, changedAt)
})
afterEach(() => {
  opened?.close()
  vi.restoreAllMocks()
})

async function open(options?: RegistryOptions): Promise<Registry> {
  opened?.close()
  opened = await openRegistry(dir, options)
  return opened
}

/** Opened once, some time after it was written. */
async function noted(): Promise<void> {
  letSomeTimePass()
  await open()
}

describe('files that stay on disk', () => {
  test('are noted when they were compared, and those alone', async () => {
    await noted()
    const marks = await readNote(dir)
    const names = readdirSync(dir).filter((name) => name.endsWith('.bin') || name.endsWith('.list'))
    expect([...marks.keys()].sort()).toEqual(names.sort())
    expect(names).toContain(onDisk)
  })

  test('are not noted while one more change might bear the same time', async () => {
    await open()
    expect(existsSync(join(dir, checkedNoteFile))).toBe(false)
  })

  test('that were compared before are taken on trust, and compared after', async () => {
    await noted()
    await rot(dir, onDisk)
    const registry = await open()
    await expect(registry.checkTrusted()).rejects.toThrow(
      /^records\.bin: expected GMAC [0-9a-f]{32}, got [0-9a-f]{32}$/,
    )
    expect(existsSync(join(dir, checkedNoteFile))).toBe(false)
    await expect(open()).rejects.toThrow('records.bin: expected GMAC')
  })

  test('are compared before, whatever was noted, when that is asked for', async () => {
    await noted()
    await rot(dir, onDisk)
    await expect(open({ isCheckedAnew: true })).rejects.toThrow('records.bin: expected GMAC')
  })

  test('that are as they were hold what they should', async () => {
    await noted()
    await (await open()).checkTrusted()
    expect((await readNote(dir)).size).toBeGreaterThan(0)
  })

  const path = () => join(dir, onDisk)
  const damaged = () => {
    const bytes = readFileSync(path())
    bytes[0] ^= 1
    return bytes
  }
  test.each<[string, () => void]>([
    ['written into', () => writeFileSync(path(), damaged())],
    [
      'put in its place',
      () => {
        writeFileSync(join(root, 'other'), damaged())
        renameSync(join(root, 'other'), path())
      },
    ],
    [
      'of a folder that was copied with its note',
      () => {
        const copy = join(root, 'copy')
        mkdirSync(copy)
        for (const name of readdirSync(dir)) copyFileSync(join(dir, name), join(copy, name))
        writeFileSync(join(copy, onDisk), damaged())
        rmSync(dir, { recursive: true })
        renameSync(copy, dir)
      },
    ],
  ])('are compared again before they serve, with the time they had: one %s', async (_how, change) => {
    await noted()
    change()
    utimesSync(path(), changedAt, changedAt)
    await expect(open()).rejects.toThrow('records.bin: expected GMAC')
  })

  test('that an opening finds damaged are taken on trust no more', async () => {
    await noted()
    await rot(dir, onDisk)
    await expect(open({ isCheckedAnew: true })).rejects.toThrow('records.bin: expected GMAC')
    await expect(open()).rejects.toThrow('records.bin: expected GMAC')
  })

  test('are told of to nobody once they are closed, though they are damaged', async () => {
    await noted()
    await rot(dir, onDisk)
    const registry = await open()
    const checking = registry.checkTrusted()
    registry.close()
    await checking
    await registry.checkTrusted()
  })
})

test('what is kept in memory is compared at every opening', async () => {
  await noted()
  const bytes = readFileSync(join(dir, 'flags.u8'))
  bytes[0] ^= 1
  writeFileSync(join(dir, 'flags.u8'), bytes)
  await expect(open()).rejects.toThrow('flags.u8: expected GMAC')
})

describe('a note', () => {
  test.each([
    ['that is no JSON', '{'],
    ['of something else', '[]'],
    ['of marks that are no texts', `{ "${onDisk}": 1 }`],
    ['that is too large', ' '.repeat(jsonBytesMax + 1)],
  ])('%s is as none, and written anew', async (_what, text) => {
    await noted()
    const whole = readFileSync(join(dir, checkedNoteFile), 'utf8')
    writeFileSync(join(dir, checkedNoteFile), text)
    expect(await readNote(dir)).toEqual(new Map())
    await open()
    expect(readFileSync(join(dir, checkedNoteFile), 'utf8')).toBe(whole)
  })

  test('that tells all there is to note is left alone', async () => {
    await noted()
    const { ino } = statSync(join(dir, checkedNoteFile))
    await open()
    expect(statSync(join(dir, checkedNoteFile)).ino).toBe(ino)
  })

  test('of a file of another content is worth nothing, though all else be the same', async () => {
    const stats = statSync(join(dir, onDisk), { bigint: true })
    const summary = { bytes: Number(stats.size), sha256: '', gmac: 'a'.repeat(32) }
    const now = Number.POSITIVE_INFINITY
    expect(markOf(stats, summary, now)).not.toBe(markOf(stats, { ...summary, gmac: 'b'.repeat(32) }, now))
  })

  test('that cannot be written costs nothing but time', async () => {
    letSomeTimePass()
    // A folder in its place keeps everybody from writing it, whatever their rights.
    mkdirSync(join(dir, checkedNoteFile))
    writeFileSync(join(dir, checkedNoteFile, 'in the way'), '')
    chmodSync(dir, 0o500)
    expect((await open()).get(1)).toEqual({ kind: 'unknown' })
    chmodSync(dir, 0o700)
    await writeNote(dir, new Map([[onDisk, 'mark']]))
    expect(readdirSync(dir).filter((name) => name.startsWith(`${checkedNoteFile}.`))).toEqual([])
  })
})
