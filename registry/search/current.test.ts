import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCurrent } from './current.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'praxidex-current-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const announced = { version: '2026-11-08-0a1b2c3d', announcedAt: '2026-11-09T04:05:06.789Z' }

test('no version serves where none was announced, nor where there is no folder', async () => {
  expect(await readCurrent(join(dir, 'nowhere'))).toBeUndefined()
  expect(await readCurrent(dir)).toBeUndefined()
})

test('the version, those before it and those rolled back from are told', async () => {
  const [before, wrong] = [
    { ...announced, version: '2026-11-01-ffffffff' },
    { ...announced, version: '2026-11-15-ffffffff' },
  ]
  const current = { ...announced, history: [before], rolledBack: [wrong] }
  await writeFile(join(dir, 'current.json'), JSON.stringify(current))
  expect(await readCurrent(dir)).toEqual(current)
})

test('a file of a program that remembered no rollbacks tells of none', async () => {
  await writeFile(join(dir, 'current.json'), JSON.stringify({ ...announced, history: [] }))
  expect(await readCurrent(dir)).toEqual({ ...announced, history: [], rolledBack: [] })
})

test.each([
  ['', /^current\.json: expected JSON, got /],
  ['[]', /^current\.json: the whole file: expected an object, got \[\]$/],
  [
    JSON.stringify({ ...announced, history: [], version: '../../etc' }),
    /^current\.json: version: expected .*, got "\.\.\/\.\.\/etc"$/,
  ],
  [JSON.stringify(announced), /^current\.json: history: expected a list, got nothing$/],
  [JSON.stringify({ ...announced, history: [{}] }), /^current\.json: history\[0\]\.version: expected .*, got nothing$/],
  [' '.repeat(5 * 1024 * 1024), /^current\.json: expected at most 4194304 bytes, got 5242880$/],
])(
  'a file that is not what it should be is refused with what was expected and what came (%#)',
  async (text, message) => {
    await writeFile(join(dir, 'current.json'), text)
    await expect(readCurrent(dir)).rejects.toThrow(message)
  },
)
