import { createHash } from 'node:crypto'
import { closeSync, openSync, truncateSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { damagedAmong, loadChecked, openChecked } from './snapshot.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'praxidex-checked-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

/** Longer than is read at a time. */
const content = Buffer.from(Array.from({ length: 2_500_000 }, (_, at) => (at * 7919) >> 4))
const summary = { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }

function put(name: string, bytes = content): string {
  const path = join(dir, name)
  writeFileSync(path, bytes)
  return path
}

async function opened(name: string) {
  const file = await openChecked(dir, name, summary)
  onTestFinished(() => closeSync(file.descriptor))
  return file
}

describe('a file that is loaded', () => {
  test('is what was written', async () => {
    put('whole.u8')
    expect(Buffer.compare(await loadChecked(await opened('whole.u8')), content)).toBe(0)
  })

  test('is refused when any byte of it was changed', async () => {
    for (const position of [0, 1_048_575, 1_048_576, content.length - 1]) {
      const changed = Buffer.from(content)
      changed[position] ^= 1
      put('changed.u8', changed)
      await expect(loadChecked(await opened('changed.u8'))).rejects.toThrow(
        /^changed.u8: expected SHA-256 \w{64}, got /,
      )
    }
  })

  test('is refused when it is missing, has another size, is cut while it is read, or cannot be read', async () => {
    await expect(openChecked(dir, 'missing.u8', summary)).rejects.toThrow('missing.u8: could not be opened: ENOENT')
    const path = put('cut.u8')
    const file = await opened('cut.u8')
    truncateSync(path, 5)
    await expect(loadChecked(file)).rejects.toThrow('cut.u8: ended at byte 5 while it was read')
    await expect(openChecked(dir, 'cut.u8', summary)).rejects.toThrow(`cut.u8: expected ${content.length} bytes, got 5`)
    const folder = openSync(dir, 'r')
    onTestFinished(() => closeSync(folder))
    await expect(loadChecked({ name: 'cut.u8', descriptor: folder, summary })).rejects.toThrow(
      'could not be read: EISDIR',
    )
  })
})

test('each damaged file of several is told of, and none once it is told to end', async () => {
  put('a.u8')
  put('b.u8', content.subarray(1))
  put('c.bin', Buffer.concat([content.subarray(0, -1), Buffer.from([255 - (content.at(-1) ?? 0)])]))
  const summaries = Object.fromEntries(['a.u8', 'b.u8', 'c.bin', 'd.u8'].map((name) => [name, summary]))
  const damages = await damagedAmong(dir, summaries, new AbortController().signal)
  expect(damages.map(({ message }) => message.replace(/(expected|could).*/, '$1'))).toEqual([
    'b.u8: expected',
    'c.bin: expected',
    'd.u8: could',
  ])
  expect(await damagedAmong(dir, { 'a.u8': summary }, AbortSignal.abort())).toEqual([])
})
