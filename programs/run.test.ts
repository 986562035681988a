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
import { ordinaryAccount } from '../test/support/platform/test-child.ts'
import { programs } from './make-programs.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const copied = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'programs/run.mjs',
  'programs/make-programs.ts',
  'programs/program-folder.ts',
  'server/platform/force-to-disk.ts',
  'registry/search/thrown.ts',
]

/** A checkout with a server that only says something. */
let checkout: string

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), 'praxidex-bundle-'))
  chmodSync(checkout, 0o755)
  for (const path of [...programs, ...copied, 'contract/word.ts'])
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
  for (const program of programs) write(program, "console.log('another program')")
  for (const file of copied) copyFileSync(join(root, file), join(checkout, file))
  symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'))
  write('contract/word.ts', "export const word: string = 'one'")
})
afterEach(() => rmSync(checkout, { recursive: true }))

const dayBefore = Date.now() / 1000 - 25 * 60 * 60

const write = (path: string, text: string) => writeFileSync(join(checkout, path), `${text}\n`)
const made = () => readdirSync(join(checkout, 'dist/programs'))

type Options = { cwd?: string; uid?: number; gid?: number }

const start = (options: Options = {}) => run(['server/main.ts'], options)

function run(args: string[], options: Options = {}) {
  return promisify(execFile)(process.execPath, ['programs/run.mjs', ...args], { cwd: checkout, ...options })
}

test('files are made of the sources once, and anew when one of them has changed', async () => {
  write('server/main.ts', "import { word } from '#contract/word'\nconsole.log(word)")
  expect((await start()).stdout).toBe('one\n')
  const [first] = made()
  expect((await start()).stdout).toBe('one\n')
  expect(made()).toEqual([first])
  write('contract/word.ts', "export const word: string = 'two'")
  expect((await start()).stdout).toBe('two\n')
  expect(made()).toHaveLength(2)
})

test('of other sources there are the latest two, which a server may run from, and those of the last day', async () => {
  write('server/main.ts', "console.log('started')")
  const others = ['eldest', 'older', 'old'].map((name, index) => {
    const path = join(checkout, 'dist/programs', name)
    mkdirSync(path, { recursive: true })
    return () => utimesSync(path, dayBefore + index, dayBefore + index)
  })
  await start()
  expect(made()).toHaveLength(4)
  for (const age of others) age()
  write('contract/word.ts', "export const word: string = 'two'")
  rmSync(join(checkout, 'dist/programs', made().find((name) => !name.startsWith('old') && name !== 'eldest') ?? ''), {
    recursive: true,
  })
  await start()
  expect(made().filter((name) => ['eldest', 'older', 'old'].includes(name))).toEqual(['old', 'older'])
})

test('a copy of the folder runs its own sources, and what lies beside them', async () => {
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

test('what an editor keeps beside a source changes nothing', async () => {
  write('server/main.ts', "console.log('started')")
  await start()
  const before = made()
  symlinkSync('nowhere', join(checkout, 'server/.#main.ts'))
  expect((await start()).stdout).toBe('started\n')
  expect(made()).toEqual(before)
})

test('they are made without a start when asked for, and a test that changed makes no other ones', async () => {
  write('server/main.ts', "console.log('started')")
  expect((await run(['--build'])).stdout).toBe('')
  const first = made()
  write('server/main.test.ts', '')
  expect((await start()).stdout).toBe('started\n')
  expect(made()).toEqual(first)
})

test('a source finds what lies beside it, and libraries', async () => {
  write(
    'server/platform/near.ts',
    "export const near = [import.meta.url, import.meta.dirname, import.meta.resolve('zod')]",
  )
  write('server/main.ts', "import { near } from './platform/near.ts'\nconsole.log(near.join(' '))")
  const [url, dir, zod] = (await start()).stdout.trim().split(' ')
  expect(url).toMatch(/^file:\/\/.*\/server\/platform\/near\.ts$/)
  expect(dir).toMatch(/\/server\/platform$/)
  expect(zod).toMatch(/\/node_modules\/zod\//)
})

test('an error names the file and the line of the source', async () => {
  write('server/main.ts', "const words: string[] = []\n\nthrow new Error(words.join('') + 'broken')")
  await expect(start()).rejects.toMatchObject({ stderr: expect.stringMatching(/server\/main\.ts:3/) })
})

test('sources that cannot be put together stop the start with the reason, and leave nothing behind', async () => {
  write('server/main.ts', "import './missing.ts'")
  await expect(start()).rejects.toMatchObject({ stderr: expect.stringContaining('missing.ts') })
  expect(readdirSync(checkout)).not.toContain('dist')
})

test('a program gets the arguments after its name', async () => {
  write('registry/build/main.ts', 'console.log(process.argv.slice(2).join())')
  expect((await run(['registry/build/main.ts', 'build', '--sample'])).stdout).toBe('build,--sample\n')
})

test('every program that package.json runs, and every one of the server and the registry, is in the list', () => {
  const scripts = [...readFileSync(join(root, 'package.json'), 'utf8').matchAll(/programs\/run\.mjs (\S+\.ts)/g)]
  const named = scripts.map(([, path = '']) => path)
  expect(named).toContain('server/main.ts')
  for (const path of named) expect(programs).toContain(path)
  const mains = ['server', 'registry'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  expect(mains.filter((path) => path.endsWith('/main.ts')).sort()).toEqual([...programs].sort())
})

test.each([[['server/mian.ts']], [[]]])('what is no program is refused with a sentence: %j', async (args) => {
  const refused = run(args)
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: `Expected the source of a program, such as server/main.ts; got "${args[0] ?? ''}".\n`,
  })
})

test('what an account makes for itself others can run', async () => {
  write('server/main.ts', "console.log('started')")
  await promisify(execFile)(
    '/bin/sh',
    ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, 'programs/run.mjs', '--build'],
    {
      cwd: checkout,
    },
  )
  const [folder = ''] = made()
  const modes = [folder, `${folder}/server`, `${folder}/server/main.mjs`].map((path) =>
    (statSync(join(checkout, 'dist/programs', path)).mode & 0o777).toString(8),
  )
  expect(modes).toEqual(['755', '755', '644'])
})

test('other libraries make other files', async () => {
  rmSync(join(checkout, 'node_modules'))
  mkdirSync(join(checkout, 'node_modules'))
  for (const name of readdirSync(join(root, 'node_modules'))) {
    if (!name.startsWith('.')) symlinkSync(join(root, 'node_modules', name), join(checkout, 'node_modules', name))
  }
  write('server/main.ts', "console.log('started')")
  write('node_modules/.package-lock.json', '{}')
  await start()
  write('node_modules/.package-lock.json', '{ "packages": {} }')
  await start()
  expect(made()).toHaveLength(2)
})

test('a program that a source names is the one made of it; where it is not made, the source', async () => {
  write(
    'server/main.ts',
    "console.log(new URL('./admin/main.ts', import.meta.url).pathname, new URL('./other/main.ts', import.meta.url).pathname)",
  )
  const [made, source] = (await start()).stdout.trim().split(' ')
  expect(made).toMatch(/\/dist\/programs\/[0-9a-f]{16}\/server\/admin\/main\.mjs$/)
  expect((await promisify(execFile)(process.execPath, [made ?? ''])).stdout).toBe('another program\n')
  expect(source).toMatch(/\/server\/other\/main\.ts$/)
})

test.skipIf(process.getuid?.() !== 0).each([
  ['there is none', () => {}],
  ['one is closed', () => mkdirSync(join(checkout, 'dist/programs'), { recursive: true })],
])('where the files cannot be kept, the sources run as they are: of the folder for them %s', async (_case, prepare) => {
  prepare()
  write('server/main.ts', "import { word } from '#contract/word'\nconsole.log(word)")
  const { stdout, stderr } = await start(ordinaryAccount)
  expect(stdout).toBe('one\n')
  expect(stderr).toContain('The programs run from their sources')
})
