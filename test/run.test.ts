/** What runs programs, in a checkout whose server only says something. */
import { execFile } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ordinaryAccount } from './support/platform/test-child.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'praxidex-run-'))
  chmodSync(checkout, 0o755)
  for (const file of ['package.json', 'package-lock.json', 'tsconfig.json', 'build.config.mjs', 'run.mjs'])
    copyFileSync(join(root, file), join(checkout, file))
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  write('contract/word.ts', "export const word: string = 'one'")
  write('server/admin/main.ts', "console.log('another program')")
  write('registry/build/main.ts', 'console.log(process.argv.slice(2).join())')
  write('server/main.ts', "import { word } from '#contract/word'\nconsole.log(word)")
})
afterEach(() => rmSync(checkout, { recursive: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true })
  writeFileSync(join(checkout, path), `${text}\n`)
}

const builds = () => readdirSync(join(checkout, 'dist/programs'))

type Options = { cwd?: string; uid?: number; gid?: number }

const start = (options: Options = {}) => run(['server/main.ts'], options)

function run(args: string[], options: Options = {}) {
  return promisify(execFile)(process.execPath, ['run.mjs', ...args], { cwd: checkout, ...options })
}

test('the programs are built once, and again when a source has changed', async () => {
  expect((await start()).stdout).toBe('one\n')
  const [first] = builds()
  expect((await start()).stdout).toBe('one\n')
  expect(builds()).toEqual([first])
  write('contract/word.ts', "export const word: string = 'two'")
  expect((await start()).stdout).toBe('two\n')
  expect(builds()).toHaveLength(2)
})

test('a source that is put back with its old date runs as it is', async () => {
  const source = join(checkout, 'contract/word.ts')
  const { mtime } = statSync(source)
  await start()
  write('contract/word.ts', "export const word: string = 'two'")
  utimesSync(source, mtime, mtime)
  expect((await start()).stdout).toBe('two\n')
})

test('two starts at once both run, and leave one build', async () => {
  const outputs = await Promise.all([start(), start(), start()])
  expect(outputs.map(({ stdout }) => stdout)).toEqual(['one\n', 'one\n', 'one\n'])
  expect(builds()).toHaveLength(1)
})

test('the builds of the last day stay, and of older ones two beside the new one', async () => {
  for (const [index, name] of ['oldest', 'older', 'old', 'recent'].entries()) {
    const path = join(checkout, 'dist/programs', name)
    mkdirSync(path, { recursive: true })
    const seconds = Date.now() / 1000 - (name === 'recent' ? 0 : 25 * 60 * 60) + index
    utimesSync(path, seconds, seconds)
  }
  await start()
  expect(
    builds()
      .filter((name) => /^[a-z]+$/.test(name) && name.length < 8)
      .sort(),
  ).toEqual(['old', 'recent'])
})

test('a copy of the checkout runs its own sources', async () => {
  write('server/main.ts', 'console.log(import.meta.url)')
  await start()
  const copy = `${checkout}-copy`
  cpSync(checkout, copy, { recursive: true, verbatimSymlinks: true })
  try {
    expect((await start({ cwd: copy })).stdout).toContain('-copy/server/main.ts')
  } finally {
    rmSync(copy, { recursive: true })
  }
})

test('tests, and what an editor keeps beside a source, cause no build', async () => {
  expect((await run(['--build'])).stdout).toBe('')
  const before = builds()
  symlinkSync('nowhere', join(checkout, 'server/.#main.ts'))
  write('server/main.test.ts', '')
  expect((await start()).stdout).toBe('one\n')
  expect(builds()).toEqual(before)
})

test('a program finds what is beside its source, and libraries', async () => {
  write('server/platform/near.ts', "export const near = [import.meta.url, import.meta.resolve('zod')]")
  write('server/main.ts', "import { near } from './platform/near.ts'\nconsole.log(near.join(' '))")
  const [url, zod] = (await start()).stdout.trim().split(' ')
  expect(url).toMatch(/^file:\/\/.*\/server\/platform\/near\.ts$/)
  expect(zod).toMatch(/\/node_modules\/zod\//)
})

test('a program that a source names is the build of it; what is not built is the source', async () => {
  write(
    'server/main.ts',
    "console.log(new URL('./admin/main.ts', import.meta.url).pathname, new URL('./other.ts', import.meta.url).pathname)",
  )
  const [built, source] = (await start()).stdout.trim().split(' ')
  expect((await promisify(execFile)(process.execPath, [built ?? ''])).stdout).toBe('another program\n')
  expect(source).toBe(join(checkout, 'server/other.ts'))
})

test('an error names the file and the line of the source', async () => {
  write('server/main.ts', "const words: string[] = []\n\nthrow new Error(words.join('') + 'broken')")
  await expect(start()).rejects.toMatchObject({ stderr: expect.stringMatching(/server\/main\.ts:3/) })
})

test('sources that cannot be built stop the start with the reason, and leave nothing', async () => {
  write('server/main.ts', "import './missing.ts'")
  await expect(start()).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('missing.ts') })
  expect(builds()).toEqual([])
})

test('a program gets the arguments after its name', async () => {
  expect((await run(['registry/build/main.ts', 'build', '--sample'])).stdout).toBe('build,--sample\n')
})

test('every program that package.json runs exists', () => {
  const scripts = [...readFileSync(join(root, 'package.json'), 'utf8').matchAll(/ run\.mjs (\S+\.ts)/g)]
  const named = scripts.map(([, path = '']) => path)
  expect(named).toContain('server/main.ts')
  for (const path of named) statSync(join(root, path))
})

test.each([[['server/mian.ts']], [[]]])('what is no program is refused with a sentence: %j', async (args) => {
  await expect(run(args)).rejects.toMatchObject({
    code: 1,
    stderr: `Expected the source of a program, such as server/main.ts; got "${args[0] ?? ''}".\n`,
  })
})

test('what one account builds, others can run', async () => {
  const command = ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, 'run.mjs', '--build']
  await promisify(execFile)('/bin/sh', command, { cwd: checkout })
  const [folder = ''] = builds()
  const modes = [folder, `${folder}/server-main.mjs`].map((path) =>
    (statSync(join(checkout, 'dist/programs', path)).mode & 0o777).toString(8),
  )
  expect(modes).toEqual(['755', '644'])
})

test('other libraries cause another build', async () => {
  rmSync(join(checkout, 'node_modules'))
  mkdirSync(join(checkout, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(checkout, 'node_modules', name))
  }
  write('node_modules/.package-lock.json', '{}')
  await start()
  write('node_modules/.package-lock.json', '{ "packages": {} }')
  await start()
  expect(builds()).toHaveLength(2)
})

test.skipIf(process.getuid?.() !== 0)(
  'an account that cannot write the build gets a sentence that says what to do',
  async () => {
    await expect(start(ordinaryAccount)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /dist\/programs: EACCES.* Run npm run programs:build once, as an account that may write/,
      ),
    })
    await run(['--build'])
    expect((await start(ordinaryAccount)).stdout).toBe('one\n')
  },
)
