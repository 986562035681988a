import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ordinaryAccount } from '../parts/test-child.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A checkout with a server that only says something. */
let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'praxidex-bundle-'))
  chmodSync(checkout, 0o755)
  for (const folder of ['server/start', 'contract', 'registry']) mkdirSync(join(checkout, folder), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', 'server/start.mjs', 'server/start/make-bundle.ts']) {
    copyFileSync(join(root, file), join(checkout, file))
  }
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  write('contract/word.ts', "export const word: string = 'one'")
})
afterEach(() => rmSync(checkout, { recursive: true }))

const write = (path: string, text: string) => writeFileSync(join(checkout, path), `${text}\n`)
const made = () => readdirSync(join(checkout, 'dist/server'))

function start(args: string[] = [], account: { uid?: number; gid?: number } = {}) {
  return promisify(execFile)(process.execPath, ['server/start.mjs', ...args], { cwd: checkout, ...account })
}

test('the file is made of the sources once, and anew when one of them has changed', async () => {
  write('server/main.ts', "import { word } from '#contract/word'\nconsole.log(word)")
  expect((await start()).stdout).toBe('one\n')
  const [first] = made()
  expect((await start()).stdout).toBe('one\n')
  expect(made()).toEqual([first])
  write('contract/word.ts', "export const word: string = 'two'")
  expect((await start()).stdout).toBe('two\n')
  expect(made()).toHaveLength(1)
  expect(made()).not.toEqual([first])
})

test('it is made without a start when asked for, and a test that changed makes no other one', async () => {
  write('server/main.ts', "console.log('started')")
  expect((await start(['--build'])).stdout).toBe('')
  const first = made()
  write('server/main.test.ts', '')
  expect((await start()).stdout).toBe('started\n')
  expect(made()).toEqual(first)
})

test('a source finds what lies beside it, and libraries', async () => {
  mkdirSync(join(checkout, 'server/parts'))
  write(
    'server/parts/near.ts',
    "export const near = [import.meta.url, import.meta.dirname, import.meta.resolve('zod')]",
  )
  write('server/main.ts', "import { near } from './parts/near.ts'\nconsole.log(near.join(' '))")
  const [url, dir, zod] = (await start()).stdout.trim().split(' ')
  expect(url).toMatch(/^file:\/\/.*\/server\/parts\/near\.ts$/)
  expect(dir).toMatch(/\/server\/parts$/)
  expect(zod).toMatch(/\/node_modules\/zod\//)
})

test('an error names the file and the line of the source', async () => {
  write('server/main.ts', "const words: string[] = []\n\nthrow new Error(words.join('') + 'broken')")
  await expect(start()).rejects.toMatchObject({ stderr: expect.stringMatching(/server\/main\.ts:3/) })
})

test('sources that cannot be put together stop the start with the reason, and leave nothing behind', async () => {
  write('server/main.ts', "import './missing.ts'")
  await expect(start()).rejects.toMatchObject({ stderr: expect.stringContaining('missing.ts') })
  expect(made()).toEqual([])
})

test.skipIf(process.getuid?.() !== 0)('where the file cannot be kept, the sources run as they are', async () => {
  write('server/main.ts', "import { word } from '#contract/word'\nconsole.log(word)")
  expect((await start([], ordinaryAccount)).stdout).toBe('one\n')
  expect(readdirSync(checkout)).not.toContain('dist')
})
