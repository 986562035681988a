import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { Gmac } from '#registry/format'
import { type OpenFile, readChecked } from './checked-files.ts'

/** Together more than this thread would read itself. */
const sizes = { 'one.bin': 40_000_000, 'two.bin': 20_000_000, 'three.u8': 9_000_001, 'empty.u8': 0 }

let dir: string
const opened: number[] = []

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'praxidex-checked-'))
  for (const [name, bytes] of Object.entries(sizes)) writeFileSync(join(dir, name), contentOf(name, bytes))
})
afterAll(() => rmSync(dir, { recursive: true }))
afterEach(() => {
  for (const descriptor of opened.splice(0)) closeSync(descriptor)
})

test.each([1, 2, 3])('%i threads read what is kept, and compare everything', async (threads) => {
  const contents = await readChecked(files(), threads)
  expect([...contents.keys()].sort()).toEqual(['empty.u8', 'three.u8'])
  expect(contents.get('empty.u8')).toHaveLength(0)
  const three = contents.get('three.u8') ?? new Uint8Array()
  expect(Buffer.compare(three, contentOf('three.u8', sizes['three.u8']))).toBe(0)
})

test.each(Object.entries(sizes).filter(([, bytes]) => bytes > 0))(
  'a byte changed in %s of %i is found',
  async (name, bytes) => {
    const path = join(dir, name)
    const at = bytes - 1
    const changed = contentOf(name, bytes)
    writeByte(path, at, changed[at] ^ 1)
    await expect(readChecked(files(), 2)).rejects.toThrow(
      new RegExp(`^${name}: expected GMAC [0-9a-f]{32}, got [0-9a-f]{32}$`),
    )
    writeByte(path, at, changed[at])
    await readChecked(files(), 2)
  },
)

test('a file that is cut after it was measured, or cannot be read, is named', async () => {
  const asMeasured = files()
  truncateSync(join(dir, 'two.bin'), 19_999_999)
  await expect(readChecked(asMeasured, 2)).rejects.toThrow('two.bin: ended at byte 19999999 while it was read')
  writeFileSync(join(dir, 'two.bin'), contentOf('two.bin', sizes['two.bin']))
  const unreadable = files().map((file) => (file.name === 'one.bin' ? { ...file, descriptor: openDir() } : file))
  await expect(readChecked(unreadable, 2)).rejects.toThrow('one.bin: could not be read: EISDIR')
})

function contentOf(name: string, bytes: number): Buffer {
  return Buffer.alloc(bytes, `${name} is filled with its name. `)
}

function files(): OpenFile[] {
  return Object.entries(sizes).map(([name, bytes]) => {
    const descriptor = openSync(join(dir, name), 'r')
    opened.push(descriptor)
    const gmac = new Gmac()
    gmac.add(contentOf(name, bytes))
    return { name, descriptor, summary: { bytes, sha256: '', gmac: gmac.text() }, isKept: name.endsWith('.u8') }
  })
}

function openDir(): number {
  const descriptor = openSync(dir, 'r')
  opened.push(descriptor)
  return descriptor
}

function writeByte(path: string, at: number, byte: number): void {
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Uint8Array.of(byte), 0, 1, at)
  closeSync(descriptor)
}
