import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type OpenFile, readChecked } from './checked-files.ts'
import { Gmac } from './gmac.ts'

const small = { 'one.bin': 1_500_000, 'two.bin': 20_000, 'three.u8': 3_000_001, 'empty.u8': 0 }
/** Together more than this thread would read itself. */
const large = { 'one.bin': 40_000_000, 'two.bin': 20_000_000, 'three.u8': 9_000_001, 'empty.u8': 0 }

const opened: number[] = []
afterEach(() => {
  for (const descriptor of opened.splice(0)) closeSync(descriptor)
})

describe.each([
  { who: 'this thread', sizes: small, threads: 2 },
  { who: 'one thread', sizes: large, threads: 1 },
  { who: 'two threads', sizes: large, threads: 2 },
  { who: 'as many threads as there are files, and more,', sizes: large, threads: 9 },
])('$who', ({ sizes, threads }) => {
  let dir: string
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'praxidex-checked-'))
    for (const [name, bytes] of Object.entries(sizes)) writeFileSync(join(dir, name), contentOf(name, bytes))
  })
  afterAll(() => rmSync(dir, { recursive: true }))

  test('reads what is kept, and compares everything', async () => {
    const contents = await readChecked(filesOf(dir, sizes), { threadsMax: threads })
    expect([...contents.keys()].sort()).toEqual(['empty.u8', 'three.u8'])
    expect(contents.get('empty.u8')).toHaveLength(0)
    const three = contents.get('three.u8') ?? new Uint8Array()
    expect(Buffer.compare(three, contentOf('three.u8', sizes['three.u8']))).toBe(0)
  })

  test('finds a byte that was changed, in any of them', async () => {
    for (const [name, bytes] of Object.entries(sizes).filter(([, bytes]) => bytes > 0)) {
      const last = contentOf(name, bytes)[bytes - 1] ?? 0
      writeByte(join(dir, name), bytes - 1, last ^ 1)
      await expect(readChecked(filesOf(dir, sizes), { threadsMax: threads })).rejects.toThrow(
        new RegExp(`^${name}: expected GMAC [0-9a-f]{32}, got [0-9a-f]{32}$`),
      )
      writeByte(join(dir, name), bytes - 1, last)
    }
    await readChecked(filesOf(dir, sizes), { threadsMax: threads })
  })

  test('ends early, and fails, when it is told to', async () => {
    const ending = new AbortController()
    const reading = readChecked(filesOf(dir, sizes), { threadsMax: threads, signal: ending.signal })
    ending.abort()
    await expect(reading).rejects.toThrow()
    await expect(readChecked(filesOf(dir, sizes), { threadsMax: threads, signal: ending.signal })).rejects.toThrow()
  })

  test('names a file that is cut after it was measured, or cannot be read', async () => {
    const cut = sizes['two.bin'] - 1
    const asMeasured = filesOf(dir, sizes)
    truncateSync(join(dir, 'two.bin'), cut)
    await expect(readChecked(asMeasured, { threadsMax: threads })).rejects.toThrow(
      `two.bin: ended at byte ${cut} while it was read`,
    )
    writeFileSync(join(dir, 'two.bin'), contentOf('two.bin', sizes['two.bin']))
    const files = filesOf(dir, sizes)
    const unreadable = files.map((file) => (file.name === 'one.bin' ? { ...file, descriptor: toRead(dir) } : file))
    await expect(readChecked(unreadable, { threadsMax: threads })).rejects.toThrow('one.bin: could not be read: EISDIR')
  })
})

function contentOf(name: string, bytes: number): Buffer {
  return Buffer.alloc(bytes, `${name} is filled with its name. `)
}

function filesOf(dir: string, sizes: Record<string, number>): OpenFile[] {
  return Object.entries(sizes).map(([name, bytes]) => {
    const gmac = new Gmac()
    gmac.add(contentOf(name, bytes))
    const summary = { bytes, sha256: '', gmac: gmac.text() }
    return { name, descriptor: toRead(join(dir, name)), summary, isKept: name.endsWith('.u8') }
  })
}

function toRead(path: string): number {
  const descriptor = openSync(path, 'r')
  opened.push(descriptor)
  return descriptor
}

function writeByte(path: string, at: number, byte: number): void {
  const descriptor = openSync(path, 'r+')
  writeSync(descriptor, Uint8Array.of(byte), 0, 1, at)
  closeSync(descriptor)
}
